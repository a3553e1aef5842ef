import type { DeletedPath } from '../contract.js';
import { changesOf, type HistorySources } from './path-changes.js';

/** Commits that are walked over. */
const MOST_COMMITS = 2_000;

/** As `RepositoryHistory.deleted`, from the objects alone; what was taken away longer ago is not found. */
export async function walkedDeletions(
  sources: HistorySources,
  tip: string,
  { like, limit }: { like?: string; limit: number },
): Promise<DeletedPath[]> {
  const found: DeletedPath[] = [];
  let left = MOST_COMMITS;
  for await (const { id } of sources.graph.walk(tip)) {
    for (const { path, before, after } of await changesOf(sources, id)) {
      const isMeant = like === undefined || path.slice(path.lastIndexOf('/') + 1).startsWith(like);
      if (after === null && before !== null && isMeant) found.push({ path, commit: id, blobId: before });
    }
    left -= 1;
    if (found.length >= limit || left === 0) break;
  }
  return found.slice(0, limit);
}
