import { Problem } from '../../problems/index.js';
import type { ObjectReader } from '../contract.js';
import { EMPTY_TREE } from '../object-id.js';
import { RawTree } from './raw-tree.js';

const MAX_BYTES = 64 * 1_048_576;
/** Hundreds of larger ones at once would fill the memory. */
const PREPARED_BYTES = 65_536;
/** What a tree costs beside its bytes, roughly. */
const OVERHEAD_BYTES = 200;

/** Trees by id, parsed, the least recently used let go first. */
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
    this.add(id, tree);
    return tree;
  }

  /** Reads many trees at once, where they are small: for a walk that will want them one by one. */
  async prepare(ids: readonly string[]): Promise<void> {
    const [first] = ids;
    if (first === undefined || (await this.read(first)).bytes.length > PREPARED_BYTES) return;
    const unknown = ids.filter((id) => id !== EMPTY_TREE && !this.#trees.has(id));
    for (const [id, { type, content }] of await this.objects.read(unknown)) {
      if (type === 'tree') this.add(id, RawTree.parse(id, content));
    }
  }

  add(id: string, tree: RawTree): void {
    if (this.#trees.has(id)) return;
    this.#trees.set(id, tree);
    this.#bytes += cost(tree);
    for (const [oldest, old] of this.#trees) {
      if (this.#bytes <= MAX_BYTES || oldest === id) break;
      this.#trees.delete(oldest);
      this.#bytes -= cost(old);
    }
  }
}

function cost(tree: RawTree): number {
  return tree.bytes.length + tree.size * 4 + OVERHEAD_BYTES;
}
