import { queryOptions } from '@tanstack/react-query';
import { callService } from './client.js';

const pageSize = 200;

export interface Environment {
  name: string;
  /** The paths of its own secrets begin with it; undefined where it has none. */
  secretPrefix: string | undefined;
}

/** The environments of a branch, up to 200. */
export function environmentsQuery(branch: string | undefined) {
  return queryOptions({
    queryKey: ['environments', branch],
    enabled: branch !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly Environment[]> => {
      const { items } = await callService('get', '/api/v1/{branch}/environments', {
        path: { branch: branch ?? '' },
        query: { limit: pageSize },
        signal,
      });
      return items.map(({ name, definition }) => {
        const prefix = definition?.['secrets'];
        return { name, secretPrefix: typeof prefix === 'string' ? prefix : undefined };
      });
    },
  });
}
