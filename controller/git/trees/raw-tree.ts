import { Problem } from '../../problems/index.js';
import { emptyTree, objectId, parseCommit } from '../objects/commit-object.js';
import type { ObjectReader } from '../objects/contract.js';
import { entryBytes, entryName } from './names.js';

const SPACE = 0x20;
const SLASH = 0x2f;
const idBytes = 20;
/** Git sorts a folder as if its name had a slash at its end. */
const folderEnd = Buffer.of(SLASH);

/** A name can occur twice in a tree: once for a folder, once for a leaf (a file, link or submodule). */
export type EntryKind = 'leaf' | 'folder';

export interface RawEntry {
  mode: string;
  id: string;
}

export interface NamedEntry extends RawEntry {
  name: string;
}

/** Replaces the entry of a name, or removes it. `was` is undefined for a new name. */
export interface TreeEdit {
  name: string;
  was: EntryKind | undefined;
  entry: RawEntry | undefined;
}

/** A part of an edited tree: `length` bytes of the old tree at `from`, or new bytes. */
export type Piece = { from: number; length: number } | Buffer;

interface TreeCut {
  key: Buffer;
  index: number;
  removes: 0 | 1;
  bytes: Buffer | undefined;
}

/** A tree object as its bytes with an index: entries are isMatch and replaced without parsing the others. */
export class RawTree {
  static readonly empty = new RawTree(emptyTree, Buffer.alloc(0), Uint32Array.of(0));
  #isSorted = false;

  private constructor(
    readonly id: string,
    readonly bytes: Buffer,
    /** The offset of each entry, and the length of all entries. */
    private readonly starts: Uint32Array,
  ) {}

  /** @throws Problem git_failed when the bytes are not a tree */
  static parse(id: string, content: Uint8Array): RawTree {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const starts: number[] = [];
    for (let at = 0; at < bytes.length; ) {
      starts.push(at);
      const space = bytes.indexOf(SPACE, at);
      const end = space < 0 ? -1 : bytes.indexOf(0, space);
      if (end < 0 || end + idBytes >= bytes.length) throw damaged(id);
      at = end + 1 + idBytes;
    }
    starts.push(bytes.length);
    return new RawTree(id, bytes, Uint32Array.from(starts));
  }

  get size(): number {
    return this.starts.length - 1;
  }

  /** Returns the entry of that name and kind. @throws Problem git_failed when the entries are not in Git's order */
  find(name: string, kind: EntryKind): RawEntry | undefined {
    const { index, isMatch } = this.#search(sortKey(name, kind));
    return isMatch ? this.#entry(index) : undefined;
  }

  *entries(): Iterable<NamedEntry> {
    for (let index = 0; index < this.size; index++) {
      yield this.entryAt(index);
    }
  }

