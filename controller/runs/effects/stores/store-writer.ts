import { parseJsonText, toJsonText } from '../../../../schemas/json/json-text.js';
import type { Json } from '../../../../schemas/json/types.js';
import {
  isConstraintViolation,
  type ReadSet,
  type Row,
  type Storage,
  type Write,
  type WriteUnit,
} from '../../../storage/index.js';
import { type Change, type Entry, StoreError } from './store-changes.js';
import type { Address, StoreTable } from './store-table.js';

/** A change that a step of a run makes. */
interface StepChange extends Change, Address {
  /** The step's idempotency key. */
  id: string;
  runId: string;
  maxEntries: number | undefined;
}

interface PendingChange {
  readonly step: StepChange;
  resolve(result: Json): void;
  reject(error: unknown): void;
}

/** A store as this process last saw it. */
interface Extent {
  /** The number of the last write; undefined until it is read from the database. */
  written: number | undefined;
  /** An upper bound of the number of entries, but for those that other nodes have added since; undefined until it is counted. */
  entries: number | undefined;
  /** When the entries were counted, by `performance.now`. */
  countedAt: number;
}

/** Changes of one transaction. */
const maxChanges = 256;
/** The time between two counts of the entries of a store with a limit, while other nodes write too. */
const countEveryMs = 1_000;
/** The numbers of writes count up from the time, so that those of all nodes are in one order. */
const numbersOfMs = 1_000;

/**
 * Makes the changes of all stores. A change reads its entry and writes it in one transaction, which all changes of a moment
 * share; a lock of the key keeps other nodes from the entry meanwhile.
 */
export class StoreWriter {
  readonly #extents = new Map<string, Extent>();
  #waiting: PendingChange[] = [];
  /** True when a step that waits may have been performed before: its row is there already. */
  #mayRepeat = false;
  /** True while a transaction is asked for that will take the changes that wait. */
  #isQueued = false;

  constructor(
    private readonly table: StoreTable,
    private readonly storage: Storage,
    private readonly now: () => number,
  ) {}

  /** Resolves when the change is durable. A step that was performed before gets its first result. @throws StoreError */
  submit(step: StepChange): Promise<Json> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ step, resolve, reject });
      if (!this.#isQueued) this.#commit();
    });
  }

  #commit(): void {
    this.#isQueued = true;
    const batch = new StoreBatch(this.table, this.now, {
      take: () => this.#take(),
      isAlone: this.storage.node === undefined,
      getExtent: (address) => this.#getExtent(address),
    });
    this.storage.commit(batch).then(
      () => {
        batch.settle();
        if (batch.refused.length > 0) this.#repeat(batch.refused);
      },
      (error) => {
        this.#extents.clear();
        if (batch.isRepeatable && isConstraintViolation(error)) return this.#repeat(batch.changes);
        batch.fail(error);
        // The storage was closed before it began.
        if (!batch.hasBegun) for (const { reject } of this.#take().changes) reject(error);
      },
    );
  }

  /** Makes changes again, after a look for the results of steps that were performed before. */
  #repeat(changes: readonly PendingChange[]): void {
    this.#waiting.unshift(...changes);
    this.#mayRepeat = true;
    if (!this.#isQueued) this.#commit();
  }

  /** Returns the changes that the transaction makes; the next one makes the others. */
  #take(): Taken {
    const changes = this.#waiting.splice(0, maxChanges);
    const mayRepeat = this.#mayRepeat;
    this.#mayRepeat = mayRepeat && this.#waiting.length > 0;
    this.#isQueued = false;
    if (this.#waiting.length > 0) this.#commit();
    return { changes, mayRepeat };
  }

  #getExtent(address: Address): Extent {
    const name = getName(address);
    let extent = this.#extents.get(name);
    if (!extent) {
      extent = { written: undefined, entries: undefined, countedAt: 0 };
      this.#extents.set(name, extent);
    }
    return extent;
  }
}

interface Taken {
  readonly changes: readonly PendingChange[];
  /** True where steps may have been performed before, so that their results are read. */
  readonly mayRepeat: boolean;
}

interface BatchOptions {
  take(): Taken;
  /** True where no other node writes. */
  readonly isAlone: boolean;
  getExtent(address: Address): Extent;
}

type StoreChanges = readonly [PendingChange, ...PendingChange[]];

/** The changes of one store in a transaction. */
interface StorePart {
  readonly address: Address;
  readonly extent: Extent;
  readonly changes: StoreChanges;
  readonly readsLast: boolean;
  readonly counts: boolean;
  /** The limit of the change that came last. */
  readonly maxEntries: number | undefined;
}

/** The state of a store while the changes are applied. */
interface StoreState {
  readonly current: Map<string, Entry | undefined>;
  /** In the order of the writes; undefined for a deletion. */
  readonly changed: Map<string, Entry | undefined>;
}

/** The changes that one transaction makes. */
class StoreBatch implements WriteUnit {
  #taken: Taken | undefined;
  #parts: readonly StorePart[] = [];
  /** Settle the callers as the last call of `collect` decided. */
  #outcomes: (() => void)[] = [];
  #extents: (() => void)[] = [];

  constructor(
    private readonly table: StoreTable,
    private readonly now: () => number,
    private readonly options: BatchOptions,
  ) {}

