import type { Json } from '../../../../schemas/json/types.js';

/** A cached answer. */
export interface CachedAnswer {
  /** JSON text, so that each asker gets its own copy. */
  text: string;
  /** The time of the answer, ms since the epoch. */
  at: number;
  /** True while a newer answer is fetched. */
  refreshing: boolean;
  /** The error of the last attempt to fetch a newer answer. */
  failure: string | undefined;
}

/** A question that is being answered, shared by all who ask it meanwhile. */
export interface PendingAnswer {
  outcome: Promise<Json>;
  /** The number of askers that wait. */
  waiting: number;
  settled: boolean;
  readonly abort: AbortController;
}

/** The answers cached under one version of one policy, least recently used first. */
export class PolicyCache {
  readonly pending = new Map<string, PendingAnswer>();
  readonly #cached = new Map<string, CachedAnswer>();
  /** Characters. */
  size = 0;

  get isEmpty(): boolean {
    return this.#cached.size === 0 && this.pending.size === 0;
  }

  get count(): number {
    return this.#cached.size;
  }

  /** The answer, if it is younger than `longest` ms; drops an older one. */
  find(key: string, now: number, maxAgeMs: number): CachedAnswer | undefined {
    const cached = this.#cached.get(key);
    if (!cached) return undefined;
    this.#cached.delete(key);
    if (now - cached.at < maxAgeMs) {
      this.#cached.set(key, cached);
      return cached;
    }
    this.size -= cached.text.length;
    return undefined;
  }

  keep(key: string, text: string, at: number): void {
    this.#drop(key);
    this.#cached.set(key, { text, at, refreshing: false, failure: undefined });
    this.size += text.length;
  }

  dropLeastRecent(): void {
    const [key] = this.#cached.keys();
    if (key !== undefined) this.#drop(key);
  }

  #drop(key: string): void {
    this.size -= this.#cached.get(key)?.text.length ?? 0;
    this.#cached.delete(key);
  }
}
