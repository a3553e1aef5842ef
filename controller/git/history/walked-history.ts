import { type CommitNode, parseCommit } from '../objects/commit-object.js';
import { fileDifferences } from '../trees/tree-changes.js';
import type { DeletedOptions, DeletedPath, Page, PathsVersion, PathVersion } from './contract.js';
import { followed, getChanges, type HistorySources, type PathChange } from './path-changes.js';
import { findRenames } from './renames.js';

/** The most commits of a walk for deletions; older deletions are not found. */
const maxCommits = 2_000;

export interface PageOptions {
  limit: number;
  after: string | undefined;
}

/** A change of a path, and its commit. */
interface WalkedChange extends PathChange {
  commit: string;
}

/** Returns the change of a path as versions show it. */
export function getChange({
  path,
  before,
  after,
  previousPath,
}: PathChange): PathsVersion['changes'][number] {
  const kind = before === null ? 'added' : after === null ? 'deleted' : 'modified';
  if (previousPath === undefined) return { change: kind, path, blobId: after };
  return { change: 'renamed', path, previousPath, blobId: after };
}

/** As `RepositoryHistory.versions`, from the objects alone. */
export async function walkedVersions(
  sources: HistorySources,
  tip: string,
  path: string,
  { limit, after }: PageOptions,
): Promise<Page<PathVersion>> {
  const items: WalkedChange[] = [];
  let isSkipping = after !== undefined;
  for await (const change of walkPath(sources, tip, path)) {
    if (!isSkipping) items.push(change);
    if (change.commit === after) isSkipping = false;
    if (items.length > limit) break;
  }
  const page = items.slice(0, limit);
  const next = items.length > limit ? page.at(-1)?.commit : undefined;
  const versions = page.map(async (change) => {
    return { ...(await getCommit(sources, change.commit)), ...getChange(change) };
  });
  return { items: await Promise.all(versions), next };
}

/** As `RepositoryHistory.versionsOfAll`, from the objects alone. */
export async function walkedVersionsOfAll(
  sources: HistorySources,
  tip: string,
  paths: readonly string[],
  { limit, after }: PageOptions,
): Promise<Page<PathsVersion>> {
  const touched = new Map<string, Map<string, WalkedChange>>();
  for (const path of paths) {
    for await (const change of walkPath(sources, tip, path)) {
      const changes = touched.get(change.commit) ?? new Map<string, WalkedChange>();
      touched.set(change.commit, changes.set(change.path, change));
    }
  }
  const commits = await Promise.all(
    [...touched].map(async ([commit, changes]) => ({
      ...(await getCommit(sources, commit)),
      changes: [...changes.values()].map(getChange),
    })),
  );
  // The sort is stable: commits of the same second stay in the order of the walk.
  commits.sort((a, b) => b.committedAt.localeCompare(a.committedAt));
  const last = commits.findIndex(({ commit }) => commit === after);
  if (after !== undefined && last < 0) return { items: [], next: undefined };
  const items = commits.slice(last + 1, last + 1 + limit);
  return { items, next: last + 1 + limit < commits.length ? items.at(-1)?.commit : undefined };
}

/** As `RepositoryHistory.deleted`, from the objects alone. */
export async function walkedDeletions(
  sources: HistorySources,
  tip: string,
  { like, below = '', limit }: DeletedOptions,
): Promise<DeletedPath[]> {
  const deletions: DeletedPath[] = [];
  let left = maxCommits;
  for await (const { id } of sources.graph.walk(tip)) {
    for (const { path, before, after } of await getChanges(sources, id)) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const matches = path.startsWith(below) && (like === undefined || name.startsWith(like));
      if (after === null && before !== null && matches) deletions.push({ path, commit: id, blobId: before });
    }
    left -= 1;
    if (deletions.length >= limit || left === 0) break;
  }
  return deletions.slice(0, limit);
}

/**
 * Yields the commits that touched `path`, the newest first, by a walk over all commits from `tip` on. A merge counts when
 * the path differs from all its parents. Slow, and reads nothing but the objects.
 */
async function* walkPath(sources: HistorySources, tip: string, path: string): AsyncGenerator<WalkedChange> {
  const { graph, trees } = sources;
  const blobAt = async (tree: string, at: string) => (await trees.fileEntry(tree, at))?.id ?? null;
  const seen = new Set<string>([`${tip} ${path}`]);
  const queue: { node: CommitNode; path: string }[] = [{ node: await graph.node(tip), path }];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { node, path: current } = next;
    const after = await blobAt(node.tree, current);
    const parents = await Promise.all(node.parents.map((parent) => graph.node(parent)));
    const befores = await Promise.all(parents.map(({ tree }) => blobAt(tree, current)));
    let below = current;
    const isTouched = parents.length === 0 ? after !== null : befores.every((before) => before !== after);
    if (isTouched) {
      const before = befores[0] ?? null;
      const previousPath =
        before === null && parents[0]
          ? followed(sources, await renameSource(sources, parents[0].tree, node.tree, current))
          : undefined;
      yield { commit: node.id, path: current, before, after, previousPath };
      below = previousPath ?? current;
    }
    for (const parent of parents) {
      const key = `${parent.id} ${below}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const at = queue.findIndex((other) => other.node.time < parent.time);
      queue.splice(at < 0 ? queue.length : at, 0, { node: parent, path: below });
    }
  }
}

async function renameSource(
  { objects, trees }: HistorySources,
  before: string,
  after: string,
  path: string,
): Promise<string | undefined> {
  const differences = await fileDifferences(trees, before, after);
  return (await findRenames(objects, differences)).get(path);
}

async function getCommit(
  { objects }: HistorySources,
  commit: string,
): Promise<Omit<PathsVersion, 'changes'>> {
  const { author, time, message } = parseCommit(commit, (await objects.read([commit])).get(commit));
  return { commit, author, committedAt: new Date(time * 1000).toISOString(), message };
}
