import type { FileChange, Repository } from '../../git/index.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { type FileConflict, mergeFile } from './merge-file.js';

/** The result of merging one commit into another. */
export interface Merge {
  kind: 'nothing' | 'fast-forward' | 'merge' | 'conflict';
  /** The changes of the commit that is merged into. */
  changes: readonly FileChange[];
  /** Those of them in svc's part of the repository. */
  inFolder: readonly FileChange[];
  conflicts: readonly FileConflict[];
}

/** Computes the merge of two commits, entity files field by field; writes nothing. @throws Problem git_failed */
export async function mergeCommits(
  repository: Repository,
  { into, from }: { into: string; from: string },
  limits: YamlLimits,
): Promise<Merge> {
  const { history } = repository;
  if (await history.isAncestor(from, into))
    return { kind: 'nothing', changes: [], inFolder: [], conflicts: [] };
  if (await history.isAncestor(into, from)) {
    const differences = await repository.diffTrees(into, from);
    const changes = differences.map(({ path, blobId }): FileChange => {
      return blobId === undefined ? { path, content: null } : { path, blobId };
    });
    return { kind: 'fast-forward', changes, inFolder: changes, conflicts: [] };
  }
  const conflicts: FileConflict[] = [];
  const base = await history.mergeBase(into, from);
  const merged = await history.mergeTrees(base, into, from, async (entry) => {
    const ids = [entry.base, entry.ours, entry.theirs].filter((id) => id !== null);
    const blobs = await repository.readBlobs([...new Set(ids)]);
    const side = (id: string | null) => (id === null ? null : (blobs.get(id) ?? null));
    const sides = { base: side(entry.base), ours: side(entry.ours), theirs: side(entry.theirs) };
    const file = mergeFile(entry.path, sides, limits);
    if (file.conflicts) conflicts.push({ path: entry.path, conflicts: file.conflicts });
    return file.merged;
  });
  for (const { path } of merged.conflicts) {
    if (!conflicts.some((known) => known.path === path)) conflicts.push({ path, conflicts: [] });
  }
  const { changes } = merged;
  const scope = await repository.scopeAt(from);
  const inFolder = changes.filter(({ path }) => scope.includes(path));
  return { kind: conflicts.length > 0 ? 'conflict' : 'merge', changes, inFolder, conflicts };
}
