import type { EntityState } from '../state/branch-state.js';
import type { LayeredMap } from '../state/layered-map.js';
import type { EntityIndex } from './entity-index.js';
import type { SearchHit } from './ranking.js';

/** UTF-16 units of text in all indexes together. */
const maxSize = 24 * 2 ** 20;

/**
 * The indexes of all branches, one for each kind that was searched. Each is built at the first search; the least recently
 * used are dropped when all together hold too much text.
 */
export class Searches {
  readonly #indexes = new Map<string, EntityIndex>();

  async search(
    branch: string,
    kind: string,
    entities: LayeredMap<EntityState>,
    query: string,
  ): Promise<SearchHit[]> {
    // Loaded at the first search: most commands never search.
    const { EntityIndex } = await import('./entity-index.js');
    const key = `${kind}/${branch}`;
    const index = this.#indexes.get(key) ?? new EntityIndex();
    this.#indexes.delete(key);
    this.#indexes.set(key, index);
    const hits = await index.search(entities, query);
    this.#evict();
    return hits;
  }

  #evict(): void {
    let size = [...this.#indexes.values()].reduce((sum, index) => sum + index.size, 0);
    for (const [key, index] of this.#indexes) {
      if (size <= maxSize || this.#indexes.size === 1) return;
      this.#indexes.delete(key);
      size -= index.size;
    }
  }
}
