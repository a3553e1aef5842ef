import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, callService, type Schemas } from './client.js';
import { paging } from './paging.js';
import type { RunQuery } from './run-states.js';

export type Run = Schemas['Run'];
export type RunFailure = NonNullable<Run['failed']>;
export type TaskExecution = AnswerOf<'/api/v1/{branch}/runs/{run}/tasks', 'get'>['items'][number];
export type InspectedTask = AnswerOf<'/api/v1/{branch}/runs/{run}/tasks/{task}', 'get'>['items'][number];
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

/** Executions that a timeline shows at once; of a longer run it shows level after level. */
const wholeTimeline = 200;
/** Executions of one level that are fetched at once. */
const levelSize = 100;

type RunAddress = Pick<Run, 'branch' | 'id'>;
type TaskSelection = NonNullable<
  Parameters<typeof callService<'get', '/api/v1/{branch}/runs/{run}/tasks'>>[2]['query']
>;

function listTasks({ branch, id }: RunAddress, query: TaskSelection, signal: AbortSignal) {
  return callService('get', '/api/v1/{branch}/runs/{run}/tasks', {
    path: { branch, run: id },
    query,
    signal,
  });
}

/** The beginning of the timeline of a run; without `nextCursor` it is all of it. */
export function taskQuery(run: RunAddress) {
  return queryOptions({
    queryKey: ['run', run.id, 'tasks'],
    queryFn: ({ signal }) => listTasks(run, { limit: wholeTimeline }, signal),
  });
}

/** A page of what ran directly inside of an execution or an iteration; `/` for the outermost. */
export function taskLevelQuery(run: RunAddress, parent: string, cursor: string | undefined) {
  return queryOptions({
    queryKey: ['run', run.id, 'tasks', parent, cursor],
    queryFn: ({ signal }) => listTasks(run, { parent, cursor, limit: levelSize }, signal),
  });
}

/** The last execution of each task of a run. */
export function latestTasksQuery(run: RunAddress) {
  return queryOptions({
    queryKey: ['run', run.id, 'tasks', 'latest'],
    queryFn: async ({ signal }) => (await listTasks(run, { latest: true }, signal)).items,
  });
}

/** The executions of a run in their order, up to `limit`. */
export function taskListQuery(run: RunAddress | undefined, limit: number) {
  return queryOptions({
    queryKey: ['run', run?.id, 'tasks', 'list', limit],
    enabled: run !== undefined,
    queryFn: ({ signal }) => listTasks({ branch: run?.branch ?? '', id: run?.id ?? '' }, { limit }, signal),
  });
}

/**
 * The data of one execution of a task.
 * @param state of the execution: its data changes with it
 */
export function inspectedTaskQuery(
  run: RunAddress | undefined,
  { key, status: state }: Partial<Pick<TaskExecution, 'key' | 'status'>>,
) {
  return queryOptions({
    queryKey: ['inspected-task', run?.id, key, state],
    enabled: run !== undefined && key !== undefined,
    queryFn: async ({ signal }) => {
      const path = { branch: run?.branch ?? '', run: run?.id ?? '', task: key ?? '' };
      const page = await callService('get', '/api/v1/{branch}/runs/{run}/tasks/{task}', { path, signal });
      return page.items[0] ?? null;
    },
  });
}

/** Reads the data of an execution without the cuts of a page. @throws ServiceProblem */
export async function readWholeTask(
  { branch, id }: RunAddress,
  key: string,
): Promise<InspectedTask | undefined> {
  const path = { branch, run: id, task: key };
  const query = { whole: true };
  return (await callService('get', '/api/v1/{branch}/runs/{run}/tasks/{task}', { path, query })).items[0];
}

/** Lines of one look at the log of a task. */
const logPage = 100;

/** The last lines that a task and what ran inside of it wrote. */
export function taskLogQuery({ branch, id }: RunAddress, task: string | undefined) {
  return queryOptions({
    queryKey: ['run', id, 'log-of', task],
    queryFn: async ({ signal }) => {
      const path = { branch, run: id };
      const query = { task, last: true, limit: logPage };
      return (await callService('get', '/api/v1/{branch}/runs/{run}/logs', { path, query, signal })).items;
    },
  });
}

/** Lines of the log of a run that are fetched at once, from its end on. */
const logPageOfRun = 1_000;

/** The newest lines of a log, or of one task in it; further pages have the lines before. */
export function lastLogQuery(run: RunAddress | undefined, task: string | undefined) {
  return infiniteQueryOptions({
    // Not below the query of the run, which is renewed while it executes: a written line stays as it is.
    queryKey: ['run-log', run?.id, task],
    enabled: run !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const path = { branch: run?.branch ?? '', run: run?.id ?? '' };
      const query = { task, before: pageParam, last: true, limit: logPageOfRun };
      return (await callService('get', '/api/v1/{branch}/runs/{run}/logs', { path, query, signal })).items;
    },
    getNextPageParam: (page) => (page.length < logPageOfRun ? undefined : page[0]?.seq),
  });
}

const neighbours = 30;

/** The newest runs of the flow of a run, on its branch. */
export function neighbourQuery({ branch, flow }: Pick<Run, 'branch' | 'flow'>) {
  return queryOptions({
    queryKey: ['runs', branch, 'neighbours', flow],
    queryFn: async ({ signal }) => {
      const query = { flow, limit: neighbours };
      return (await callService('get', '/api/v1/{branch}/runs', { path: { branch }, query, signal })).items;
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
