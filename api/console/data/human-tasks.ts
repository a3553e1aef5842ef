import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callService, type Schemas } from './client.js';
import { paging } from './paging.js';
import type { TaskView } from './task-views.js';

export type HumanTaskSummary = Schemas['HumanTaskSummary'];
export type HumanTask = Schemas['HumanTask'];

/** The key of all queries for human tasks. */
export const humanTasksKey = ['human-tasks'] as const;
/** The events after which lists of human tasks are read again. */
export const humanTaskEvents = '/api/v1/platform/events?type=dev.svc.humantask.*';
const pageSize = 50;
/** Tasks can end without an event that the person may see, such as with their run. */
const renewTasksMs = 30_000;

export function humanTaskListQuery(view: TaskView) {
  return infiniteQueryOptions({
    queryKey: [...humanTasksKey, 'list', view],
    queryFn: ({ pageParam, signal }) => listHumanTasks(view, pageParam, signal),
    ...paging,
    refetchInterval: renewTasksMs,
  });
}

/** The newest tasks that wait for the person, up to 50; `isMore` if there are others. */
export const waitingTasksQuery = queryOptions({
  queryKey: [...humanTasksKey, 'waiting'],
  queryFn: async ({ signal }) => {
    const { items, nextCursor } = await listHumanTasks('mine', undefined, signal);
    return { items, isMore: nextCursor !== null };
  },
  refetchInterval: renewTasksMs,
});

function listHumanTasks(view: TaskView, cursor: string | undefined, signal: AbortSignal) {
  return callService('get', '/api/v1/platform/human-tasks', {
    query: {
      mine: view === 'mine',
      status: view === 'completed' ? 'completed' : 'open',
      limit: pageSize,
      cursor,
    },
    signal,
  });
}

export function humanTaskQuery(id: string) {
  return queryOptions({
    queryKey: [...humanTasksKey, 'task', id],
    queryFn: ({ signal }) =>
      callService('get', '/api/v1/platform/human-tasks/{id}', { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'open' ? renewTasksMs : false),
  });
}

/** @throws ServiceProblem with `faults` for values that do not fit */
export function completeHumanTask(id: string, values: Record<string, unknown>): Promise<HumanTask> {
  return callService('post', '/api/v1/platform/human-tasks/{id}/complete', {
    path: { id },
    body: { values },
  });
}

/** @throws ServiceProblem */
export function reserveHumanTask(id: string, change: 'claim' | 'release'): Promise<HumanTask> {
  return callService('post', `/api/v1/platform/human-tasks/{id}/${change}`, { path: { id } });
}
