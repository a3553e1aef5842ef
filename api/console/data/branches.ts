import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { callService } from './client.js';

export const branchesQuery = queryOptions({
  queryKey: ['branches'],
  queryFn: ({ signal }) => callService('get', '/api/v1/platform/branches', { signal }),
  staleTime: 60_000,
});

/** The branch that the address names, else production; undefined until the branches are there. */
export function useBranch(): string | undefined {
  const { branch } = useSearch({ from: '__root__' });
  const { data } = useQuery({ ...branchesQuery, enabled: branch === undefined });
  return branch ?? data?.items.find(({ production }) => production)?.name;
}
