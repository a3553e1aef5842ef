import type { CommitNode } from './commit-node.js';
import { entryAt } from './file-at.js';
import type { HistorySources, PathChange } from './path-changes.js';
import { findRenames } from './renames.js';
import { fileDifferences } from './tree-changes.js';

/** A change of a path, and the commit that made it. */
export interface WalkedChange extends PathChange {
  commit: string;
}

/**
 * The commits that touched `path`, the newest first, found by going through all commits from `tip` on. A merge counts
 * when the path is as in none of its parents. Slow, and needs nothing but the objects.
 */
export async function* walkHistory(
  sources: HistorySources,
  tip: string,
  path: string,
): AsyncGenerator<WalkedChange> {
  const { graph, trees } = sources;
  const seen = new Set<string>([`${tip} ${path}`]);
  const queue: { node: CommitNode; path: string }[] = [{ node: await graph.node(tip), path }];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { node } = next;
    const after = (await entryAt(trees, node.tree, next.path))?.id ?? null;
    const parents = await Promise.all(node.parents.map((parent) => graph.node(parent)));
    const befores = await Promise.all(
      parents.map(async ({ tree }) => (await entryAt(trees, tree, next.path))?.id ?? null),
    );
    let below = next.path;
    const isTouched = parents.length === 0 ? after !== null : befores.every((before) => before !== after);
    if (isTouched) {
      const before = befores[0] ?? null;
      const previousPath =
        before === null && parents[0]
          ? await renameSource(sources, parents[0].tree, node.tree, next.path)
          : undefined;
      yield { commit: node.id, path: next.path, before, after, previousPath };
      below = previousPath ?? next.path;
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
