import { emptyTree } from '../objects/commit-object.js';
import type { ObjectReader } from '../objects/contract.js';
import type { FileDifference } from '../trees/contract.js';
import type { TreeCache } from '../trees/raw-tree.js';
import { fileDifferences } from '../trees/tree-changes.js';
import type { CommitGraph } from './commit-graph.js';
import { findRenames } from './renames.js';

/** The inputs of a history. */
export interface HistorySources {
  objects: ObjectReader;
  trees: TreeCache;
  graph: CommitGraph;
  /** svc's folder with a slash at its end: a file that moved into it begins there. `''` for the whole repository. */
  prefix: string;
}

/** Returns the earlier path of a renamed file, if that was in svc's folder too. */
export function followed({ prefix }: HistorySources, previousPath: string | null | undefined) {
  return previousPath?.startsWith(prefix) ? previousPath : undefined;
}

/** A path that a commit changed; the blobs are null where there is no file. */
export interface PathChange {
  path: string;
  before: string | null;
  after: string | null;
  /** The earlier path, for a rename in this commit. */
  previousPath: string | undefined;
}

/** Returns the paths in which a commit differs from all its parents. Renames are relative to the first parent. */
export async function getChanges(sources: HistorySources, commit: string): Promise<PathChange[]> {
  const { graph, trees, objects } = sources;
  const { tree, parents } = await graph.node(commit);
  const [first, ...others] = await Promise.all(parents.map(async (id) => (await graph.node(id)).tree));
  let differences = await fileDifferences(trees, first ?? emptyTree, tree);
  // Found before the other parents are compared: one half of a rename may equal another parent.
  const renames = await findRenames(objects, differences);
  for (const other of others) differences = await differingToo(trees, differences, other, tree);
  return differences.map((difference) => ({ ...difference, previousPath: renames.get(difference.path) }));
}

async function differingToo(
  trees: TreeCache,
  differences: readonly FileDifference[],
  parent: string,
  tree: string,
): Promise<FileDifference[]> {
  if (differences.length === 0) return [];
  const paths = new Set((await fileDifferences(trees, parent, tree)).map(({ path }) => path));
  return differences.filter(({ path }) => paths.has(path));
}