  entryAt(index: number): NamedEntry {
    const { from, to } = this.#nameRange(index);
    return { ...this.#entry(index), name: entryName(this.bytes, from, to) };
  }

  /** Returns the offset of an entry; for `size`, the length of the tree. */
  getStart(index: number): number {
    return this.starts[index] ?? 0;
  }

  /** Returns the tree after all edits, each name at most once, and its pieces. @throws as `find` */
  edit(edits: readonly TreeEdit[]): { tree: RawTree; pieces: Piece[] } {
    const cuts = edits.flatMap((edit) => this.#getCuts(edit));
    cuts.sort((a, b) => a.index - b.index || Buffer.compare(a.key, b.key));
    const pieces: Piece[] = [];
    const starts = new Uint32Array(
      cuts.reduce((sum, cut) => sum + (cut.bytes ? 1 : 0) - cut.removes, this.starts.length),
    );
    let index = 0;
    let filled = 0;
    let shift = 0;
    const keepUntil = (end: number) => {
      const from = this.getStart(index);
      const to = this.getStart(end);
      if (to > from) pieces.push({ from, length: to - from });
      for (; index < end; index++) starts[filled++] = this.getStart(index) + shift;
    };
    for (const cut of cuts) {
      keepUntil(cut.index);
      if (cut.bytes) {
        starts[filled++] = this.getStart(index) + shift;
        shift += cut.bytes.length;
        pieces.push(cut.bytes);
      }
      if (cut.removes) shift -= this.getStart(index + 1) - this.getStart(index++);
    }
    keepUntil(this.size);
    starts[filled] = this.bytes.length + shift;
    const parts = pieces.map((piece) =>
      Buffer.isBuffer(piece) ? piece : this.bytes.subarray(piece.from, piece.from + piece.length),
    );
    const bytes = Buffer.concat(parts);
    const tree = new RawTree(objectId('tree', bytes), bytes, starts);
    tree.#isSorted = true;
    return { tree, pieces };
  }

  #getCuts({ name, was, entry }: TreeEdit): TreeCut[] {
    const kind = entry && (entryType(entry.mode) === 'folder' ? 'folder' : 'leaf');
    const cuts: TreeCut[] = [];
    if (was !== undefined) {
      const key = sortKey(name, was);
      const bytes = kind === was ? encodeEntry(name, entry) : undefined;
      cuts.push({ key, index: this.#search(key).index, removes: 1, bytes });
    }
    if (kind !== undefined && kind !== was) {
      const key = sortKey(name, kind);
      cuts.push({ key, index: this.#search(key).index, removes: 0, bytes: encodeEntry(name, entry) });
    }
    return cuts;
  }

  #search(key: Buffer): { index: number; isMatch: boolean } {
    this.#requireOrder();
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(middle, key);
      if (order === 0) return { index: middle, isMatch: true };
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return { index: low, isMatch: false };
  }

  /** A tree can come from anyone: it is checked before the first binary search. */
  #requireOrder(): void {
    if (this.#isSorted) return;
    for (let index = 1; index < this.size; index++) {
      if (this.#compare(index - 1, this.#getKey(index)) >= 0) throw damaged(this.id);
    }
    this.#isSorted = true;
  }

  /** Git's order: by the bytes of the names, folders as if a slash followed their names. */
  #compare(index: number, key: Buffer): number {
    const { from, to } = this.#nameRange(index);
    const length = to - from;
    const shared = Math.min(length, key.length);
    const order = this.bytes.compare(key, 0, shared, from, from + shared);
    if (order !== 0) return order;
    const isFolder = this.#isFolder(index);
    if (length < key.length && isFolder) {
      return SLASH - (key[length] ?? 0) || length + 1 - key.length;
    }
    return length + (isFolder ? 1 : 0) - key.length;
  }

  #getKey(index: number): Buffer {
    const { from, to } = this.#nameRange(index);
    const name = this.bytes.subarray(from, to);
    return this.#isFolder(index) ? Buffer.concat([name, Buffer.of(SLASH)]) : name;
  }

  #isFolder(index: number): boolean {
    // Only the mode of a folder starts with a 4, or with a zero in old trees.
    const start = this.getStart(index);
    return this.bytes[start] === 0x34 || this.bytes[start] === 0x30;
  }

  #entry(index: number): RawEntry {
    const { from, to } = this.#nameRange(index);
    return {
      mode: this.bytes.toString('latin1', this.getStart(index), from - 1),
      id: this.bytes.toString('hex', to + 1, to + 1 + idBytes),
    };
  }

  #nameRange(index: number): { from: number; to: number } {
    const from = this.bytes.indexOf(SPACE, this.getStart(index)) + 1;
    return { from, to: this.getStart(index + 1) - idBytes - 1 };
  }
}

function sortKey(name: string, kind: EntryKind): Buffer {
  const bytes = entryBytes(name);
  return kind === 'folder' ? Buffer.concat([bytes, folderEnd]) : bytes;
}

