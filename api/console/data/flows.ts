import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, callService } from './client.js';
import type { Run } from './runs.js';

export type Flow = AnswerOf<'/api/v1/{branch}/flows/{name}', 'get'>;
export type FlowContext = AnswerOf<'/api/v1/{branch}/flows/{flow}/context', 'get'>;

const pageSize = 200;
/** Flows that lists to pick from have; beyond them people type. */
const maxPages = 5;
/** The runs that figures of a flow tell of. */
const recentRuns = 30;

/** The names of the flows of a branch, in alphabetical order. */
export function flowNamesQuery(branch: string | undefined) {
  return queryOptions({
    queryKey: ['flow-names', branch],
    enabled: branch !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const names: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < maxPages; page++) {
        const { items, nextCursor } = await callService('get', '/api/v1/{branch}/flows', {
          path: { branch: branch ?? '' },
          query: { limit: pageSize, cursor },
          signal,
        });
        names.push(...items.map(({ name }) => name));
        if (nextCursor === null) break;
        cursor = nextCursor;
      }
      return names.sort();
    },
  });
}

/** The key of all queries for one flow. */
function flowKey(branch: string | undefined, flow: string) {
  return ['flow', branch, flow] as const;
}

/** A flow with its definition, its state, and what uses it. */
export function flowQuery(branch: string | undefined, flow: string) {
  return queryOptions({
    queryKey: [...flowKey(branch, flow), 'entity'],
    enabled: branch !== undefined,
    queryFn: ({ signal }) =>
      callService('get', '/api/v1/{branch}/flows/{name}', {
        path: { branch: branch ?? '', name: flow },
        query: { explain: true },
        signal,
      }),
  });
}

/** Everything that a caller of a flow needs to know: its parameters with their fields, its environments. */
export function flowContextQuery(branch: string, flow: string) {
  return queryOptions({
    queryKey: [...flowKey(branch, flow), 'context'],
    queryFn: ({ signal }) =>
      callService('get', '/api/v1/{branch}/flows/{flow}/context', { path: { branch, flow }, signal }),
  });
}

/** The last runs of a flow, the newest first. */
export function flowRunsQuery(branch: string, flow: string) {
  return queryOptions({
    queryKey: [...flowKey(branch, flow), 'runs'],
    queryFn: async ({ signal }): Promise<readonly Run[]> => {
      const query = { flow, limit: recentRuns };
      return (await callService('get', '/api/v1/{branch}/runs', { path: { branch }, query, signal })).items;
    },
  });
}

/** Runs a flow, without waiting for its end. @throws ServiceProblem with `faults` for parameters that do not fit */
export function runFlow(
  branch: string,
  flow: string,
  parameters: Record<string, unknown>,
  environment: string | undefined,
): Promise<Run> {
  return callService('post', '/api/v1/{branch}/flows/{flow}/runs', {
    path: { branch, flow },
    query: { env: environment },
    headers: { prefer: 'respond-async' },
    body: parameters,
  });
}
