import type { CommitRefusal, FileChange, FileMode } from '../contract.js';
import { blobId, EMPTY_TREE } from '../object-id.js';
import { objectId } from './pack-file.js';
import type { NewObject } from './pack-store.js';
import { pathFault } from './path-name.js';
import { type RawEntry, RawTree, type TreeEdit } from './raw-tree.js';
import type { TreeCache } from './tree-cache.js';

const PLAIN: FileMode = '100644';
const FOLDER = '40000';

/** A tree with changes made to it, the objects that makes, and the blob of each written path. */
export interface WrittenTree {
  id: string;
  objects: NewObject[];
  blobs: Map<string, string>;
}

/** Thrown through the walk, caught where the refusal is answered. */
export class Refused extends Error {
  constructor(readonly refusal: CommitRefusal) {
    super(refusal.kind);
  }
}

/** The changes below one folder: by name, to files of it and below folders of it. */
interface Folder {
  files: Map<string, FileChange>;
  folders: Map<string, Folder>;
}

/**
 * Writes the trees that `changes` touch, from the root down and nothing beside. Folders that become empty go.
 * @throws Refused, naming the first change that cannot be made
 */
export async function writeTree(
  cache: TreeCache,
  rootId: string,
  changes: readonly FileChange[],
): Promise<WrittenTree> {
  const writer = new TreeWriter(cache);
  const id = (await writer.write(rootId, arrange(changes), '')) ?? EMPTY_TREE;
  if (id === EMPTY_TREE) writer.objects.push({ id, type: 'tree', content: Buffer.alloc(0) });
  return { id, objects: writer.objects, blobs: writer.blobs };
}

function arrange(changes: readonly FileChange[]): Folder {
  const root: Folder = { files: new Map(), folders: new Map() };
  for (const change of changes) {
    const { path } = change;
    const reason = pathFault(path);
    if (reason !== undefined) throw new Refused({ kind: 'path_invalid', path, reason });
    const names = path.split('/');
    const name = names.pop() ?? '';
    let folder = root;
    for (const each of names) {
      const below = folder.folders.get(each) ?? { files: new Map(), folders: new Map() };
      folder.folders.set(each, below);
      folder = below;
    }
    if (folder.files.has(name)) {
      throw new Refused({ kind: 'path_invalid', path, reason: 'it is changed twice in one commit' });
    }
    folder.files.set(name, change);
  }
  return root;
}

class TreeWriter {
  readonly objects: NewObject[] = [];
  readonly blobs = new Map<string, string>();

  constructor(private readonly cache: TreeCache) {}

  /** The id of the changed folder, undefined when nothing is left in it. */
  async write(id: string | undefined, changes: Folder, prefix: string): Promise<string | undefined> {
    const tree = id === undefined ? RawTree.empty : await this.cache.read(id);
    const edits: TreeEdit[] = [];
    for (const name of new Set([...changes.folders.keys(), ...changes.files.keys()])) {
      const edit = await this.#editOf(tree, name, changes, prefix);
      if (edit) edits.push(edit);
    }
    if (edits.length === 0) return id;
    const { tree: edited, pieces } = tree.edit(edits);
    if (edited.size === 0) return undefined;
    const editedId = objectId('tree', edited.bytes);
    this.cache.add(editedId, edited);
    const delta = id === undefined ? undefined : { baseId: id, baseSize: tree.bytes.length, pieces };
    this.objects.push({ id: editedId, type: 'tree', content: edited.bytes, delta });
    return editedId;
  }

  async #editOf(tree: RawTree, name: string, changes: Folder, prefix: string): Promise<TreeEdit | undefined> {
    const path = prefix + name;
    const folder = tree.find(name, 'folder');
    const file = folder ? undefined : tree.find(name, 'file');
    const change = changes.files.get(name);
    const below = changes.folders.get(name);
    let entry = folder;
    if (below) {
      const blocked = file && !(change && isDeletion(change));
      if (blocked) throw conflict(firstPath(below), path, file);
      const id = await this.write(folder?.id, below, `${path}/`);
      entry = id === undefined ? undefined : { mode: FOLDER, id };
    }
    if (change) entry = this.#changed(change, path, file, entry);
    const was = folder ? 'folder' : file && 'file';
    const before = folder ?? file;
    if (before?.id === entry?.id && before?.mode === entry?.mode) return undefined;
    return { name, was, entry };
  }

  /** @param folder what stands under the name as a folder once the changes below it are made */
  #changed(
    change: FileChange,
    path: string,
    file: RawEntry | undefined,
    folder: RawEntry | undefined,
  ): RawEntry | undefined {
    if (file && !isPlainFile(file)) throw conflict(path, path, file);
    const actual = file?.id ?? null;
    if (change.base !== undefined && change.base !== actual) {
      throw new Refused({ kind: 'path_moved', path, expected: change.base, actual });
    }
    if (isDeletion(change)) {
      if (!file) throw new Refused({ kind: 'path_missing', path });
      return folder;
    }
    if (folder) throw conflict(path, path, folder);
    const id = this.#blobOf(change, actual);
    this.blobs.set(path, id);
    return { mode: 'mode' in change && change.mode ? change.mode : (file?.mode ?? PLAIN), id };
  }

  #blobOf(change: FileChange, actual: string | null): string {
    if ('blobId' in change) return change.blobId;
    const content = Buffer.from(change.content ?? []);
    const id = blobId(content);
    if (id !== actual) this.objects.push({ id, type: 'blob', content });
    return id;
  }
}

function isDeletion(change: FileChange): boolean {
  return 'content' in change && change.content === null;
}

function isPlainFile(entry: RawEntry): boolean {
  return entry.mode.startsWith('100');
}

function firstPath(folder: Folder): string {
  for (const change of folder.files.values()) return change.path;
  for (const below of folder.folders.values()) return firstPath(below);
  return '';
}

function conflict(path: string, at: string, entry: RawEntry): Refused {
  const found = isPlainFile(entry)
    ? 'file'
    : entry.mode === '120000'
      ? 'link'
      : entry.mode === '160000'
        ? 'submodule'
        : 'folder';
  return new Refused({ kind: 'path_conflict', path, at, found });
}
