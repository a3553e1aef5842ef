import type { Json } from '../../schemas/json.js';
import type { Storage, Write } from '../storage/index.js';
import type { Change, Entry } from './changes.js';
import { StoreError } from './contract.js';
import type { Address, Entries } from './entries.js';

/** A change on its way into a store. */
export interface Job extends Change {
  /** The step's idempotency key. */
  id: string;
  runId: string;
  maxEntries: number | undefined;
}

interface Waiting {
  job: Job;
  resolve(result: Json): void;
  reject(error: unknown): void;
}

/** Changes made in one go. */
const batchSize = 256;

/**
 * The changes of one store, one after the other. What came while a batch was being written makes the next one, so that
 * changes at the same time share a write and none is lost. Needs to be the only writer of the store.
 */
export class Lane {
  #waiting: Waiting[] = [];
  #working = false;
  /** The number of the last write. */
  #written: number | undefined;
  /** There are not more entries than this. */
  #entries = 0;

  constructor(
    private readonly address: Address,
    private readonly entries: Entries,
    private readonly storage: Storage,
    private readonly now: () => number,
  ) {}

  /** Resolves when the change is durable; one that was made before gives what it gave. @throws StoreError */
  submit(job: Job): Promise<Json> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      if (!this.#working) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#working = true;
    // Whoever comes in the same turn comes along.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchSize);
      try {
        await this.#perform(batch);
      } catch (error) {
        this.#written = undefined;
        for (const { reject } of batch) reject(error);
      }
    }
    this.#working = false;
  }

  async #perform(batch: readonly Waiting[]): Promise<void> {
    const { entries, address } = this;
    if (this.#written === undefined) {
      const extent = await entries.extent(address);
      this.#entries = extent.entries;
      this.#written = extent.written;
    }
    const now = this.now();
    const steps = await entries.steps(batch.map(({ job }) => job.id));
    const current = await entries.read(address, [...new Set(batch.map(({ job }) => job.key))], now);
    const before = new Set(current.keys());
    const settled: (() => void)[] = [];
    const changed = new Map<string, Entry | undefined>();
    const writes: Write[] = [];
    for (const { job, resolve, reject } of batch) {
      const earlier = steps.get(job.id);
      try {
        const { next, result } =
          earlier === undefined
            ? job.apply(current.get(job.key), now)
            : { next: current.get(job.key), result: JSON.parse(earlier) as Json };
        settled.push(() => resolve(result));
        if (earlier !== undefined) continue;
        writes.push(entries.insertStep(job.id, job.runId, JSON.stringify(result)));
        steps.set(job.id, JSON.stringify(result));
        // Written again, it is younger than the others.
        changed.delete(job.key);
        changed.set(job.key, next);
        if (next) current.set(job.key, next);
        else current.delete(job.key);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        settled.push(() => reject(error));
      }
    }
    writes.push(...this.#writesOf(changed, before));
    writes.push(...this.#overflow(batch.at(-1)?.job.maxEntries, now));
    if (writes.length > 0) await this.storage.commit({ collect: () => writes });
    for (const settle of settled) settle();
  }

  #writesOf(changed: ReadonlyMap<string, Entry | undefined>, before: ReadonlySet<string>): Write[] {
    return [...changed].map(([key, entry]) => {
      this.#entries += Number(entry !== undefined) - Number(before.has(key));
      if (!entry) return this.entries.remove(this.address, key);
      this.#written = (this.#written ?? 0) + 1;
      return this.entries.put(this.address, key, entry, this.#written);
    });
  }

  #overflow(maxEntries: number | undefined, now: number): Write[] {
    if (maxEntries === undefined || this.#entries <= maxEntries) return [];
    this.#entries = maxEntries;
    return this.entries.removeBeyond(this.address, maxEntries, now);
  }
}
