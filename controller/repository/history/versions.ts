import type { HistoryPage, PathsPage, PathsVersion, PathVersion } from '../contract.js';
import { parseCommit } from './commit-node.js';
import type { HistorySources, PathChange } from './path-changes.js';
import { type WalkedChange, walkHistory } from './walk-history.js';

/** What became of a path, as versions tell it. */
export function changeOf({ path, before, after, previousPath }: PathChange): PathsVersion['changes'][number] {
  const kind = before === null ? 'added' : after === null ? 'deleted' : 'modified';
  if (previousPath === undefined) return { change: kind, path, blobId: after };
  return { change: 'renamed', path, previousPath, blobId: after };
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

/** As `RepositoryHistory.versionsOfAll`, from the objects alone. */
export async function walkedVersionsOfAll(
  sources: HistorySources,
  tip: string,
  paths: readonly string[],
  { limit, after }: { limit: number; after: string | undefined },
): Promise<PathsPage> {
  const touched = new Map<string, Map<string, WalkedChange>>();
  for (const path of paths) {
    for await (const change of walkHistory(sources, tip, path)) {
      const changes = touched.get(change.commit) ?? new Map<string, WalkedChange>();
      touched.set(change.commit, changes.set(change.path, change));
    }
  }
  const commits = await Promise.all(
    [...touched].map(async ([commit, changes]) => ({
      ...(await commitOf(sources, commit)),
      changes: [...changes.values()].map(changeOf),
    })),
  );
  // The sort is stable: of the same second, commits stay in the order they were met in.
  commits.sort((a, b) => b.committedAt.localeCompare(a.committedAt));
  const last = commits.findIndex(({ commit }) => commit === after);
  if (after !== undefined && last < 0) return { items: [], next: undefined };
  const items = commits.slice(last + 1, last + 1 + limit);
  return { items, next: last + 1 + limit < commits.length ? items.at(-1)?.commit : undefined };
}

async function versionOf(sources: HistorySources, change: WalkedChange): Promise<PathVersion> {
  return { ...(await commitOf(sources, change.commit)), ...changeOf(change) };
}

async function commitOf({ objects }: HistorySources, commit: string): Promise<Omit<PathsVersion, 'changes'>> {
  const { author, time, message } = parseCommit(commit, (await objects.read([commit])).get(commit));
  return { commit, author, committedAt: new Date(time * 1000).toISOString(), message };
}
