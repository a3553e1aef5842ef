import { queryOptions } from '@tanstack/react-query';
import { callService } from './client.js';

const pageSize = 200;
/** Flows that lists to pick from have; beyond them people type. */
const maxPages = 5;

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
