import type { Storage, Write } from '../../storage/index.js';
import type { BranchEvent, EventStore, NewEvent } from './event-store.js';

/** A step in memory that waits for events of a branch. */
export interface Subscription {
  /** Called for each event that is being accepted; it is not durable yet. */
  offer(event: NewEvent): void;
  /** Called when offered events are durable. */
  notify(): void;
}

/** Starts flows by events. */
export interface EventStarter {
  /** Returns writes that start flows by these events, and a function to call after their commit. */
  start(events: readonly BranchEvent[]): Promise<{ writes: readonly Write[]; committed(): void }>;
}

export interface EventStreamOptions {
  storage: Storage;
  store: EventStore;
  /** Called when parked runs are due to wake. */
  woken(): void;
  report(error: unknown): void;
}

/** Events that one step of the dispatch takes, and listeners that it finds at once. */
const eventsPerStep = 200;
const listenersPerStep = 1_000;
const pauseMs = 1_000;

/**
 * The events of all branches. An event is accepted when it is durable. It then reaches, once each, the steps in memory,
 * the parked runs, and the flows that it starts; a crash in between only delays that.
 */
export class EventStream {
  readonly #subscriptions = new Map<string, Set<Subscription>>();
  #starter: EventStarter | undefined;
  #position: number | undefined;
  #lastAt = 0;
  #again = false;
  #working: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = true;

  constructor(private readonly options: EventStreamOptions) {}

  /** Sets the starter of flows; events wait until there is one. */
  attach(starter: EventStarter): void {
    this.#starter = starter;
    this.#wake();
  }

  /** Begins to dispatch, with the events of the process before. */
  async open(): Promise<void> {
    await this.options.store.open();
    this.#isStopped = false;
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  /** Resolves when the events are durable; an event that was accepted before is ignored. */
  async accept(events: readonly NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.options.storage.commit({ collect: () => this.collect(events) });
    this.committed();
  }

  /**
   * Returns the writes of new events; call it while the transaction runs, and `committed` after it. What is written later
   * in this transaction, or in a later one, sees whether a subscription was offered the event.
   */
  collect(events: readonly NewEvent[]): Write[] {
    // Times never go back, so that positions and times have the same order.
    this.#lastAt = Math.max(this.#lastAt, Date.now());
    for (const each of events) {
      for (const subscription of this.#subscriptions.get(each.branch) ?? []) subscription.offer(each);
    }
    return events.map((each) => this.options.store.insert(each, this.#lastAt));
  }

  committed(): void {
    for (const subscriptions of this.#subscriptions.values()) {
      for (const subscription of [...subscriptions]) subscription.notify();
    }
    this.#wake();
  }

  /** Returns a function that ends the subscription. */
  subscribe(branch: string, subscription: Subscription): () => void {
    const subscriptions = this.#subscriptions.get(branch) ?? new Set();
    this.#subscriptions.set(branch, subscriptions);
    subscriptions.add(subscription);
    return () => {
      subscriptions.delete(subscription);
      if (subscriptions.size === 0 && this.#subscriptions.get(branch) === subscriptions)
        this.#subscriptions.delete(branch);
    };
  }

  #wake(): void {
    this.#again = true;
    if (this.#working || this.#isStopped || !this.#starter) return;
    clearTimeout(this.#timer);
    this.#working = this.#dispatch()
      .catch((error) => {
        this.options.report(error);
        this.#again = false;
        this.#timer = setTimeout(() => this.#wake(), pauseMs).unref();
      })
      .finally(() => {
        this.#working = undefined;
        if (this.#again) this.#wake();
      });
  }

  async #dispatch(): Promise<void> {
    while (this.#again && !this.#isStopped) {
      this.#again = false;
      if (await this.#step()) this.#again = true;
    }
  }

  /** Takes the next events; their starts, wakes and the new position are one transaction. @returns true when there may be more */
  async #step(): Promise<boolean> {
    const { store, storage } = this.options;
    this.#position ??= await store.readPosition();
    const events = await store.after(this.#position, eventsPerStep);
    const last = events.at(-1);
    if (!last || !this.#starter) return false;
    const started = await this.#starter.start(events);
    const found = await this.#wakes(events);
    await storage.commit([...started.writes, ...found.writes, store.position(last.seq)]);
    this.#position = last.seq;
    started.committed();
    if (found.count > 0) this.options.woken();
    return events.length === eventsPerStep;
  }

  /** Returns the writes that wake the parked runs; commits those of all but the last thousand runs. */
  async #wakes(events: readonly BranchEvent[]): Promise<{ writes: Write[]; count: number }> {
    const { store, storage } = this.options;
    const first = new Map<string, number>();
    for (const event of events) {
      for (const bucket of store.bucketsOf(event)) if (!first.has(bucket)) first.set(bucket, event.seq);
    }
    for (let count = 0; ; ) {
      const rows = await store.listeners([...first.keys()], listenersPerStep);
      const runs = new Map<string, number>();
      for (const { run_id, bucket } of rows) {
        const seq = first.get(bucket) ?? 0;
        runs.set(run_id, Math.min(seq, runs.get(run_id) ?? seq));
      }
      const writes = [...runs].flatMap(([id, seq]) => store.wake(id, seq, Date.now()));
      count += runs.size;
      if (rows.length < listenersPerStep) return { writes, count };
      // The listeners that are found next are others, as these have a hit.
      await storage.commit(writes);
    }
  }
}
