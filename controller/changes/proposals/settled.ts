import type { Repository } from '../../repository/index.js';
import type { StoredProposal } from './proposal-store.js';

/**
 * An open proposal as it is after what was done to its branches elsewhere; undefined when it still is open.
 * @param hasForge whether a forge can be asked what became of a pull request
 */
export async function settledHere(
  stored: StoredProposal,
  { repository, hasForge }: { repository: Repository; hasForge: boolean },
): Promise<StoredProposal | undefined> {
  const branch = await repository.resolveRef(stored.branch);
  // What is only here yet is not merged: it may still be declined.
  const base = (await repository.mirroredTip(stored.base)) ?? (await repository.resolveRef(stored.base));
  const head = branch ?? stored.head;
  if (base === undefined || head === null) return undefined;
  const closedAt = new Date().toISOString();
  if (await repository.history.isAncestor(head, base)) {
    return { ...stored, head, state: 'merged', closedAt, mergedCommit: base };
  }
  // A branch that is gone may have been merged in another way, squashed perhaps; with a pull request, the forge knows.
  if (branch !== undefined || (hasForge && stored.pullRequest !== null)) return undefined;
  const isMerged = await isContained(repository, head, base);
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
