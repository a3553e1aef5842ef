import type { HistoryPage, PathVersion } from '../contract.js';
import { parseCommit } from './commit-node.js';
import type { HistorySources, PathChange } from './path-changes.js';
import { type WalkedChange, walkHistory } from './walk-history.js';

export function changeKind({ before, after, previousPath }: PathChange): PathVersion['change'] {
  if (previousPath !== undefined) return 'renamed';
  if (before === null) return 'added';
  return after === null ? 'deleted' : 'modified';
}

/** As `RepositoryHistory.versions`, from the objects alone. */
export async function walkedVersions(
  sources: HistorySources,
  tip: string,
  path: string,
  limit: number,
  after: string | undefined,
): Promise<HistoryPage> {
  const items: WalkedChange[] = [];
  let isSkipping = after !== undefined;
  for await (const change of walkHistory(sources, tip, path)) {
    if (!isSkipping) items.push(change);
    if (change.commit === after) isSkipping = false;
    if (items.length > limit) break;
  }
  const page = items.slice(0, limit);
  const next = items.length > limit ? page.at(-1)?.commit : undefined;
  return { items: await Promise.all(page.map((change) => versionOf(sources, change))), next };
}

async function versionOf({ objects }: HistorySources, change: WalkedChange): Promise<PathVersion> {
  const { commit } = change;
  const { author, time, message } = parseCommit(commit, (await objects.read([commit])).get(commit));
  return {
    commit,
    change: changeKind(change),
    path: change.path,
    ...(change.previousPath === undefined ? {} : { previousPath: change.previousPath }),
    blobId: change.after,
    author,
    committedAt: new Date(time * 1000).toISOString(),
    message,
  };
}
