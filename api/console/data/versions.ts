import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callService, type Schemas } from './client.js';
import { paging } from './paging.js';

export type EntityVersion = Schemas['EntityVersion'];
export type EntityWrite = Schemas['EntityWrite'];
/** An entity of a branch by its address. */
export interface EntityAddress {
  branch: string;
  type: string;
  name: string;
}

const pageSize = 20;

export function versionsKey({ branch, type, name }: EntityAddress) {
  return ['versions', branch, type, name] as const;
}

/** The commits that changed an entity, the newest first. Fails with `git_versioning_disabled` where there are none. */
export function versionsQuery(address: EntityAddress) {
  return infiniteQueryOptions({
    queryKey: [...versionsKey(address), 'list'],
    queryFn: ({ pageParam, signal }) =>
      callService('get', '/api/v1/{branch}/versions/{type}/{name}/history', {
        path: { ...address },
        query: { limit: pageSize, cursor: pageParam },
        signal,
      }),
    ...paging,
  });
}

/** The difference that a commit made, or that two commits have. */
export function versionDiffQuery(address: EntityAddress, from: string | undefined, to: string) {
  return queryOptions({
    queryKey: [...versionsKey(address), 'diff', from, to],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      callService('get', '/api/v1/{branch}/versions/{type}/{name}/diff', {
        path: { ...address },
        query: { from, to },
        signal,
      }),
  });
}

/**
 * Writes the content that an entity had at a commit as a new commit.
 * @param how `check` changes nothing and tells what would change; `propose` leaves the branch as it is, and opens a proposal
 * @throws ServiceProblem
 */
export function revertEntity(
  address: EntityAddress,
  commitHash: string,
  how: 'check' | 'write' | 'propose',
): Promise<EntityWrite> {
  return callService('post', '/api/v1/{branch}/versions/{type}/{name}/revert', {
    path: { ...address },
    query: { dryRun: how === 'check' || undefined, propose: how === 'propose' || undefined },
    body: { commitHash },
  });
}
