import { emptyTree } from '../objects/commit-object.js';
import { entryType, type TreeCache } from '../trees/raw-tree.js';
import { entryDifferences } from '../trees/tree-changes.js';
import type { CommitGraph } from './commit-graph.js';
import type { PathChange } from './contract.js';

/** The inputs of a history. */
export interface HistorySources {
  trees: TreeCache;
  graph: CommitGraph;
}

/** Returns the plain files in which a commit differs from all its parents, in content or mode; `before` is of the first. */
export async function getChanges({ graph, trees }: HistorySources, commit: string): Promise<PathChange[]> {
  const { tree, parents } = await graph.node(commit);
  const [first, ...others] = await Promise.all(parents.map(async (id) => (await graph.node(id)).tree));
  let changes = await getFileChanges(trees, first ?? emptyTree, tree);
  for (const other of others) {
    if (changes.length === 0) break;
    const paths = new Set((await getFileChanges(trees, other, tree)).map(({ path }) => path));
    changes = changes.filter(({ path }) => paths.has(path));
  }
  return changes;
}

async function getFileChanges(trees: TreeCache, from: string, to: string): Promise<PathChange[]> {
  const differences = await entryDifferences(trees, from, to);
  return differences.flatMap(({ path, before, after }) => {
    const [was, is] = [before, after].map((leaf) =>
      leaf && entryType(leaf.mode) === 'file' ? leaf.id : null,
    );
    return was == null && is == null ? [] : { path, before: was ?? null, after: is ?? null };
  });
}
