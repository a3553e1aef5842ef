import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, callService, type Schemas } from './client.js';
import { paging } from './paging.js';
import type { RunQuery } from './run-states.js';

export type Run = Schemas['Run'];
export type RunFailure = NonNullable<Run['failed']>;
export type TaskExecution = AnswerOf<'/api/v1/{branch}/runs/{run}/tasks', 'get'>['items'][number];
export type LogEntry = AnswerOf<'/api/v1/{branch}/runs/{run}/logs', 'get'>['items'][number];

const pageSize = 50;
/** Between two counts of runs in view. */
const countMs = 10_000;

export function runListQuery(branch: string | undefined, query: RunQuery) {
  return infiniteQueryOptions({
    queryKey: ['runs', branch, query],
    enabled: branch !== undefined,
    queryFn: ({ pageParam, signal }) =>
      callService('get', '/api/v1/{branch}/runs', {
        path: { branch: branch ?? '' },
        query: { ...query, limit: pageSize, cursor: pageParam },
        signal,
      }),
    ...paging,
  });
}

/** The number of the runs that fit a filter. */
export function runCountQuery(branch: string | undefined, query: RunQuery) {
  return queryOptions({
    queryKey: ['runs', branch, query, 'count'],
    enabled: branch !== undefined,
    refetchInterval: countMs,
    queryFn: async ({ signal }) => {
      const path = { branch: branch ?? '' };
      const counted = { ...query, limit: 1, count: true };
      return (
        (await callService('get', '/api/v1/{branch}/runs', { path, query: counted, signal })).count ?? null
      );
    },
  });
}

/** A run on any branch. */
export function runQuery(id: string) {
  return queryOptions({
    queryKey: ['run', id],
    queryFn: ({ signal }) =>
      callService('get', '/api/v1/platform/entities/platform/run/{run}', { path: { run: id }, signal }),
  });
}

/** The timeline of a run. */
export function taskQuery(run: Pick<Run, 'branch' | 'id'> | undefined) {
  return queryOptions({
    queryKey: ['run', run?.id, 'tasks'],
    enabled: run !== undefined,
    queryFn: async ({ signal }) => {
      const path = { branch: run?.branch ?? '', run: run?.id ?? '' };
      return (await callService('get', '/api/v1/{branch}/runs/{run}/tasks', { path, signal })).items;
    },
  });
}

/** The newest run of the flow that completed before this one. */
export function lastGoodRunQuery(run: Pick<Run, 'branch' | 'flow' | 'createdAt' | 'id'>) {
  return queryOptions({
    queryKey: ['run', run.id, 'last-good'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const query = {
        flow: run.flow,
        status: 'completed' as const,
        until: run.createdAt,
        fields: ['input' as const],
        limit: 1,
      };
      const { items } = await callService('get', '/api/v1/{branch}/runs', {
        path: { branch: run.branch },
        query,
        signal,
      });
      return items[0] ?? null;
    },
  });
}

type RunAction = 'cancel' | 'suspend' | 'resume';

/** @throws ServiceProblem */
export function changeRun(run: Pick<Run, 'branch' | 'id'>, action: RunAction): Promise<Run> {
  const path = { branch: run.branch, run: run.id };
  return callService('post', `/api/v1/{branch}/runs/{run}/${action}`, { path });
}

/** Starts a run that repeats another one. @throws ServiceProblem */
export function repeatRun(
  run: Pick<Run, 'branch' | 'id'>,
  verb: 'retry' | 'rerun',
  revision: 'same' | 'newest',
): Promise<Run> {
  const path = { branch: run.branch, run: run.id };
  return callService('post', `/api/v1/{branch}/runs/{run}/${verb}`, { path, body: { revision } });
}

export type BatchAction = 'cancel' | 'retry' | 'rerun';
export type RunBatch = AnswerOf<'/api/v1/{branch}/runs:batch', 'post'>;

/** Changes the runs that fit a filter, up to 1,000 in one request. @throws ServiceProblem */
export function changeRuns(
  branch: string,
  request: { action: BatchAction; filter: RunQuery; dryRun: boolean; cursor?: string | undefined },
): Promise<RunBatch> {
  return callService('post', '/api/v1/{branch}/runs:batch', {
    path: { branch },
    body: { ...request, filter: dropUndefined(request.filter), limit: 1_000 },
  });
}

/** Unknown members are refused by the service, also those without a value. */
function dropUndefined(filter: RunQuery): RunQuery {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
