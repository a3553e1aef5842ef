import { parseJsonText, toJsonText } from '../../../../schemas/json/json-text.js';
import type { Json } from '../../../../schemas/json/types.js';
import { BatchQueue, type Queued } from '../../../concurrency/batch-queue.js';
import type { Storage, Write } from '../../../storage/index.js';
import { type Change, type Entry, StoreError } from './store-changes.js';
import type { Address, StoreTable } from './store-table.js';

/** A change that a step of a run makes. */
interface StepChange extends Change {
  /** The step's idempotency key. */
  id: string;
  runId: string;
  maxEntries: number | undefined;
}

type QueuedChange = Queued<StepChange, Json>;

/** The state of the store while a batch is applied. */
interface Batch {
  readonly now: number;
  /** JSON texts of the results of steps that were performed, by id. */
  readonly results: Map<string, string>;
  readonly current: Map<string, Entry | undefined>;
  /** In the order of the writes; undefined for a deletion. */
  readonly changed: Map<string, Entry | undefined>;
  readonly writes: Write[];
}

/** Makes the changes of one store; concurrent changes share a transaction. Must be the only writer of the store. */
export class StoreWriter {
  readonly #queue: BatchQueue<StepChange, Json>;
  /** The number of the last write; undefined until it is read from the database. */
  #written: number | undefined;
  /** An upper bound of the number of entries. */
  #entries = 0;

  constructor(
    private readonly address: Address,
    private readonly table: StoreTable,
    private readonly storage: Storage,
    private readonly now: () => number,
  ) {
    this.#queue = new BatchQueue({ max: 256, process: (batch) => this.#process(batch) });
  }

  /** Resolves when the change is durable. A step that was performed before gets its first result. @throws StoreError */
  submit(step: StepChange): Promise<Json> {
    return this.#queue.add(step);
  }

  async #process(queued: readonly QueuedChange[]): Promise<readonly QueuedChange[]> {
    try {
      const batch = await this.#read(queued);
      const before = new Set(batch.current.keys());
      const settle = queued.map((change) => apply(batch, change, this.table));
      const writes = [...batch.writes, ...this.#getWrites(batch.changed, before)];
      writes.push(...this.#overflow(queued.at(-1)?.item.maxEntries, batch.now));
      if (writes.length > 0) await this.storage.commit(writes);
      for (const settleOne of settle) settleOne();
      return [];
    } catch (error) {
      this.#written = undefined;
      throw error;
    }
  }

  async #read(queued: readonly QueuedChange[]): Promise<Batch> {
    const { table, address } = this;
    if (this.#written === undefined) {
      const extent = await table.extent(address);
      this.#entries = extent.entries;
      this.#written = extent.written;
    }
    const now = this.now();
    const keys = new Set(queued.map(({ item }) => item.key));
    return {
      now,
      results: await table.steps(queued.map(({ item }) => item.id)),
      current: await table.read(address, [...keys], now),
      changed: new Map(),
      writes: [],
    };
  }

  #getWrites(changed: ReadonlyMap<string, Entry | undefined>, before: ReadonlySet<string>): Write[] {
    return [...changed].map(([key, entry]) => {
      this.#entries += Number(entry !== undefined) - Number(before.has(key));
      if (!entry) return this.table.remove(this.address, key);
      this.#written = (this.#written ?? 0) + 1;
      return this.table.put(this.address, key, entry, this.#written);
    });
  }

  #overflow(maxEntries: number | undefined, now: number): Write[] {
    if (maxEntries === undefined || this.#entries <= maxEntries) return [];
    this.#entries = maxEntries;
    return this.table.removeBeyond(this.address, maxEntries, now);
  }
}

/** Applies one change to the batch. Returns a function that settles the caller's promise after the commit. */
function apply(batch: Batch, { item: step, resolve, reject }: QueuedChange, table: StoreTable): () => void {
  const { results, current, changed } = batch;
  const earlier = results.get(step.id);
  if (earlier !== undefined) return () => resolve(parseJsonText(earlier) as Json);
  try {
    const { next, result } = step.apply(current.get(step.key), batch.now);
    const text = toJsonText(result);
    batch.writes.push(table.insertStep(step.id, step.runId, text));
    results.set(step.id, text);
    // Deleted first, so that the entry moves to the end of the order of writes.
    changed.delete(step.key);
    changed.set(step.key, next);
    current.set(step.key, next);
    return () => resolve(result);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return () => reject(error);
  }
}
