import { randomUUID } from 'node:crypto';
import { blobId, emptyTree, encodeCommit, objectId } from '../objects/commit-object.js';
import type { Author } from '../objects/contract.js';
import type { NewObject } from '../packs/pack-store.js';
import type { FileChange, FileMode } from '../trees/contract.js';
import { pathFault } from '../trees/names.js';
import { entryType, type RawEntry, RawTree, type TreeCache, type TreeEdit } from '../trees/raw-tree.js';
import type { CommitOutcome, CommitRefusal, CommitRequest, CommitSealing } from './contract.js';

const PLAIN: FileMode = '100644';
const FOLDER = '40000';

/** A changed tree, the new objects, and the blob of each written path. */
interface WrittenTree {
  id: string;
  objects: NewObject[];
  blobs: Map<string, string>;
}

/** The changes below one folder: by name, to its files and below its folders. */
interface Folder {
  files: Map<string, FileChange>;
  folders: Map<string, Folder>;
}

/** Writes the trees that `changes` touch, without empty folders. Returns the refusal of the first impossible change. */
async function writeTree(
  cache: TreeCache,
  rootId: string,
  changes: readonly FileChange[],
): Promise<WrittenTree | { refusal: CommitRefusal }> {
  const root: Folder = { files: new Map(), folders: new Map() };
  for (const change of changes) {
    const reason = pathFault(change.path) ?? arrange(root, change);
    if (reason !== undefined) return { refusal: { kind: 'path_invalid', path: change.path, reason } };
  }
  const writer = new TreeWriter(cache);
  const tree = await writer.write(rootId, root, '');
  if (writer.refusal) return { refusal: writer.refusal };
  const id = tree ?? emptyTree;
  if (id === emptyTree) writer.objects.push({ id, type: 'tree', content: Buffer.alloc(0) });
  return { id, objects: writer.objects, blobs: writer.blobs };
}

/** Puts a change into its folder. Returns why it cannot be made. */
function arrange(root: Folder, change: FileChange): string | undefined {
  const names = change.path.split('/');
  const name = names.pop() ?? '';
  let folder = root;
  for (const each of names) {
    const below = folder.folders.get(each) ?? { files: new Map(), folders: new Map() };
    folder.folders.set(each, below);
    folder = below;
  }
  if (folder.files.has(name)) return 'it is changed twice in one commit';
  folder.files.set(name, change);
  return undefined;
}

class TreeWriter {
  readonly objects: NewObject[] = [];
  readonly blobs = new Map<string, string>();
  /** The first change that cannot be made; nothing further is written then. */
  refusal: CommitRefusal | undefined;

  constructor(private readonly cache: TreeCache) {}

  /** Returns the id of the changed folder; undefined when nothing is left in it. */
  async write(id: string | undefined, changes: Folder, prefix: string): Promise<string | undefined> {
    const tree = id === undefined ? RawTree.empty : await this.cache.read(id);
    const edits: TreeEdit[] = [];
    for (const name of new Set([...changes.folders.keys(), ...changes.files.keys()])) {
      const edit = await this.#findEdit(tree, name, changes, prefix);
      if (this.refusal) return id;
      if (edit) edits.push(edit);
    }
    if (edits.length === 0) return id;
    const { tree: edited, pieces } = tree.edit(edits);
    if (edited.size === 0) return undefined;
    this.cache.add(edited);
    const delta = id === undefined ? undefined : { baseId: id, baseSize: tree.bytes.length, pieces };
    this.objects.push({ id: edited.id, type: 'tree', content: edited.bytes, delta });
    return edited.id;
  }

  async #findEdit(
    tree: RawTree,
    name: string,
    changes: Folder,
    prefix: string,
  ): Promise<TreeEdit | undefined> {
    const path = prefix + name;
    const folder = tree.find(name, 'folder');
    const leaf = folder ? undefined : tree.find(name, 'leaf');
    const change = changes.files.get(name);
    const below = changes.folders.get(name);
    let entry = folder;
    if (below) {
      if (leaf && !(change && isDeletion(change))) return this.#conflict(firstPath(below), path, leaf);
      const id = await this.write(folder?.id, below, `${path}/`);
      if (this.refusal) return undefined;
      entry = id === undefined ? undefined : { mode: FOLDER, id };
    }
    if (change) entry = this.#changed(change, leaf, entry);
    const was = folder ? 'folder' : leaf && 'leaf';
    const before = folder ?? leaf;
    if (before?.id === entry?.id && before?.mode === entry?.mode) return undefined;
    return { name, was, entry };
  }

  /** @param folder the folder of that name, once the changes below it are made */
  #changed(
    change: FileChange,
    leaf: RawEntry | undefined,
    folder: RawEntry | undefined,
  ): RawEntry | undefined {
    const { path } = change;
    if (leaf && entryType(leaf.mode) !== 'file') return this.#conflict(path, path, leaf);
    const actual = leaf?.id ?? null;
    if (change.base !== undefined && change.base !== actual) {
      return this.#refuse({ kind: 'path_moved', path, expected: change.base, actual });
    }
    if (isDeletion(change)) return leaf ? folder : this.#refuse({ kind: 'path_missing', path });
    if (folder) return this.#conflict(path, path, folder);
    const id = this.#getBlob(change, actual);
    this.blobs.set(path, id);
    return { mode: 'mode' in change && change.mode ? change.mode : (leaf?.mode ?? PLAIN), id };
  }

  #getBlob(change: FileChange, actual: string | null): string {
    if ('blobId' in change) return change.blobId;
    const content = Buffer.from(change.content ?? []);
    const id = blobId(content);
    if (id !== actual) this.objects.push({ id, type: 'blob', content });
    return id;
  }

  #conflict(path: string, at: string, { mode }: RawEntry): undefined {
    return this.#refuse({ kind: 'path_conflict', path, at, found: entryType(mode) ?? 'folder' });
  }

  #refuse(refusal: CommitRefusal): undefined {
    this.refusal ??= refusal;
    return undefined;
  }
}

