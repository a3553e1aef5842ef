import type { Json } from '../../schemas/json.js';

/** An answer that is kept. */
export interface Kept {
  /** JSON text: whoever is given the answer gets one of their own. */
  text: string;
  /** When it was given first, ms since the epoch. */
  at: number;
  /** A newer one is being fetched. */
  refreshing: boolean;
  /** Why the last attempt to fetch a newer one failed. */
  failure: string | undefined;
}

/** An answer that is being found out, for everybody who asks meanwhile. */
export interface Flight {
  outcome: Promise<Json>;
  waiting: number;
  landed: boolean;
  readonly abort: AbortController;
}

/** What is kept under one version of one policy, the longest unused first. */
export class Shelf {
  readonly flights = new Map<string, Flight>();
  readonly #kept = new Map<string, Kept>();
  /** Characters. */
  size = 0;

  get isEmpty(): boolean {
    return this.#kept.size === 0 && this.flights.size === 0;
  }

  get count(): number {
    return this.#kept.size;
  }

  /** The answer when it is younger than `longest` ms; an older one is dropped. */
  find(key: string, now: number, longest: number): Kept | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#kept.delete(key);
    if (now - kept.at < longest) {
      this.#kept.set(key, kept);
      return kept;
    }
    this.size -= kept.text.length;
    return undefined;
  }

  keep(key: string, text: string, at: number): void {
    this.#drop(key);
    this.#kept.set(key, { text, at, refreshing: false, failure: undefined });
    this.size += text.length;
  }

  dropLongestUnused(): void {
    const [key] = this.#kept.keys();
    if (key !== undefined) this.#drop(key);
  }

  #drop(key: string): void {
    this.size -= this.#kept.get(key)?.text.length ?? 0;
    this.#kept.delete(key);
  }
}