function encodeEntry(name: string, entry: RawEntry | undefined): Buffer | undefined {
  if (!entry) return undefined;
  const { mode, id } = entry;
  return Buffer.concat([Buffer.from(`${mode} `), entryBytes(name), Buffer.of(0), Buffer.from(id, 'hex')]);
}

/** Returns the type of an entry by its mode, as Git writes it; undefined for an unknown mode. */
export function entryType(mode: string): 'folder' | 'file' | 'link' | 'submodule' | undefined {
  if (mode === '40000' || mode === '040000') return 'folder';
  if (mode === '120000') return 'link';
  if (mode === '160000') return 'submodule';
  return mode.startsWith('100') ? 'file' : undefined;
}

function damaged(id: string): Problem {
  return new Problem('git_failed', `The tree object ${id} is damaged.`);
}

const maxBytes = 64 * 1_048_576;
/** Larger trees are not prefetched: hundreds of them at once would fill the memory. */
const prefetchedBytes = 65_536;
/** The approximate cost of a tree besides its bytes. */
const overheadBytes = 200;

/** Parsed trees by id; the least recently used go first. */
export class TreeCache {
  readonly #trees = new Map<string, RawTree>();
  #bytes = 0;

  constructor(private readonly objects: ObjectReader) {}

  /** @throws Problem git_failed when there is no such tree, or it is damaged */
  async read(id: string): Promise<RawTree> {
    if (id === emptyTree) return RawTree.empty;
    const cached = this.#trees.get(id);
    if (cached) {
      this.#trees.delete(id);
      this.#trees.set(id, cached);
      return cached;
    }
    const object = (await this.objects.read([id])).get(id);
    if (object?.type !== 'tree') throw new Problem('git_failed', `The object ${id} is not a tree.`);
    const tree = RawTree.parse(id, object.content);
    this.add(tree);
    return tree;
  }

  /** Reads many small trees at once, for a walk that needs them one by one. */
  async prefetch(ids: readonly string[]): Promise<void> {
    const [first] = ids;
    if (first === undefined || (await this.read(first)).bytes.length > prefetchedBytes) return;
    const unknown = ids.filter((id) => id !== emptyTree && !this.#trees.has(id));
    if (unknown.length === 0) return;
    for (const [id, { type, content }] of await this.objects.read(unknown)) {
      if (type === 'tree') this.add(RawTree.parse(id, content));
    }
  }

  clear(): void {
    this.#trees.clear();
    this.#bytes = 0;
  }

  add(tree: RawTree): void {
    if (this.#trees.has(tree.id)) return;
    this.#trees.set(tree.id, tree);
    this.#bytes += cost(tree);
    for (const [oldest, old] of this.#trees) {
      if (this.#bytes <= maxBytes || oldest === tree.id) break;
      this.#trees.delete(oldest);
      this.#bytes -= cost(old);
    }
  }

  /** Returns the tree of a commit; a tree is its own. @throws Problem git_failed for any other object */
  async getRoot(commitOrTree: string): Promise<string> {
    if (commitOrTree === emptyTree || this.#trees.has(commitOrTree)) return commitOrTree;
    const object = (await this.objects.read([commitOrTree])).get(commitOrTree);
    return object?.type === 'tree' ? commitOrTree : parseCommit(commitOrTree, object).tree;
  }

  /** Returns the plain file at `path`; undefined when there is none, or a link, a submodule or a folder. */
  async fileEntry(rootId: string, path: string): Promise<RawEntry | undefined> {
    const names = path.split('/');
    const last = names.pop() ?? '';
    let id: string | undefined = rootId;
    for (const name of names) {
      id = (await this.read(id)).find(name, 'folder')?.id;
      if (id === undefined) return undefined;
    }
    const entry = (await this.read(id)).find(last, 'leaf');
    return entry && entryType(entry.mode) === 'file' ? entry : undefined;
  }
}

function cost(tree: RawTree): number {
  return tree.bytes.length + tree.size * 4 + overheadBytes;
}