  get hasBegun(): boolean {
    return this.#taken !== undefined;
  }

  get changes(): readonly PendingChange[] {
    return this.#taken?.changes ?? [];
  }

  /** Changes that the store refuses unless their steps were performed before, when it did not. */
  readonly refused: PendingChange[] = [];

  /** True where the rows of steps were not looked for. */
  get isRepeatable(): boolean {
    return this.#taken?.mayRepeat === false;
  }

  getReadSet(): ReadSet {
    this.#taken = this.options.take();
    const { changes, mayRepeat } = this.#taken;
    this.#parts = groupByStore(changes).map((ofStore) => this.#getPart(ofStore));
    const { table } = this;
    const reads = this.#parts.flatMap(({ address, changes: ofStore, readsLast, counts }) => [
      table.readEntries(address, [...new Set(ofStore.map(({ step }) => step.key))]),
      ...(readsLast ? [table.readLast(address)] : []),
      ...(counts ? [table.countEntries(address)] : []),
    ]);
    return {
      locks: [...new Set(changes.map(({ step }) => `store ${getName(step)} ${step.key}`))],
      reads: mayRepeat ? [table.readSteps(changes.map(({ step }) => step.id)), ...reads] : reads,
    };
  }

  collect(rows: readonly (readonly Row[])[]): Write[] {
    this.#outcomes = [];
    this.#extents = [];
    this.refused.length = 0;
    const left = rows.values();
    const next = (): readonly Row[] => left.next().value ?? [];
    const steps = this.#taken?.mayRepeat ? next() : [];
    const results = new Map(steps.map(({ id, result }) => [String(id), String(result)]));
    return this.#parts.flatMap((part) => this.#collectStore(part, results, next));
  }

  /** To be called after the commit. */
  settle(): void {
    for (const apply of this.#extents) apply();
    for (const settle of this.#outcomes) settle();
  }

  fail(error: unknown): void {
    for (const { reject } of this.changes) reject(error);
  }

  #getPart(changes: StoreChanges): StorePart {
    const { branch, store } = changes[0].step;
    const address = { branch, store };
    const extent = this.options.getExtent(address);
    const maxEntries = changes.at(-1)?.step.maxEntries;
    const isOld = !this.options.isAlone && performance.now() - extent.countedAt > countEveryMs;
    return {
      address,
      extent,
      changes,
      maxEntries,
      readsLast: extent.written === undefined,
      counts: maxEntries !== undefined && (extent.entries === undefined || isOld),
    };
  }

  #collectStore(
    { address, extent, changes, readsLast, counts, maxEntries }: StorePart,
    results: Map<string, string>,
    nextRows: () => readonly Row[],
  ): Write[] {
    const now = this.now();
    const current: Map<string, Entry | undefined> = this.table.toEntries(nextRows(), now);
    const before = new Set(current.keys());
    const last = readsLast ? Number(nextRows()[0]?.['written'] ?? 0) : (extent.written ?? 0);
    const count = counts ? Number(nextRows()[0]?.['entries'] ?? 0) : extent.entries;
    const state: StoreState = { current, changed: new Map() };
    const writes: Write[] = [];
    for (const change of changes) this.#outcomes.push(this.#apply(change, state, { results, writes, now }));
    let number = Math.max(last, now * numbersOfMs);
    let entries = count ?? 0;
    for (const [key, entry] of state.changed) {
      entries += Number(entry !== undefined) - Number(before.has(key));
      if (entry) writes.push(this.table.put(address, key, entry, ++number));
      else writes.push(this.table.remove(address, key));
    }
    const overflows = maxEntries !== undefined && entries > maxEntries;
    if (overflows) writes.push(...this.table.removeBeyond(address, maxEntries, now));
    this.#extents.push(() => {
      extent.written = number;
      // Without a limit they are not counted, and must be once there is one.
      extent.entries = count === undefined ? undefined : overflows ? maxEntries : entries;
      if (counts) extent.countedAt = performance.now();
    });
    return writes;
  }

  /** Applies one change. Returns a function that settles the caller's promise after the commit. */
  #apply(
    change: PendingChange,
    { current, changed }: StoreState,
    { results, writes, now }: { results: Map<string, string>; writes: Write[]; now: number },
  ): () => void {
    const { step, resolve, reject } = change;
    const earlier = results.get(step.id);
    if (earlier !== undefined) return () => resolve(parseJsonText(earlier) as Json);
    try {
      const { next, result } = step.apply(current.get(step.key), now);
      const text = toJsonText(result);
      writes.push(this.table.insertStep(step.id, step.runId, text));
      results.set(step.id, text);
      // Deleted first, so that the entry moves to the end of the order of writes.
      changed.delete(step.key);
      changed.set(step.key, next);
      current.set(step.key, next);
      return () => resolve(result);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (!this.isRepeatable) return () => reject(error);
      this.refused.push(change);
      return () => {};
    }
  }
}

function groupByStore(changes: readonly PendingChange[]): StoreChanges[] {
  const groups = new Map<string, [PendingChange, ...PendingChange[]]>();
  for (const change of changes) {
    const name = getName(change.step);
    const group = groups.get(name);
    if (group) group.push(change);
    else groups.set(name, [change]);
  }
  return [...groups.values()];
}

function getName({ branch, store }: Address): string {
  return `${branch} ${store}`;
}
