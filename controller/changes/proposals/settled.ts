import type { Forge } from '../../forges/index.js';
import type { Repository } from '../../repository/index.js';
import type { StoredProposal } from './proposal-store.js';

interface SettledTools {
  repository: Repository;
  forge: Forge | undefined;
}

/** An open proposal as it is after what was done to its branches elsewhere; undefined when it still is open. */
export async function settledOf(
  stored: StoredProposal,
  { repository, forge }: SettledTools,
): Promise<StoredProposal | undefined> {
  const branch = await repository.resolveRef(stored.branch);
  const base = await repository.resolveRef(stored.base);
  const head = branch ?? stored.head;
  if (base === undefined || head === null) return undefined;
  const closedAt = new Date().toISOString();
  if (await repository.history.isAncestor(head, base)) {
    return { ...stored, head, state: 'merged', closedAt, mergedCommit: base };
  }
  if (branch !== undefined) return undefined;
  // The branch is gone: merged in another way, squashed perhaps, or given up.
  const request = stored.pullRequest === null ? undefined : await forge?.getPullRequest(stored.pullRequest);
  const isMerged = request?.state === 'merged' || (!request && (await isContained(repository, head, base)));
  return {
    ...stored,
    head,
    state: isMerged ? 'merged' : 'closed',
    closedAt,
    mergedCommit: isMerged ? base : null,
  };
}

/** Whether merging would change nothing, since the same has been done. */
async function isContained(repository: Repository, head: string, base: string): Promise<boolean> {
  try {
    const from = await repository.history.mergeBase(head, base);
    const { changes, conflicts } = await repository.history.mergeTrees(
      from,
      base,
      head,
      async () => undefined,
    );
    return changes.length === 0 && conflicts.length === 0;
  } catch {
    // Its objects have been collected.
    return false;
  }
}
