import { Problem } from '../../problems/index.js';
import type { EntryDifference, FileDifference, TreeLeaf } from '../contract.js';
import { EMPTY_TREE } from '../object-id.js';
import type { NamedEntry, RawTree } from '../writes/raw-tree.js';
import type { TreeCache } from '../writes/tree-cache.js';

/** Changes looked at in one comparison. More is no change of entities but an attack or another project. */
const MAX_CHANGES = 1_000_000;

/** All plain files in which two trees differ, of any name. Subtrees with equal ids are not read. */
export async function fileDifferences(
  trees: TreeCache,
  before: string,
  after: string,
): Promise<FileDifference[]> {
  return (await entryDifferences(trees, before, after)).flatMap((entry) => {
    const files = { before: plainId(entry.before), after: plainId(entry.after) };
    return files.before === files.after ? [] : { path: entry.path, ...files };
  });
}

/** All entries but folders in which two trees differ, also by mode alone. Subtrees with equal ids are not read. */
export async function entryDifferences(
  trees: TreeCache,
  before: string,
  after: string,
): Promise<EntryDifference[]> {
  const found: EntryDifference[] = [];
  let level = before === after ? [] : [{ prefix: '', before, after }];
  while (level.length > 0) {
    const below: typeof level = [];
    for (const pair of level) {
      const [one, other] = await Promise.all([trees.read(pair.before), trees.read(pair.after)]);
      for (const [name, entries] of differingEntries(one, other)) {
        const path = pair.prefix + name;
        const folders = [folderId(entries.before), folderId(entries.after)] as const;
        if (folders[0] !== folders[1]) {
          below.push({ prefix: `${path}/`, before: folders[0], after: folders[1] });
        }
        const [was, is] = [leafOf(entries.before), leafOf(entries.after)];
        if (was?.id !== is?.id || was?.mode !== is?.mode) found.push({ path, before: was, after: is });
      }
      if (found.length + below.length > MAX_CHANGES) throw tooMany(after);
    }
    level = below;
  }
  return found;
}

interface Differing {
  before: NamedEntry[];
  after: NamedEntry[];
}

/** By name, what differs. Only the part between the first and the last different byte is taken apart. */
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

/** How many entries at the start are the same bytes. */
function sharedAtStart(one: RawTree, other: RawTree): number {
  const size = Math.min(one.size, other.size);
  let low = 0;
  let high = size;
  // All entries up to one are equal exactly when the bytes up to its end are.
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const from = one.startOf(low);
    const end = one.startOf(middle);
    const isEqual =
      end === other.startOf(middle) && one.bytes.compare(other.bytes, from, end, from, end) === 0;
    if (isEqual) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How many entries at the end are the same bytes, of those behind the first `first`. */
function sharedAtEnd(one: RawTree, other: RawTree, first: number): number {
  let low = 0;
  let high = Math.min(one.size, other.size) - first;
  const [oneEnd, otherEnd] = [one.bytes.length, other.bytes.length];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const from = one.startOf(one.size - middle);
    const otherFrom = other.startOf(other.size - middle);
    const isEqual =
      oneEnd - from === otherEnd - otherFrom &&
      one.bytes.compare(other.bytes, otherFrom, otherEnd, from, oneEnd) === 0;
    if (isEqual) low = middle;
    else high = middle - 1;
  }
  return low;
}

function folderId(entries: readonly NamedEntry[]): string {
  return entries.find(isFolder)?.id ?? EMPTY_TREE;
}

function leafOf(entries: readonly NamedEntry[]): TreeLeaf | null {
  const leaf = entries.find((entry) => !isFolder(entry));
  return leaf ? { id: leaf.id, mode: leaf.mode } : null;
}

function isFolder({ mode }: NamedEntry): boolean {
  return mode === '40000' || mode === '040000';
}

function plainId(leaf: TreeLeaf | null): string | null {
  return leaf?.mode.startsWith('100') ? leaf.id : null;
}

function tooMany(tree: string): Problem {
  return new Problem('git_failed', `The tree ${tree} differs in more than ${MAX_CHANGES} files.`, {
    hints: ['Keep the config repository to entity files; a change this large is a mistake or an attack.'],
  });
}
