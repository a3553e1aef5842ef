import { Problem } from '../../problems/index.js';
import { emptyTree } from '../objects/commit-object.js';
import type { EntryDifference, TreeDifference, TreeFile, TreeLeaf } from './contract.js';
import type { IgnoredPaths } from './ignored-paths.js';
import { isBranchFile, isEntityFile, isEntityFolder } from './names.js';
import { entryType, type NamedEntry, type RawTree, type TreeCache } from './raw-tree.js';

/** The most differences of one comparison. More are no change of entities but an attack or another project. */
const maxChanges = 1_000_000;

export interface ListOptions {
  /** Lists also the links and submodules in the place of files. */
  withNonFiles?: boolean;
  /** Lists also the files that `.svcignore` names. */
  withIgnored?: boolean;
  /** Leaves out these paths. */
  ignored?: IgnoredPaths;
}

/** Returns the differences of two trees among the files that `branchFiles` lists. */
export async function changedBranchFiles(
  trees: TreeCache,
  from: string,
  to: string,
  options: ListOptions = {},
): Promise<TreeDifference[]> {
  const differences = await entryDifferences(trees, from, to, isEntityFolder);
  return differences.flatMap(({ path, before, after }): TreeDifference[] => {
    const [was, is] = [before, after].map((leaf) => leaf && listed(path, leaf, options));
    // A change of the mode alone, as by `chmod +x`, changes no file.
    if (was?.blobId === is?.blobId && was?.nonFile === is?.nonFile) return [];
    return [is ?? { path, blobId: undefined }];
  });
}

/**
 * Returns all entries but folders in which two trees differ, also by mode alone. Subtrees with equal ids, and folders whose
 * names `entersFolder` refuses, are not read.
 */
export async function entryDifferences(
  trees: TreeCache,
  before: string,
  after: string,
  entersFolder: (name: string) => boolean = () => true,
): Promise<EntryDifference[]> {
  const differences: EntryDifference[] = [];
  let level = before === after ? [] : [{ prefix: '', before, after }];
  while (level.length > 0) {
    const below: typeof level = [];
    await trees.prefetch(level.flatMap((pair) => [pair.before, pair.after]));
    for (const pair of level) {
      const [one, other] = await Promise.all([trees.read(pair.before), trees.read(pair.after)]);
      for (const [name, entries] of differingEntries(one, other)) {
        const path = pair.prefix + name;
        const folders = [folderId(entries.before), folderId(entries.after)] as const;
        if (folders[0] !== folders[1] && entersFolder(name)) {
          below.push({ prefix: `${path}/`, before: folders[0], after: folders[1] });
        }
        const [was, is] = [getLeaf(entries.before), getLeaf(entries.after)];
        if (was?.id !== is?.id || was?.mode !== is?.mode) differences.push({ path, before: was, after: is });
      }
      if (differences.length + below.length > maxChanges) throw tooMany(after);
    }
    level = below;
  }
  return differences;
}

interface Differing {
  before: NamedEntry[];
  after: NamedEntry[];
}

/** Returns the differing entries by name. Only the part between the first and the last different byte is parsed. */
function differingEntries(one: RawTree, other: RawTree): Map<string, Differing> {
  const first = sharedAtStart(one, other);
  const last = sharedAtEnd(one, other, first);
  const byName = new Map<string, Differing>();
  const put = (side: keyof Differing, entry: NamedEntry) => {
    const both = byName.get(entry.name) ?? { before: [], after: [] };
    both[side].push(entry);
    byName.set(entry.name, both);
  };
  for (let index = first; index < one.size - last; index++) put('before', one.entryAt(index));
  for (let index = first; index < other.size - last; index++) put('after', other.entryAt(index));
  return byName;
}

/** Returns the number of entries at the start that are the same bytes. */
function sharedAtStart(one: RawTree, other: RawTree): number {
  return findMaxShared(Math.min(one.size, other.size), (count, matches) => {
    const [from, end] = [one.getStart(matches), one.getStart(count)];
    return end === other.getStart(count) && one.bytes.compare(other.bytes, from, end, from, end) === 0;
  });
}

/** Returns the number of entries at the end that are the same bytes, of those after the first `first`. */
function sharedAtEnd(one: RawTree, other: RawTree, first: number): number {
  const [oneEnd, otherEnd] = [one.bytes.length, other.bytes.length];
  return findMaxShared(Math.min(one.size, other.size) - first, (count) => {
    const [from, otherFrom] = [one.getStart(one.size - count), other.getStart(other.size - count)];
    if (oneEnd - from !== otherEnd - otherFrom) return false;
    return one.bytes.compare(other.bytes, otherFrom, otherEnd, from, oneEnd) === 0;
  });
}

/** Returns the largest number of entries up to `max` that are shared; `known` of them are found to be. */
function findMaxShared(max: number, areShared: (count: number, knownCount: number) => boolean): number {
  let low = 0;
  let high = max;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (areShared(middle, low)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function folderId(entries: readonly NamedEntry[]): string {
  return entries.find(isFolder)?.id ?? emptyTree;
}

function getLeaf(entries: readonly NamedEntry[]): TreeLeaf | null {
  const leaf = entries.find((entry) => !isFolder(entry));
  return leaf ? { id: leaf.id, mode: leaf.mode } : null;
}

function isFolder({ mode }: NamedEntry): boolean {
  return entryType(mode) === 'folder';
}

function tooMany(tree: string): Problem {
  return new Problem('git_failed', `The tree ${tree} differs in more than ${maxChanges} files.`, {
    hints: ['Keep the config repository to entity files; a change this large is a mistake or an attack.'],
  });
}

/** Returns an entry as a file of a branch; undefined for an entry that does not count. */
export function listed(
  path: string,
  { id, mode }: TreeLeaf,
  { withNonFiles = false }: ListOptions,
): TreeFile | undefined {
  const type = entryType(mode);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isAtRoot = path === name;
  if (type === 'file') return isBranchFile(name, isAtRoot) ? { path, blobId: id } : undefined;
  if (!withNonFiles || (type !== 'link' && type !== 'submodule')) return undefined;
  const counts = type === 'link' ? isEntityFile(name, isAtRoot) : isEntityFolder(name);
  return counts ? { path, blobId: id, nonFile: type } : undefined;
}
