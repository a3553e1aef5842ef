import type { FileDifference, ObjectReader } from '../contract.js';
import { EMPTY_TREE } from '../object-id.js';
import type { TreeCache } from '../writes/tree-cache.js';
import type { CommitGraph } from './commit-graph.js';
import { findRenames } from './renames.js';
import { fileDifferences } from './tree-changes.js';

/** What history is read from. */
export interface HistorySources {
  objects: ObjectReader;
  trees: TreeCache;
  graph: CommitGraph;
}

/** A path that a commit changed; the blobs are null where there is no file. */
export interface PathChange {
  path: string;
  before: string | null;
  after: string | null;
  /** The path it was renamed from in this commit. */
  previousPath: string | undefined;
}

/** The paths a commit touched: those in which it differs from all its parents. Renames are those from the first. */
export async function changesOf(sources: HistorySources, commit: string): Promise<PathChange[]> {
  const { graph, trees, objects } = sources;
  const { tree, parents } = await graph.node(commit);
  const [first, ...others] = await Promise.all(parents.map(async (id) => (await graph.node(id)).tree));
  let differences = await fileDifferences(trees, first ?? EMPTY_TREE, tree);
  // A rename's other half may be what another parent has too.
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
