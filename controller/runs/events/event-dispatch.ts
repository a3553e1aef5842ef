import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import type { ReadSet, Row, Storage, Write, WriteUnit } from '../../storage/index.js';
import type { BranchEvent, EventStore } from './event-store.js';

/** Starts flows by events. */
export interface EventStarter {
  /** True while the flows of a branch cannot be read, and are not to be asked for. */
  isAway?(branch: string): boolean;
  /**
   * Returns writes that start flows by events, and a function to call after their commit. `next` is the first event that
   * it leaves to another call, `behind` the branches whose flows cannot be read now: their events are given again later.
   */
  start(events: readonly BranchEvent[]): Promise<{
    writes: readonly Write[];
    next?: number | undefined;
    behind?: ReadonlySet<string>;
    committed(): void;
  }>;
}

export interface EventDispatchOptions {
  storage: Storage;
  store: EventStore;
  /** Called when parked runs are due to wake. */
  woken(): void;
  report(error: unknown): void;
}

interface DispatchOptions extends EventDispatchOptions {
  /** Offers durable events to the steps in memory. */
  offer(events: readonly BranchEvent[]): void;
}

/** Events that one step takes, and listeners that it finds at once. */
const eventsPerStep = 200;
const listenersPerStep = 1_000;

/**
 * Takes the events of all branches in their order. A branch whose flows cannot be read falls behind: it has a position of
 * its own, so that the others go on.
 */
export class EventDispatch {
  #position: number | undefined;
  /** Positions of the branches that are behind. */
  #behind = new Map<string, number>();

  constructor(private readonly options: DispatchOptions) {}

  /** True when events wait for the flows of a branch. */
  get isBehind(): boolean {
    return this.#behind.size > 0;
  }

  /** Takes the next events; their starts, wakes and the new position are one transaction. @returns true when there may be more */
  async step(starter: EventStarter): Promise<boolean> {
    const { store } = this.options;
    if (this.#position === undefined) {
      this.#behind = await store.positionsBehind();
      this.#position = await store.readPosition();
    }
    const caughtUp = await this.#catchUp(starter, this.#position);
    const page = await store.after(this.#position, eventsPerStep);
    if (page.length === 0) return caughtUp;
    // A step may have looked while the events were on their way to the disk. A run that is parked after this is woken for the
    // offer; the row of one that was parked before is there when the transaction below reads.
    this.options.offer(page);
    const started = await starter.start(page.filter(({ branch }) => !this.#behind.has(branch)));
    const events = page.filter(({ seq }) => seq < (started.next ?? Number.POSITIVE_INFINITY));
    const position = events.at(-1)?.seq ?? this.#position;
    const behind = [...(started.behind ?? [])].map((branch): [string, number] => {
      const first = events.find((event) => event.branch === branch)?.seq ?? position + 1;
      return [branch, first - 1];
    });
    const others = [
      ...started.writes,
      ...behind.map(([branch, seq]) => store.position(seq, branch)),
      store.position(position),
    ];
    const count = await this.#commitWithWakes(await this.#findBuckets(events), others);
    this.#position = position;
    for (const [branch, seq] of behind) this.#behind.set(branch, seq);
    started.committed();
    if (count > 0) this.options.woken();
    return true;
  }

  /** Gives the branches that are behind their next events. @returns true when one of them may go on at once */
  async #catchUp(starter: EventStarter, position: number): Promise<boolean> {
    const { store, storage } = this.options;
    let isMore = false;
    for (const [branch, after] of [...this.#behind]) {
      if (starter.isAway?.(branch)) continue;
      const page = await store.ofTypes(branch, undefined, after, eventsPerStep);
      const events = page.filter(({ seq }) => seq <= position);
      const last = events.at(-1);
      const started = last && (await starter.start(events));
      if (started?.behind?.has(branch)) continue;
      const seq = started?.next === undefined ? last?.seq : started.next - 1;
      const mark = seq === undefined ? store.caughtUp(branch) : store.position(seq, branch);
      await storage.commit([...(started?.writes ?? []), mark]);
      if (seq === undefined) this.#behind.delete(branch);
      else this.#behind.set(branch, seq);
      started?.committed();
      isMore = true;
    }
    return isMore;
  }

  /** Returns the buckets of events, each with its first event. */
  async #findBuckets(events: readonly BranchEvent[]): Promise<Map<string, number>> {
    const first = new Map<string, number>();
    for (const event of events) {
      if (isTurnOver()) await nextTurn();
      for (const bucket of this.options.store.getBuckets(event))
        if (!first.has(bucket)) first.set(bucket, event.seq);
    }
    return first;
  }

  /** Wakes the parked runs that listen at buckets, and makes other writes with the last of them. @returns the number of runs */
  async #commitWithWakes(first: ReadonlyMap<string, number>, others: readonly Write[]): Promise<number> {
    for (let count = 0; ; ) {
      const wakes = new Wakes(this.options.store, first, others);
      await this.options.storage.commit(wakes);
      count += wakes.count;
      // The listeners that are found next are others, as these have a hit.
      if (!wakes.isMore) return count;
    }
  }
}

/** Wakes up to a thousand parked runs; with the last of them, the other writes are made. */
class Wakes implements WriteUnit {
  count = 0;
  isMore = false;

  constructor(
    private readonly store: EventStore,
    /** The first event of each bucket. */
    private readonly first: ReadonlyMap<string, number>,
    private readonly others: readonly Write[],
  ) {}

  getReadSet(): ReadSet {
    return { locks: [], reads: [this.store.readListeners([...this.first.keys()], listenersPerStep)] };
  }

  collect([rows = []]: readonly (readonly Row[])[]): Write[] {
    const runs = new Map<string, number>();
    for (const { run_id: runId, bucket } of rows as readonly { run_id: string; bucket: string }[]) {
      const seq = this.first.get(bucket) ?? 0;
      runs.set(runId, Math.min(seq, runs.get(runId) ?? seq));
    }
    this.count = runs.size;
    this.isMore = rows.length >= listenersPerStep;
    const wakes = [...runs].flatMap(([id, seq]) => this.store.wake(id, seq, Date.now()));
    return this.isMore ? wakes : [...wakes, ...this.others];
  }
}
