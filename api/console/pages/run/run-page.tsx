import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, linkOptions, useParams, useSearch } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { ServiceProblem } from '../../data/problem.js';
import { isEnded } from '../../data/run-states.js';
import { type Run, runQuery } from '../../data/runs.js';
import { splitTaskId } from '../../data/task-ids.js';
import { useThrottled } from '../../data/use-live.js';
import { CopyButton } from '../../parts/copy-button.js';
import { Fact, Facts } from '../../parts/facts.js';
import { LiveMark } from '../../parts/live-mark.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { StatusBadge } from '../../parts/status.js';
import { Duration, RelativeTime } from '../../parts/time.js';
import { ValueView } from '../../parts/value-view.js';
import { ViewTabs } from '../../parts/view-tabs.js';
import { texts } from '../../texts/texts.js';
import { Cause } from './cause/cause.js';
import { Comparison } from './compare/comparison.js';
import { Graph } from './graph/graph.js';
import { RunLogView } from './log/run-log-view.js';
import { useRunLog } from './log/use-run-log.js';
import { RunActions } from './run-actions.js';
import { runViews } from './run-view.js';
import { Timeline } from './timeline/timeline.js';
import './run.css';

const renewMs = 1_000;

/** One run: why it failed, and everything that it did. */
export function RunPage(): ReactElement {
  const { run: id } = useParams({ from: '/frame/runs/$run' });
  const query = useQuery(runQuery(id));
  if (query.data) return <RunContent key={id} run={query.data} />;
  return (
    <Page title={texts.run.title} above={<RunsLink />}>
      {query.isError ? (
        <ProblemNote
          error={query.error}
          onRetry={isGone(query.error) ? undefined : () => void query.refetch()}
        />
      ) : (
        <span className="skeleton run-waiting" role="status" aria-label={texts.run.loading} />
      )}
    </Page>
  );
}

function isGone(error: unknown): boolean {
  return error instanceof ServiceProblem && [400, 403, 404, 422].includes(error.status);
}

function RunsLink(): ReactElement {
  return <Link to="/runs">{texts.runs.title}</Link>;
}

function RunContent({ run }: { run: Run }): ReactElement {
  const { view = 'timeline', task } = useSearch({ from: '/frame/runs/$run' });
  const queryClient = useQueryClient();
  const isOver = isEnded(run);
  // Its tasks are a query below its own.
  const renew = useThrottled(() => {
    void queryClient.invalidateQueries({ queryKey: runQuery(run.id).queryKey });
  }, renewMs);
  // The log of a run that has ended is read where it is shown. One that ends in view is followed to its last line.
  const [wasOver] = useState(isOver);
  const shown = view === 'log' && task !== undefined ? splitTaskId(task) : undefined;
  const logged = shown ? { id: shown.run, branch: run.branch } : run;
  const log = useRunLog(!isOver || view === 'log' ? logged : undefined, {
    task: shown?.key,
    isFollowed: !wasOver || logged.id !== run.id,
    onChange: () => {
      if (!isOver) renew();
    },
  });

  return (
    <Page
      title={run.flow}
      tabTitle={`${texts.status[run.status]}: ${run.flow}`}
      above={
        <>
          <RunsLink /> /{' '}
          <Link to="/runs" search={{ flow: run.flow }}>
            {run.flow}
          </Link>
        </>
      }
      beside={
        <>
          <StatusBadge status={run.status} />
          {isOver ? null : <LiveMark connection={log.connection} />}
        </>
      }
      actions={<RunActions run={run} />}
    >
      <RunFacts run={run} />
      {run.warning ? <p className="note">{run.warning}</p> : null}
      {run.waitingFor ? <p className="note">{texts.run.waitsFor(run.waitingFor)}</p> : null}
      {run.status === 'faulted' && view !== 'compare' ? <Cause run={run} /> : null}
      <ViewTabs
        label={texts.run.views.label}
        views={runViews}
        current={view}
        texts={texts.run.views}
        getAddress={(view) => linkOptions({ to: '/runs/$run', params: { run: run.id }, search: { view } })}
      />
      {view === 'compare' ? null : <h2 className="unseen">{texts.run.views[view]}</h2>}
      {view === 'timeline' ? <Timeline run={run} /> : null}
      {view === 'graph' ? <Graph run={run} /> : null}
      {view === 'data' ? <RunData run={run} /> : null}
      {view === 'log' ? <RunLogView run={run.id} task={shown} log={log} /> : null}
      {view === 'compare' ? <Comparison run={run} /> : null}
    </Page>
  );
}

function RunFacts({ run }: { run: Run }): ReactElement {
  return (
    <Facts>
      <Fact title={texts.run.facts.started}>
        <RelativeTime at={run.startedAt ?? run.createdAt} />
      </Fact>
      <Fact title={texts.run.facts.duration}>
        <Duration startedAt={run.startedAt} ms={run.durationMs} />
      </Fact>
      <Fact title={texts.run.facts.cause}>
        {texts.trigger[run.trigger]} · <span className="fact-principal">{run.principal}</span>
      </Fact>
      <Fact title={texts.run.facts.environment}>{run.environment ?? texts.value.none}</Fact>
      <Fact title={texts.run.facts.revision}>
        <code title={run.revision}>{run.revision.slice(0, 8)}</code> · {run.branch}
      </Fact>
      {run.parentRunId ? (
        <Fact title={texts.run.facts.parent}>
          <Link to="/runs/$run" params={{ run: run.parentRunId }}>
            {texts.run.open}
          </Link>
        </Fact>
      ) : null}
      {run.retryOf ? (
        <Fact title={texts.run.facts.retryOf}>
          <Link to="/runs/$run" params={{ run: run.retryOf }}>
            {texts.run.open}
          </Link>
        </Fact>
      ) : null}
      {run.path ? (
        <Fact title={texts.run.facts.path}>
          <Link to="/runs" search={{ flow: run.flow, path: run.path }}>
            {texts.run.facts.samePath}
          </Link>
        </Fact>
      ) : null}
      <Fact title={texts.run.facts.id}>
        <span className="fact-id">
          <code>{run.id}</code>
          <CopyButton text={run.id} what={texts.run.facts.id} />
        </span>
      </Fact>
    </Facts>
  );
}

function RunData({ run }: { run: Run }): ReactElement {
  return (
    <div className="run-data">
      <ValueView title={texts.run.input} value={run.input} />
      {run.error ? (
        <ValueView title={texts.run.error} value={run.error} />
      ) : (
        <ValueView title={texts.run.output} value={run.output} />
      )}
    </div>
  );
}
