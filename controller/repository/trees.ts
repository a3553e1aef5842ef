import { Problem } from '../problems/index.js';
import type { GitObject, ObjectReader, TreeDifference, TreeFile } from './contract.js';
import { isBranchFile, isEntityFile, isEntityFolder } from './entity-path.js';
import { EMPTY_TREE } from './object-id.js';
import { standInId } from './stand-in.js';
import { parseTree, type TreeEntry, withoutCommon } from './tree-object.js';

/** Entries looked at in one walk. A tree that names itself over and over (a "Git bomb") would have no end. */
const MAX_ENTRIES = 1_000_000;

interface Folder {
  /** `''` for the root, else with a slash at the end. */
  prefix: string;
  id: string;
}

interface FolderPair {
  prefix: string;
  from: string | undefined;
  to: string | undefined;
}

export interface ListOptions {
  /** Also links and submodules where files would count (`standInOf`); nobody can read them. */
  standIns?: boolean;
}

/**
 * All entity files of a commit or tree, and the texts they may name: level by level, each level's folders in one read.
 */
export async function branchFiles(
  reader: ObjectReader,
  commit: string,
  options: ListOptions = {},
): Promise<TreeFile[]> {
  const budget = new EntryBudget(commit);
  const files: TreeFile[] = [];
  let level: Folder[] = [{ prefix: '', id: await treeOf(reader, commit) }];
  while (level.length > 0) {
    const trees = await reader.read(level.map((folder) => folder.id));
    const below: Folder[] = [];
    for (const { prefix, id } of level) {
      const entries = entriesOf(trees, id);
      budget.spend(entries.length);
      for (const entry of entries) {
        const path = prefix + entry.name;
        if (entry.type === 'tree') {
          if (isEntityFolder(entry.name)) below.push({ prefix: `${path}/`, id: entry.id });
          continue;
        }
        const blobId = listedId(entry, prefix === '', options);
        if (blobId !== undefined) files.push({ path, blobId });
      }
    }
    level = below;
  }
  return files;
}

/** The id under which an entry is among the files; undefined when it is not. */
function listedId(
  { name, id, type }: TreeEntry,
  atRoot: boolean,
  { standIns = false }: ListOptions,
): string | undefined {
  if (type === 'blob') return isBranchFile(name, atRoot) ? id : undefined;
  if (!standIns || type === 'tree') return undefined;
  const counts = type === 'link' ? isEntityFile(name, atRoot) : isEntityFolder(name);
  return counts ? standInId(type, id) : undefined;
}

/** The entity files and texts that differ between two commits or trees. Equal subtrees are skipped by their id, unread. */
export async function diffTrees(
  reader: ObjectReader,
  from: string,
  to: string,
  options: ListOptions = {},
): Promise<TreeDifference[]> {
  const budget = new EntryBudget(to);
  const differences: TreeDifference[] = [];
  const [fromTree, toTree] = await Promise.all([treeOf(reader, from), treeOf(reader, to)]);
  let level: FolderPair[] = fromTree === toTree ? [] : [{ prefix: '', from: fromTree, to: toTree }];
  while (level.length > 0) {
    const ids = level.flatMap((pair) => [pair.from, pair.to]).filter((id) => id !== undefined);
    const trees = await reader.read(ids);
    const below: FolderPair[] = [];
    for (const pair of level) {
      const [from, to] = withoutCommon(treeBytes(trees, pair.from), treeBytes(trees, pair.to));
      const before = parseTree(pair.from ?? EMPTY_TREE, from);
      const after = parseTree(pair.to ?? EMPTY_TREE, to);
      budget.spend(before.length + after.length);
      compareFolder({ prefix: pair.prefix, before, after }, options, differences, below);
    }
    level = below;
  }
  return differences;
}

function compareFolder(
  { prefix, before, after }: { prefix: string; before: readonly TreeEntry[]; after: readonly TreeEntry[] },
  options: ListOptions,
  differences: TreeDifference[],
  below: FolderPair[],
): void {
  const was = byName(before);
  const is = byName(after);
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const from = was.get(name);
    const to = is.get(name);
    if (from?.id === to?.id && from?.type === to?.type) continue;
    const fromTree = from?.type === 'tree' ? from.id : undefined;
    const toTree = to?.type === 'tree' ? to.id : undefined;
    if ((fromTree ?? toTree) !== undefined && isEntityFolder(name)) {
      below.push({ prefix: `${prefix}${name}/`, from: fromTree, to: toTree });
    }
    const [old, blobId] = [from, to].map((entry) => entry && listedId(entry, prefix === '', options));
    if (old !== undefined || blobId !== undefined) differences.push({ path: prefix + name, blobId });
  }
}

function byName(entries: readonly TreeEntry[]): Map<string, TreeEntry> {
  return new Map(entries.map((entry) => [entry.name, entry]));
}

async function treeOf(reader: ObjectReader, id: string): Promise<string> {
  if (id === EMPTY_TREE) return id;
  const object = (await reader.read([id])).get(id);
  if (object?.type === 'tree') return id;
  const tree = object?.type === 'commit' ? commitTree(object) : undefined;
  if (tree === undefined) throw new Problem('git_failed', `The object ${id} is not a commit.`);
  return tree;
}

function commitTree(commit: GitObject): string | undefined {
  return /^tree ([0-9a-f]{40})\n/.exec(Buffer.from(commit.content).toString('latin1', 0, 46))?.[1];
}

function entriesOf(trees: ReadonlyMap<string, GitObject>, id: string): TreeEntry[] {
  return parseTree(id, treeBytes(trees, id));
}

function treeBytes(trees: ReadonlyMap<string, GitObject>, id: string | undefined): Uint8Array {
  if (id === undefined || id === EMPTY_TREE) return new Uint8Array();
  const object = trees.get(id);
  if (object?.type !== 'tree') throw new Problem('git_failed', `The object ${id} is not a tree.`);
  return object.content;
}

class EntryBudget {
  #left = MAX_ENTRIES;

  constructor(private readonly commit: string) {}

  spend(entries: number): void {
    this.#left -= entries;
    if (this.#left >= 0) return;
    throw new Problem('git_failed', `The tree of ${this.commit} has more than ${MAX_ENTRIES} entries.`, {
      hints: ['Keep the config repository to entity files; a tree this large is a mistake or an attack.'],
    });
  }
}
