import { Problem } from '../../problems/index.js';
import { entryName } from '../entry-name.js';

const SPACE = 0x20;
const SLASH = 0x2f;
const ID_BYTES = 20;
const LONGEST_MODE = 6;
const FOLDER_MODES: ReadonlySet<string> = new Set(['40000', '040000']);

export type EntryKind = 'file' | 'folder';

export interface RawEntry {
  mode: string;
  id: string;
}

export interface NamedEntry extends RawEntry {
  name: string;
}

/** Puts an entry in the place of what a name stands for, or takes that away. Nothing is where `was` is undefined. */
export interface TreeEdit {
  name: string;
  was: EntryKind | undefined;
  entry: RawEntry | undefined;
}

/** What an edited tree is made of: `length` bytes of the old one at `from`, or bytes of its own. */
export type Piece = { from: number; length: number } | Buffer;

interface Cut {
  key: Buffer;
  index: number;
  removes: 0 | 1;
  bytes: Buffer | undefined;
}

/** A tree object as its bytes with an index into them: entries are found and replaced without taking it apart. */
export class RawTree {
  static readonly empty = new RawTree(Buffer.alloc(0), Uint32Array.of(0));

  private constructor(
    readonly bytes: Buffer,
    /** Where each entry starts, and after the last the length of all. */
    private readonly starts: Uint32Array,
  ) {}

  /** @throws Problem git_failed when the bytes are no tree, or its entries are not in Git's order */
  static parse(id: string, content: Uint8Array): RawTree {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const starts: number[] = [];
    for (let at = 0; at < bytes.length; ) {
      starts.push(at);
      const space = bytes.indexOf(SPACE, at);
      const end = space < 0 ? -1 : bytes.indexOf(0, space);
      if (end < 0 || space - at > LONGEST_MODE || end + ID_BYTES >= bytes.length) throw damaged(id);
      at = end + 1 + ID_BYTES;
    }
    const tree = new RawTree(bytes, Uint32Array.from([...starts, bytes.length]));
    for (let index = 1; index < tree.size; index++) {
      if (tree.#compare(index - 1, tree.#keyOf(index)) >= 0) throw damaged(id);
    }
    return tree;
  }

  get size(): number {
    return this.starts.length - 1;
  }

  /** The entry of that name and kind, if there is one. */
  find(name: string, kind: EntryKind): RawEntry | undefined {
    const { index, found } = this.#search(sortKey(name, kind));
    return found ? this.#entry(index) : undefined;
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

  /** Where the entry starts in the bytes; that of `size` is their length. */
  startOf(index: number): number {
    return this.starts[index] ?? 0;
  }

  /** The tree after all edits, each name at most once, and the pieces it is made of. */
  edit(edits: readonly TreeEdit[]): { tree: RawTree; pieces: Piece[] } {
    const cuts = edits.flatMap((edit) => this.#cutsOf(edit));
    cuts.sort((a, b) => a.index - b.index || Buffer.compare(a.key, b.key));
    const pieces: Piece[] = [];
    const starts = new Uint32Array(cuts.reduce((sum, cut) => sum + countChange(cut), this.starts.length));
    let index = 0;
    let filled = 0;
    let shift = 0;
    const keepUntil = (end: number) => {
      const from = this.startOf(index);
      const to = this.startOf(end);
      if (to > from) pieces.push({ from, length: to - from });
      for (; index < end; index++) starts[filled++] = this.startOf(index) + shift;
    };
    for (const cut of cuts) {
      keepUntil(cut.index);
      if (cut.bytes) {
        starts[filled++] = this.startOf(index) + shift;
        shift += cut.bytes.length;
        pieces.push(cut.bytes);
      }
      if (cut.removes) shift -= this.startOf(index + 1) - this.startOf(index++);
    }
    keepUntil(this.size);
    starts[filled] = this.bytes.length + shift;
    const parts = pieces.map((piece) =>
      Buffer.isBuffer(piece) ? piece : this.bytes.subarray(piece.from, piece.from + piece.length),
    );
    return { tree: new RawTree(Buffer.concat(parts), starts), pieces };
  }

  #cutsOf({ name, was, entry }: TreeEdit): Cut[] {
    const kind = entry && (FOLDER_MODES.has(entry.mode) ? 'folder' : 'file');
    const cuts: Cut[] = [];
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

  #search(key: Buffer): { index: number; found: boolean } {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(middle, key);
      if (order === 0) return { index: middle, found: true };
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return { index: low, found: false };
  }

  /** Git's order: by the bytes of the names, folders as if a slash stood after theirs. */
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

  #keyOf(index: number): Buffer {
    const { from, to } = this.#nameRange(index);
    const name = this.bytes.subarray(from, to);
    return this.#isFolder(index) ? Buffer.concat([name, Buffer.of(SLASH)]) : name;
  }

  #isFolder(index: number): boolean {
    // Only a folder's mode starts with a 4, after a zero in old trees.
    const start = this.startOf(index);
    return this.bytes[start] === 0x34 || this.bytes[start] === 0x30;
  }

  #entry(index: number): RawEntry {
    const { from, to } = this.#nameRange(index);
    return {
      mode: this.bytes.toString('latin1', this.startOf(index), from - 1),
      id: this.bytes.toString('hex', to + 1, to + 1 + ID_BYTES),
    };
  }

  #nameRange(index: number): { from: number; to: number } {
    const from = this.bytes.indexOf(SPACE, this.startOf(index)) + 1;
    return { from, to: this.startOf(index + 1) - ID_BYTES - 1 };
  }
}

function countChange(cut: Cut): number {
  return (cut.bytes ? 1 : 0) - cut.removes;
}

function sortKey(name: string, kind: EntryKind): Buffer {
  return Buffer.from(kind === 'folder' ? `${name}/` : name);
}

function encodeEntry(name: string, entry: RawEntry | undefined): Buffer | undefined {
  return entry && Buffer.concat([Buffer.from(`${entry.mode} ${name}\0`), Buffer.from(entry.id, 'hex')]);
}

function damaged(id: string): Problem {
  return new Problem('git_failed', `The tree object ${id} is damaged.`);
}