function isDeletion(change: FileChange): boolean {
  return 'content' in change && change.content === null;
}

function firstPath(folder: Folder): string {
  for (const change of folder.files.values()) return change.path;
  for (const below of folder.folders.values()) return firstPath(below);
  return '';
}

const COMMITTER: Author = { name: 'svc', email: 'svc@localhost' };

/** Builds commits one upon the other, in memory, on top of the tip of a branch. */
export class CommitBuilder {
  readonly objects: NewObject[] = [];
  /** The size of all objects, before compression. */
  bytes = 0;
  /** Commit of this builder → whether it is signed. */
  readonly #signed = new Map<string, boolean>();

  private constructor(
    private readonly cache: TreeCache,
    private readonly sealing: CommitSealing,
    private commit: string | null,
    private tree: string,
  ) {}

  /** @throws Problem git_failed when the tip cannot be read */
  static async at(tip: string | null, cache: TreeCache, sealing: CommitSealing): Promise<CommitBuilder> {
    return new CommitBuilder(cache, sealing, tip, tip === null ? emptyTree : await cache.getRoot(tip));
  }

  get tip(): string | null {
    return this.commit;
  }

  /** Adds a commit, or returns why it cannot be made. @throws Problem git_failed */
  async add(request: CommitRequest): Promise<CommitOutcome> {
    const { commit: parent, tree } = this;
    const { expected, mergedParents = [] } = request;
    if (expected !== undefined && expected !== parent) {
      return { ok: false, refusal: { kind: 'moved', expected, actual: parent } };
    }
    if (parent === null && expected === undefined) return { ok: false, refusal: { kind: 'branch_missing' } };
    const nextTree = await writeTree(this.cache, tree, request.changes);
    if ('refusal' in nextTree) return { ok: false, refusal: nextTree.refusal };
    if (nextTree.id === tree && parent !== null && mergedParents.length === 0) {
      return { ok: false, refusal: { kind: 'unchanged', tip: parent } };
    }
    const parents = [...(parent === null ? [] : [parent]), ...mergedParents];
    const encoded = encodeCommit({
      tree: nextTree.id,
      parents,
      author: request.author,
      committer: COMMITTER,
      time: Math.floor(Date.now() / 1000),
      message: request.message,
      trailers: request.trailers ?? [],
    });
    const { change = randomUUID() } = request;
    const { content, isSigned } = await this.#seal(encoded, change, parents);
    const id = objectId('commit', content);
    this.#signed.set(id, isSigned);
    for (const object of [...nextTree.objects, { id, type: 'commit' as const, content }]) {
      this.objects.push(object);
      this.bytes += object.content.length;
    }
    this.commit = id;
    this.tree = nextTree.id;
    return { ok: true, commit: id, parent, blobs: nextTree.blobs };
  }

  /**
   * Adds the proof that svc wrote the commit, and its signature. A signature vouches for the whole history below, so that there
   * is none on commits that svc does not trust; the commits of others, which a replay writes again, get neither.
   */
  async #seal(
    encoded: Buffer,
    change: string | null,
    parents: readonly string[],
  ): Promise<{ content: Buffer; isSigned: boolean }> {
    const { proofs, signer, trusts } = this.sealing;
    if (change === null) return { content: encoded, isSigned: false };
    const proven = proofs.prove(encoded, change);
    if (!signer) return { content: proven, isSigned: false };
    for (const parent of parents) {
      // The commits of this builder are not on the disk yet.
      if (!(this.#signed.get(parent) ?? (await trusts(parent)))) return { content: proven, isSigned: false };
    }
    return { content: await signer.sign(proven), isSigned: true };
  }
}
