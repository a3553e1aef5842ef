import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useParams, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useBranch } from '../../data/branches.js';
import { type Flow, flowContextQuery, flowQuery } from '../../data/flows.js';
import { ServiceProblem } from '../../data/problem.js';
import { getReadiness } from '../../data/readiness.js';
import { flowTriggersQuery } from '../../data/triggers.js';
import { FlowGraph } from '../../panels/graph/flow-graph.js';
import { TriggerItem } from '../../panels/triggers/trigger-item.js';
import { VersionList } from '../../panels/versions/version-list.js';
import { EntityFile } from '../../parts/entity-file.js';
import { Fact, Facts } from '../../parts/facts.js';
import { Icon } from '../../parts/icon.js';
import { Obstacles } from '../../parts/obstacles.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { ReadinessBadge } from '../../parts/readiness-badge.js';
import { Section } from '../../parts/section.js';
import { UsedList } from '../../parts/used-list.js';
import { ViewTabs } from '../../parts/view-tabs.js';
import { texts } from '../../texts/texts.js';
import { flowViews } from './flow-view.js';
import { LastRuns } from './last-runs.js';
import { RunForm } from './run-form.js';
import '../../parts/rows.css';
import './flow.css';

/** One flow: what it does, how it goes, and the form that starts it. */
export function FlowPage(): ReactElement {
  const { flow: name } = useParams({ from: '/frame/flows/$flow' });
  const branch = useBranch();
  const query = useQuery(flowQuery(branch, name));
  if (query.data) return <FlowContent key={name} flow={query.data} />;
  return (
    <Page title={name} above={<FlowsLink />}>
      {query.isError ? (
        <ProblemNote
          error={query.error}
          onRetry={isGone(query.error) ? undefined : () => void query.refetch()}
        />
      ) : (
        <span className="skeleton flow-waiting" role="status" aria-label={texts.flow.loading} />
      )}
    </Page>
  );
}

function isGone(error: unknown): boolean {
  return error instanceof ServiceProblem && [400, 403, 404, 422].includes(error.status);
}

function FlowsLink(): ReactElement {
  return <Link to="/flows">{texts.flows.title}</Link>;
}

interface FlowDocument {
  title?: unknown;
  summary?: unknown;
  version?: unknown;
}

function FlowContent({ flow }: { flow: Flow }): ReactElement {
  const { view = 'overview' } = useSearch({ from: '/frame/flows/$flow' });
  const { name, branch, definition, revision, status } = flow;
  const document = (definition?.['document'] ?? {}) as FlowDocument;
  const title = typeof document.title === 'string' && document.title !== '' ? document.title : name;
  const address = { branch, type: 'flow', name };
  return (
    <Page
      title={title}
      above={
        <>
          <FlowsLink /> / {name}
        </>
      }
      beside={<ReadinessBadge readiness={getReadiness(status.conditions, definition !== null)} />}
      actions={
        view === 'run' || definition === null ? null : (
          <Link
            to="/flows/$flow"
            params={{ flow: name }}
            search={{ view: 'run' }}
            className="button button-main"
          >
            <Icon name="play" />
            {texts.flow.run.title}
          </Link>
        )
      }
    >
      {typeof document.summary === 'string' ? <p className="flow-text">{document.summary}</p> : null}
      <Facts>
        <Fact title={texts.flow.facts.name}>{name}</Fact>
        {typeof document.version === 'string' ? (
          <Fact title={texts.flow.facts.version}>{document.version}</Fact>
        ) : null}
        <Fact title={texts.flow.facts.revision}>
          {revision === null ? '–' : <code title={revision}>{revision.slice(0, 8)}</code>} · {branch}
        </Fact>
        <Fact title={texts.flow.facts.file}>
          <code>{flow.path}</code>
        </Fact>
      </Facts>
      <Obstacles status={status} isInService={definition !== null} />
      <ViewTabs
        label={texts.flow.views.label}
        views={flowViews}
        current={view}
        texts={texts.flow.views}
        getAddress={(view) => linkOptions({ to: '/flows/$flow', params: { flow: name }, search: { view } })}
      />
      {view === 'overview' ? <Overview flow={flow} /> : null}
      {view === 'run' ? <Run flow={flow} /> : null}
      {view === 'graph' ? <FlowGraph definition={definition} /> : null}
      {view === 'versions' ? <VersionList address={address} /> : null}
      {view === 'definition' ? <EntityFile address={address} title={texts.flow.views.definition} /> : null}
    </Page>
  );
}

function Overview({ flow }: { flow: Flow }): ReactElement {
  const { branch, name } = flow;
  const context = useQuery({ ...flowContextQuery(branch, name), enabled: flow.definition !== null });
  const secrets = (context.data?.secrets ?? []).map((path) => ({ type: 'secret', name: path }));
  return (
    <div className="columns">
      <div className="column">
        <LastRuns branch={branch} flow={name} />
        <Triggers branch={branch} flow={name} />
      </div>
      <div className="column">
        <Section title={texts.uses.uses}>
          <UsedList items={[...flow.references, ...secrets]} none={texts.uses.usesNone} />
        </Section>
        <Section title={texts.uses.usedBy}>
          <UsedList items={flow.origin?.usedBy ?? []} none={texts.uses.usedByNone} />
        </Section>
      </div>
    </div>
  );
}

function Triggers({ branch, flow }: { branch: string; flow: string }): ReactElement {
  const query = useQuery(flowTriggersQuery(branch, flow));
  return (
    <Section title={texts.triggers.title}>
      {query.isError ? <ProblemNote error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <span className="skeleton rows-waiting" /> : null}
      {query.data?.length === 0 ? <p className="card calm">{texts.triggers.noneOfFlow}</p> : null}
      {query.data && query.data.length > 0 ? (
        <ul className="card rows">
          {query.data.map((trigger) => (
            <TriggerItem key={trigger.name} branch={branch} trigger={trigger} isOfFlow />
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

function Run({ flow: { branch, name, definition } }: { flow: Flow }): ReactElement {
  const context = useQuery({ ...flowContextQuery(branch, name), enabled: definition !== null });
  if (definition === null) return <p className="note">{texts.flow.run.broken}</p>;
  if (context.isError) return <ProblemNote error={context.error} onRetry={() => void context.refetch()} />;
  if (!context.data)
    return <span className="skeleton rows-waiting" role="status" aria-label={texts.flow.loading} />;
  return <RunForm branch={branch} context={context.data} />;
}
