import { BoundedMap } from '../../concurrency/bounded-map.js';
import type { PlacedCommit } from './contract.js';

/** The most cached sets of reachable commits: one per branch in use. */
const maxSets = 16;

/** The indexed commits in memory, by ordinal: parents and times. Parents have smaller ordinals. */
export class IndexedCommits {
  readonly #ordinals = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #parents: (readonly number[])[] = [];
  readonly #times: number[] = [];
  readonly #reachable = new BoundedMap<number, Uint8Array>(maxSets);

  /** The ordinal of the next commit. */
  get next(): number {
    return this.#parents.length;
  }

  /** @param time seconds since the epoch */
  add(ordinal: number, commit: { id: string; parents: readonly number[]; time: number }): void {
    this.#ordinals.set(commit.id, ordinal);
    this.#ids[ordinal] = commit.id;
    this.#parents[ordinal] = commit.parents;
    this.#times[ordinal] = commit.time;
  }

  findOrdinal(id: string): number | undefined {
    return this.#ordinals.get(id);
  }

  startingWith(prefix: string, max: number): string[] {
    const ids: string[] = [];
    for (const id of this.#ordinals.keys()) {
      if (!id.startsWith(prefix)) continue;
      ids.push(id);
      if (ids.length === max) break;
    }
    return ids;
  }

  get(ordinal: number): PlacedCommit {
    return {
      commit: this.#ids[ordinal] ?? '',
      time: this.#times[ordinal] ?? 0,
      order: ordinal,
      isMerge: this.getParents(ordinal).length > 1,
    };
  }

  getParents(ordinal: number): readonly number[] {
    return this.#parents[ordinal] ?? [];
  }

  /** Returns the commits reachable from one, itself included: 1 at their ordinals. Read-only. */
  reachableFrom(ordinal: number): Uint8Array {
    const cached = this.#reachable.get(ordinal);
    if (cached) return cached;
    const reached = new Uint8Array(ordinal + 1);
    reached[ordinal] = 1;
    // Parents have smaller ordinals, so that one pass downwards sees all.
    for (let at = ordinal; at >= 0; at--) {
      if (reached[at]) for (const parent of this.#parents[at] ?? []) reached[parent] = 1;
    }
    this.#reachable.set(ordinal, reached);
    return reached;
  }
}
