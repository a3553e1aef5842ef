import type { Catalog, Snapshot } from '../../catalog/contract.js';
import type { Repository } from '../../repository/index.js';

export interface HeadTools {
  repository: Repository;
  catalog: Pick<Catalog, 'advance'>;
  /** The newest state known of a branch. */
  head(branch: string): Promise<Snapshot>;
  read(blobIds: readonly string[]): Promise<Map<string, Uint8Array>>;
}

export interface Head {
  /** Null while the branch has none. */
  commit: string | null;
  snapshot: Snapshot;
}

/**
 * The tip of a branch and what it holds, whether or not it is in service yet.
 * @param from where to start; what is known of the branch when left out
 */
export async function headOf(branch: string, tools: HeadTools, from?: Head): Promise<Head> {
  const { repository, catalog, read } = tools;
  const commit = (await repository.resolveRef(branch)) ?? null;
  if (from && from.commit === commit) return from;
  const known = from?.snapshot ?? (await tools.head(branch));
  const base = from?.commit ?? known.revision;
  if (commit === null || base === commit) return { commit, snapshot: known };
  const changes = await repository.diffTrees(base, commit);
  return { commit, snapshot: await catalog.advance(known, { revision: commit, changes, read }) };
}
