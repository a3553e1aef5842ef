import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callService, type Schemas } from './client.js';
import { paging } from './paging.js';

export type TriggerState = Schemas['TriggerState'];
export type Occurrence = Schemas['Occurrence'];
export type Backfilled = Schemas['Backfilled'];

const pageSize = 100;
const maxOfFlow = 200;
/** Times pass without an event. */
const renewMs = 30_000;

/** The key of all queries for triggers. */
export const triggersKey = ['triggers'] as const;

/** The triggers of a branch, schedules of flows too. */
export function triggerListQuery(branch: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [...triggersKey, branch, 'list'],
    enabled: branch !== undefined,
    queryFn: ({ pageParam, signal }) =>
      callService('get', '/api/v1/{branch}/triggers', {
        path: { branch: branch ?? '' },
        query: { limit: pageSize, cursor: pageParam },
        signal,
      }),
    ...paging,
    refetchInterval: renewMs,
  });
}

/** The triggers of one flow. */
export function flowTriggersQuery(branch: string, flow: string) {
  return queryOptions({
    queryKey: [...triggersKey, branch, 'flow', flow],
    refetchInterval: renewMs,
    queryFn: async ({ signal }): Promise<readonly TriggerState[]> => {
      const query = { flow, limit: maxOfFlow };
      return (await callService('get', '/api/v1/{branch}/triggers', { path: { branch }, query, signal }))
        .items;
    },
  });
}

/** @throws ServiceProblem */
export function changeTrigger(
  branch: string,
  trigger: string,
  change: 'pause' | 'resume',
): Promise<TriggerState> {
  return callService('post', `/api/v1/{branch}/triggers/{trigger}/${change}`, { path: { branch, trigger } });
}

/** Starts a run now, as the trigger would. @throws ServiceProblem */
export function fireTrigger(branch: string, trigger: string): Promise<Occurrence> {
  return callService('post', '/api/v1/{branch}/triggers/{trigger}/fire', { path: { branch, trigger } });
}

/** A span of time with both ends, RFC 3339. */
export interface Span {
  from: string;
  to: string;
}

/** Starts the runs of a span of the past, or only tells their times. @throws ServiceProblem */
export async function backfillTrigger(
  branch: string,
  trigger: string,
  span: Span,
  dryRun: boolean,
): Promise<readonly Backfilled[]> {
  const answer = await callService('post', '/api/v1/{branch}/triggers/{trigger}/backfill', {
    path: { branch, trigger },
    body: { ...span, dryRun },
  });
  return answer.items;
}
