import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useBranch } from '../../data/branches.js';
import { humanTaskListQuery, humanTasksKey, waitingTasksQuery } from '../../data/human-tasks.js';
import { sessionQuery } from '../../data/session.js';
import { useLive, useThrottled } from '../../data/use-live.js';
import { LiveMark } from '../../parts/live-mark.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { useNow } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';
import { ConcernList } from './concern-list.js';
import { collectConcerns, getNextStarts } from './concerns.js';
import { FaultList } from './fault-list.js';
import {
  branchStateQuery,
  checksQuery,
  overviewKey,
  runCountsQuery,
  unrunnableQuery,
} from './overview-queries.js';
import { RunTiles } from './run-tiles.js';
import { StartList } from './start-list.js';
import { WaitingList } from './waiting-list.js';
import './overview.css';

const events =
  '/api/v1/platform/events?type=io.serverlessworkflow.workflow.*,dev.svc.humantask.*,dev.svc.sync.*,dev.svc.entity.*';
const renewMs = 3_000;

/** The state of a branch at a glance: runs by state, tasks that wait, obstacles, next starts and failures. */
export function OverviewPage(): ReactElement {
  const branch = useBranch();
  const { data: session } = useQuery(sessionQuery);
  const queryClient = useQueryClient();
  const runs = useQuery(runCountsQuery(branch));
  const state = useQuery(branchStateQuery(branch));
  const isSomeUnrunnable =
    state.data?.syncStatus?.conditions.some(
      ({ type, status }) => type === 'Runnable' && status === 'False',
    ) ?? false;
  const unrunnable = useQuery(unrunnableQuery(branch, isSomeUnrunnable));
  const checks = useQuery(checksQuery(session?.role === 'admin'));
  const waiting = useQuery(waitingTasksQuery);
  const all = useInfiniteQuery(humanTaskListQuery('all'));
  const ownIds = new Set(waiting.data?.items.map(({ id }) => id));
  // The rest of the own tasks, if there are more, would seem to be those of others.
  const others =
    waiting.data && !waiting.data.isMore
      ? (all.data?.pages ?? []).flatMap(({ items }) => items).filter(({ id }) => !ownIds.has(id))
      : [];
  const now = useNow(60_000);

  const renewRuns = useThrottled(
    () => void queryClient.invalidateQueries({ queryKey: runCountsQuery(branch).queryKey }),
    renewMs,
  );
  const renewAll = useThrottled(() => {
    void queryClient.invalidateQueries({ queryKey: overviewKey });
    void queryClient.invalidateQueries({ queryKey: humanTasksKey });
  }, renewMs);
  const connection = useLive(events, ({ event }) => {
    if (event.startsWith('io.serverlessworkflow.')) renewRuns();
    else renewAll();
    return false;
  });

  const entities = isSomeUnrunnable ? (unrunnable.data ?? []) : [];
  const concerns = collectConcerns({ state: state.data, unrunnable: entities, checks: checks.data ?? [] });
  const starts = getNextStarts(state.data?.triggerStates?.nodes ?? [], entities, now);
  const isKnown = state.isSuccess && !(isSomeUnrunnable && unrunnable.isPending);
  return (
    <Page title={texts.overview.title} beside={<LiveMark connection={connection} />}>
      {runs.isError ? <ProblemNote error={runs.error} onRetry={() => void runs.refetch()} /> : null}
      {runs.isError ? null : <RunTiles runs={runs.data} />}
      <div className="overview">
        <div className="overview-column">
          <Section id="waiting" title={texts.overview.waiting}>
            {waiting.data ? <WaitingList {...waiting.data} /> : <Skeleton isShown={waiting.isPending} />}
          </Section>
          {others.length > 0 ? (
            <Section id="others" title={texts.overview.waitingForOthers}>
              <WaitingList items={others} isMore={all.hasNextPage} isForOthers />
            </Section>
          ) : null}
          <Section id="concerns" title={texts.overview.concerns}>
            {state.isError ? <ProblemNote error={state.error} onRetry={() => void state.refetch()} /> : null}
            {isKnown ? <ConcernList concerns={concerns} /> : <Skeleton isShown={!state.isError} />}
          </Section>
          {runs.data?.faults === null || runs.isError ? null : (
            <Section id="faults" title={texts.overview.faults}>
              {runs.data?.faults ? <FaultList faults={runs.data.faults.nodes} /> : <Skeleton isShown />}
            </Section>
          )}
        </div>
        <div className="overview-column">
          {state.data && !state.data.triggerStates ? null : (
            <Section id="next" title={texts.overview.next}>
              {isKnown ? <StartList starts={starts} /> : <Skeleton isShown={!state.isError} />}
            </Section>
          )}
        </div>
      </div>
    </Page>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }): ReactElement {
  return (
    <section className="overview-section" aria-labelledby={`overview-${id}`}>
      <h2 id={`overview-${id}`}>{title}</h2>
      {children}
    </section>
  );
}

function Skeleton({ isShown }: { isShown: boolean }): ReactElement | null {
  if (!isShown) return null;
  return <span className="skeleton overview-skeleton" role="status" aria-label={texts.overview.loading} />;
}
