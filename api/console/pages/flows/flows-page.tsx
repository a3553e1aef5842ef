import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useBranch } from '../../data/branches.js';
import { getReadiness } from '../../data/readiness.js';
import { CodeText, toSentence } from '../../parts/code-text.js';
import { Icon } from '../../parts/icon.js';
import { MoreButton } from '../../parts/more-button.js';
import { Nothing } from '../../parts/nothing.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { ReadinessBadge } from '../../parts/readiness-badge.js';
import { SearchField } from '../../parts/search-field.js';
import { StatusBadge } from '../../parts/status.js';
import { RelativeTime } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';
import { type FlowFilter, readFlowFilter } from './flow-filter.js';
import { flowListQuery, type ListedFlow } from './flow-list-query.js';
import '../../parts/rows.css';
import './flows.css';

/** The flows of a branch. */
export function FlowsPage(): ReactElement {
  const filter = useSearch({ from: '/frame/flows' });
  const branch = useBranch();
  const navigate = useNavigate();
  const list = useInfiniteQuery(flowListQuery(branch, filter));
  const flows = list.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  const setFilter = (change: FlowFilter) =>
    void navigate({ to: '/flows', search: readFlowFilter({ ...filter, ...change }), replace: true });
  return (
    <Page title={texts.flows.title}>
      <div className="search" role="search">
        <SearchField label={texts.flows.search} value={filter.q ?? ''} onChange={(q) => setFilter({ q })} />
        <SearchField
          label={texts.flows.label}
          value={filter.label ?? ''}
          isShort
          onChange={(label) => setFilter({ label })}
        />
        {isFiltered ? (
          <Link to="/flows" search={{}} className="button button-plain">
            <Icon name="close" />
            {texts.runs.filter.clear}
          </Link>
        ) : null}
      </div>
      <p className="unseen" role="status">
        {list.isSuccess ? texts.flows.count(flows.length, list.hasNextPage) : ''}
      </p>
      {list.isError ? <ProblemNote error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? (
        <span className="skeleton rows-waiting" role="status" aria-label={texts.flows.loading} />
      ) : null}
      {list.isSuccess && flows.length === 0 ? (
        <Nothing icon="flow" {...(isFiltered ? texts.flows.noMatch : texts.flows.none)} />
      ) : null}
      {flows.length > 0 ? (
        <ul className="card rows">
          {flows.map((flow) => (
            <FlowItem key={flow.name} flow={flow} />
          ))}
        </ul>
      ) : null}
      <MoreButton list={list} />
    </Page>
  );
}

function FlowItem({ flow }: { flow: ListedFlow }): ReactElement {
  const { name, document, status, runs } = flow;
  const readiness = getReadiness(status.conditions, flow.revision !== null);
  const obstacle = readiness === 'ready' ? undefined : (status.missing[0] ?? status.findings[0])?.message;
  const [run] = runs?.nodes ?? [];
  const tags = getTags(document?.tags);
  return (
    <li className="row-item row-stack flow-item">
      <div className="row-main">
        <Link to="/flows/$flow" params={{ flow: name }} className="item-link row-link">
          {document?.title || name}
        </Link>
        {document?.summary ? <p className="row-note flow-summary">{document.summary}</p> : null}
        <p className="row-facts">
          {document?.title ? <code>{name}</code> : null}
          {tags.map((tag) => (
            <span key={tag}>{tag}</span>
          ))}
        </p>
        {obstacle ? (
          <p className="flow-obstacle">
            <CodeText text={toSentence(obstacle)} />
          </p>
        ) : null}
      </div>
      <div className="row-side flow-side">
        {run ? (
          <Link to="/runs/$run" params={{ run: run.id }} className="flow-run">
            <span className="unseen">{texts.flows.lastRun}</span>
            <StatusBadge status={run.status} isSmall />
            <RelativeTime at={run.createdAt} />
          </Link>
        ) : (
          <span>{texts.flows.neverRun}</span>
        )}
        <ReadinessBadge readiness={readiness} />
      </div>
    </li>
  );
}

const maxTags = 6;

/** Tags as people write them: `team=billing`. */
function getTags(tags: unknown): string[] {
  if (typeof tags !== 'object' || tags === null) return [];
  return Object.entries(tags)
    .slice(0, maxTags)
    .map(([name, value]) => (value === true || value === '' ? name : `${name}=${String(value)}`));
}
