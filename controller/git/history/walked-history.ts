import type { CommitNode } from '../objects/commit-object.js';
import type { CommittedChange, DeletedOptions, DeletedPath, PlacedCommit } from './contract.js';
import { findMerges } from './merges.js';
import { getChanges, type HistorySources } from './path-changes.js';

/** The most commits of a walk for deletions; older deletions are not found. */
const maxCommits = 2_000;

/** As `RepositoryHistory.changes`, from the objects alone: slow, and reads nothing but what the paths need. */
export async function walkedChanges(
  { graph, trees }: HistorySources,
  tip: string,
  paths: readonly string[],
): Promise<CommittedChange[]> {
  const find = async (commit: string, path: string) => trees.fileEntry((await graph.node(commit)).tree, path);
  const changes: CommittedChange[] = [];
  for (const [order, commit] of (await getOrdered(graph, tip)).entries()) {
    const { parents, time } = await graph.node(commit);
    for (const path of paths) {
      const after = await find(commit, path);
      const befores = await Promise.all(parents.map((parent) => find(parent, path)));
      const isChanged =
        parents.length === 0
          ? after !== undefined
          : befores.every((before) => before?.id !== after?.id || before?.mode !== after?.mode);
      if (!isChanged) continue;
      const place = { commit, time, order, isMerge: parents.length > 1 };
      changes.push({ ...place, path, before: befores[0]?.id ?? null, after: after?.id ?? null });
    }
  }
  return changes;
}

/** As `RepositoryHistory.merges`, from the objects alone. */
export async function walkedMerges(
  { graph }: HistorySources,
  tip: string,
  of: readonly string[],
): Promise<PlacedCommit[]> {
  const ordered = await getOrdered(graph, tip);
  const numbers = new Map(ordered.map((id, number) => [id, number]));
  const toNumbers = (ids: readonly string[]) => ids.flatMap((id) => numbers.get(id) ?? []);
  const nodes: CommitNode[] = [];
  for (const id of ordered) nodes.push(await graph.node(id));
  const parents = nodes.map((node) => toNumbers(node.parents));
  const reachable = new Uint8Array(ordered.length).fill(1);
  const merges = await findMerges(toNumbers(of), reachable, (number) => parents[number] ?? []);
  return [...merges].flatMap((order) => {
    const node = nodes[order];
    return node ? [{ commit: node.id, time: node.time, order, isMerge: true }] : [];
  });
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

async function getOrdered(graph: HistorySources['graph'], tip: string): Promise<string[]> {
  return (await graph.ordered(tip, { isKnown: () => false, isOver: () => false })) ?? [];
}
