import { Problem } from '../../problems/index.js';
import { parseCommit } from '../objects/commit-object.js';
import type { ObjectReader } from '../objects/contract.js';
import { EMPTY_TREE } from '../objects/object-id.js';
import { entryType, type RawEntry, RawTree } from './raw-tree.js';

const MAX_BYTES = 64 * 1_048_576;
/** Larger trees are not prefetched: hundreds of them at once would fill the memory. */
const PREFETCHED_BYTES = 65_536;
/** The approximate cost of a tree besides its bytes. */
const OVERHEAD_BYTES = 200;

/** Parsed trees by id; the least recently used go first. */
export class TreeCache {
  readonly #trees = new Map<string, RawTree>();
  #bytes = 0;

  constructor(private readonly objects: ObjectReader) {}

  /** @throws Problem git_failed when there is no such tree, or it is damaged */
  async read(id: string): Promise<RawTree> {
    if (id === EMPTY_TREE) return RawTree.empty;
    const known = this.#trees.get(id);
    if (known) {
      this.#trees.delete(id);
      this.#trees.set(id, known);
      return known;
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
    if (first === undefined || (await this.read(first)).bytes.length > PREFETCHED_BYTES) return;
    const unknown = ids.filter((id) => id !== EMPTY_TREE && !this.#trees.has(id));
    if (unknown.length === 0) return;
    for (const [id, { type, content }] of await this.objects.read(unknown)) {
      if (type === 'tree') this.add(RawTree.parse(id, content));
    }
  }

  add(tree: RawTree): void {
    if (this.#trees.has(tree.id)) return;
    this.#trees.set(tree.id, tree);
    this.#bytes += cost(tree);
    for (const [oldest, old] of this.#trees) {
      if (this.#bytes <= MAX_BYTES || oldest === tree.id) break;
      this.#trees.delete(oldest);
      this.#bytes -= cost(old);
    }
  }

  /** Returns the tree of a commit; a tree is its own. @throws Problem git_failed for any other object */
  async rootOf(commitOrTree: string): Promise<string> {
    if (commitOrTree === EMPTY_TREE || this.#trees.has(commitOrTree)) return commitOrTree;
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
  return tree.bytes.length + tree.size * 4 + OVERHEAD_BYTES;
}
