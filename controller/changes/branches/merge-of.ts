import type { Snapshot } from '../../catalog/contract.js';
import type { YamlLimits } from '../../catalog/yaml-document.js';
import { blobId, type FileChange, type Repository } from '../../repository/index.js';
import type { PlanTools } from '../edits/plan.js';
import { mergeFile } from '../pushing/merge-file.js';
import type { ReplayConflict } from '../pushing/replay.js';

/** What bringing one commit into another comes to. */
export interface Merge {
  kind: 'nothing' | 'fast-forward' | 'merge' | 'conflict';
  /** On `into`. */
  changes: readonly FileChange[];
  conflicts: readonly ReplayConflict[];
}

/** Works out a merge, entities by what they say; changes nothing. @throws Problem git_failed */
export async function mergeOf(
  repository: Repository,
  { into, from }: { into: string; from: string },
  limits: YamlLimits,
): Promise<Merge> {
  const { history } = repository;
  if (await history.isAncestor(from, into)) return { kind: 'nothing', changes: [], conflicts: [] };
  if (await history.isAncestor(into, from)) {
    const differences = await repository.diffTrees(into, from);
    const changes = differences.map(({ path, blobId: id }): FileChange => {
      return id === undefined ? { path, content: null } : { path, blobId: id };
    });
    return { kind: 'fast-forward', changes, conflicts: [] };
  }
  const conflicts: ReplayConflict[] = [];
  const base = await history.mergeBase(into, from);
  const merged = await history.mergeTrees(base, into, from, async (entry) => {
    const ids = [entry.base, entry.ours, entry.theirs].filter((id) => id !== null);
    const blobs = await repository.readBlobs([...new Set(ids)]);
    const side = (id: string | null) => (id === null ? null : (blobs.get(id) ?? null));
    const sides = { base: side(entry.base), ours: side(entry.ours), theirs: side(entry.theirs) };
    const file = mergeFile(entry.path, sides, limits);
    if (file.conflicts) conflicts.push({ path: entry.path, conflicts: file.conflicts });
    return file.content;
  });
  for (const { path } of merged.conflicts) {
    if (!conflicts.some((known) => known.path === path)) conflicts.push({ path, conflicts: [] });
  }
  return { kind: conflicts.length > 0 ? 'conflict' : 'merge', changes: merged.changes, conflicts };
}

/** The branch with changes over it. */
export function withChanges(
  snapshot: Snapshot,
  changes: readonly FileChange[],
  { catalog, read: readOthers }: Pick<PlanTools, 'catalog' | 'read'>,
): Promise<Snapshot> {
  const contents = new Map<string, Uint8Array>();
  const differences = changes.map((change) => {
    const { path } = change;
    if ('blobId' in change) return { path, blobId: change.blobId };
    if (change.content === null) return { path, blobId: undefined };
    const id = blobId(change.content);
    contents.set(id, change.content);
    return { path, blobId: id };
  });
  const read = async (ids: readonly string[]) => {
    const others = ids.filter((id) => !contents.has(id));
    return new Map([...contents, ...(others.length > 0 ? await readOthers(others) : [])]);
  };
  return catalog.advance(snapshot, { revision: snapshot.revision, changes: differences, read });
}
