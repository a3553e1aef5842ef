import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { ServiceProblem } from '../../data/problem.js';
import { type ProposalDetails, proposalQuery } from '../../data/proposals.js';
import { DiffView } from '../../parts/diff-view.js';
import { Fact, Facts } from '../../parts/facts.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { Markdown } from '../../parts/markdown/markdown.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Section } from '../../parts/section.js';
import type { Tone } from '../../parts/status.js';
import { RelativeTime } from '../../parts/time.js';
import { UsedList } from '../../parts/used-list.js';
import { texts } from '../../texts/texts.js';
import { MergeOutlook } from './merge-outlook.js';
import { ProposalActions } from './proposal-actions.js';
import { ProposalPlan } from './proposal-plan.js';
import { Reviews } from './reviews.js';
import { splitPatch } from './split-patch.js';
import '../../parts/rows.css';
import './proposal.css';

/** One proposal: what it changes, and what happens if it is merged. */
export function ProposalPage(): ReactElement {
  const { proposal: id } = useParams({ from: '/frame/proposals/$proposal' });
  const query = useQuery(proposalQuery(id));
  if (query.data) return <ProposalContent key={id} proposal={query.data} />;
  const isGone = query.error instanceof ServiceProblem && [400, 403, 404, 422].includes(query.error.status);
  return (
    <Page title={texts.proposals.one} above={<ProposalsLink />}>
      {query.isError ? (
        <ProblemNote error={query.error} onRetry={isGone ? undefined : () => void query.refetch()} />
      ) : (
        <span className="skeleton rows-waiting" role="status" aria-label={texts.proposals.loading} />
      )}
    </Page>
  );
}

function ProposalsLink(): ReactElement {
  return <Link to="/proposals">{texts.proposals.title}</Link>;
}

const looks: Record<ProposalDetails['state'], { icon: IconName; tone: Tone }> = {
  open: { icon: 'clock', tone: 'wait' },
  merged: { icon: 'merge', tone: 'good' },
  closed: { icon: 'cross', tone: 'calm' },
};

function ProposalContent({ proposal }: { proposal: ProposalDetails }): ReactElement {
  const { id, title, body, state, entities = [], diff = '' } = proposal;
  const { icon, tone } = looks[state];
  return (
    <Page
      title={title}
      above={
        <>
          <ProposalsLink /> / {id}
        </>
      }
      beside={
        <span className={`status tone-${tone}`}>
          <Icon name={icon} />
          {texts.proposals.states[state]}
        </span>
      }
      actions={<ProposalActions proposal={proposal} />}
    >
      <ProposalFacts proposal={proposal} />
      {body === '' ? null : <Markdown text={body} />}
      <div className="columns">
        <div className="column">
          {state === 'open' ? <MergeOutlook proposal={proposal} /> : null}
          {state === 'open' ? <ProposalPlan proposal={proposal} /> : null}
          {state === 'open' ? <Reviews proposal={proposal} /> : null}
          <Differences diff={diff} />
        </div>
        <div className="column">
          <Section title={texts.proposals.entities}>
            <UsedList
              items={entities.map(({ type, name, change }) => {
                return { type, name, note: texts.proposals.changes[change] };
              })}
              none={texts.proposals.noEntities}
            />
          </Section>
        </div>
      </div>
    </Page>
  );
}

function ProposalFacts({ proposal }: { proposal: ProposalDetails }): ReactElement {
  const { author, base, branch, createdAt, closedAt, closedBy, pullRequestUrl, mergedCommit, state } =
    proposal;
  return (
    <Facts>
      <Fact title={texts.proposals.facts.author}>{author}</Fact>
      <Fact title={texts.proposals.facts.opened}>
        <RelativeTime at={createdAt} />
      </Fact>
      <Fact title={texts.proposals.facts.branches}>
        <code>{branch}</code> → <code>{base}</code>
      </Fact>
      {closedAt ? (
        <Fact title={texts.proposals.states[state]}>
          {closedBy} <RelativeTime at={closedAt} />
        </Fact>
      ) : null}
      {mergedCommit ? (
        <Fact title={texts.proposals.facts.commit}>
          <code title={mergedCommit}>{mergedCommit.slice(0, 8)}</code>
        </Fact>
      ) : null}
      {pullRequestUrl !== null && /^https?:\/\//.test(pullRequestUrl) ? (
        <Fact title={texts.proposals.facts.pullRequest}>
          <a href={pullRequestUrl} rel="noopener noreferrer" target="_blank">
            {texts.proposals.openPullRequest}
          </a>
        </Fact>
      ) : null}
    </Facts>
  );
}

/** Files that are shown open; the rest open on request. */
const openFiles = 10;

function Differences({ diff }: { diff: string }): ReactElement {
  const files = useMemo(() => splitPatch(diff), [diff]);
  return (
    <Section title={texts.proposals.differences(files.length)}>
      {files.length === 0 ? <p className="card calm">{texts.proposals.noDifference}</p> : null}
      {files.map(({ path, patch }, index) => (
        <details key={path} className="proposal-file" open={index < openFiles}>
          <summary>{path}</summary>
          <DiffView patch={patch} label={path} />
        </details>
      ))}
    </Section>
  );
}
