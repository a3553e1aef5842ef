import {
  type FileChange,
  IGNORE_FILE,
  noneIgnored,
  parseIgnored,
  pathScope,
  type Repository,
} from '../../git/index.js';
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
    const file = await mergeFile(entry.path, sides, { limits, prefix: repository.prefix });
    if (file.conflicts) conflicts.push({ path: entry.path, conflicts: file.conflicts });
    return file.merged;
  });
  for (const { path } of merged.conflicts) {
    if (!conflicts.some((commit) => commit.path === path)) conflicts.push({ path, conflicts: [] });
  }
  const { changes } = merged;
  const inFolder = await changesInFolder(repository, into, changes);
  return { kind: conflicts.length > 0 ? 'conflict' : 'merge', changes, inFolder, conflicts };
}

/** Returns the changes of svc's files: with other rules in `.svcignore`, also of files that move in or out by these. */
async function changesInFolder(
  repository: Repository,
  into: string,
  changes: readonly FileChange[],
): Promise<FileChange[]> {
  const before = await repository.scopeAt(into);
  const rules = changes.find(({ path }) => path === repository.prefix + IGNORE_FILE);
  if (!rules) return changes.filter(({ path }) => before.includes(path));
  const content =
    'blobId' in rules
      ? (await repository.readBlobs([rules.blobId])).get(rules.blobId)
      : (rules.content ?? undefined);
  const ignored = content ? parseIgnored(content, rules.path) : noneIgnored;
  const after = pathScope(repository.prefix, ignored);
  const changed = new Map(changes.map((change) => [change.path, change]));
  const listed = await repository.files(into, { withIgnored: true });
  const moved = listed.flatMap(({ path, blobId }): FileChange[] => {
    if (changed.has(path) || before.includes(path) === after.includes(path)) return [];
    return [after.includes(path) ? { path, blobId } : { path, content: null }];
  });
  const kept = changes.flatMap((change): FileChange[] => {
    const { path } = change;
    if (after.includes(path)) return [change];
    return before.includes(path) ? [{ path, content: null }] : [];
  });
  return [...kept, ...moved];
}
