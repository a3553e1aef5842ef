import type { Notifier } from '../../concurrency/inbox.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import type { EventBatch } from './event.js';

/** Batches that are kept for followers that are a little behind; each has at most a thousand events. */
const maxBatches = 20;
/** The pause after a batch for each follower, in ms, and for each character besides: to send it takes about a fiftieth of that. */
const pausePerFollower = 0.5;
const pausePerCharacter = 40e-6;
const maxPauseMs = 10_000;
const pauseAfterFailureMs = 1_000;

/**
 * The newest events, read once for all who follow them. The more there is to send, the longer is the pause after it, so that
 * followers take little of the event loop: under a high load they fall behind for a while.
 */
export class EventTail {
  readonly #followers = new Set<Notifier>();
  readonly #batches: EventBatch[] = [];
  #position: number | undefined;
  #hasEvents = false;
  #reading: Promise<void> | undefined;

  /** @param read reads the next events after a position; undefined where there are none */
  constructor(
    private readonly read: (after: number) => Promise<EventBatch | undefined>,
    private readonly report: (error: unknown) => void,
  ) {}

  get followers(): number {
    return this.#followers.size;
  }

  add(follower: Notifier): void {
    this.#followers.add(follower);
  }

  remove(follower: Notifier): void {
    this.#followers.delete(follower);
    if (this.#followers.size > 0) return;
    this.#batches.length = 0;
    this.#position = undefined;
  }

  /** Begins at this position unless it has begun. */
  begin(position: number): void {
    this.#position ??= position;
    this.notify();
  }

  /** Tells that there may be new events. */
  notify(): void {
    this.#hasEvents = true;
    if (this.#followers.size === 0 || this.#position === undefined) return;
    this.#reading ??= this.#readAll()
      .catch((error: unknown) => {
        this.report(error);
        return pause(pauseAfterFailureMs);
      })
      .finally(() => {
        this.#reading = undefined;
        if (this.#hasEvents) this.notify();
      });
  }

  /**
   * The events after a position: `behind` when they are no longer here, or not all of them; undefined when there are none yet.
   */
  after(position: number): EventBatch | 'behind' | undefined {
    if (this.#position === undefined || position > this.#position) return 'behind';
    if (position === this.#position) return undefined;
    const batch = this.#batches.find(({ after, last }) => after <= position && position < last);
    if (!batch) return 'behind';
    if (batch.after === position) return batch;
    return { ...batch, after: position, items: batch.items.filter(({ seq }) => seq > position) };
  }

  async #readAll(): Promise<void> {
    while (this.#hasEvents && this.#followers.size > 0 && this.#position !== undefined) {
      this.#hasEvents = false;
      const before = this.#position;
      const batch = await this.read(before).catch((error: unknown) => {
        this.#hasEvents = true;
        throw error;
      });
      if (!batch || this.#position !== before) continue;
      this.#hasEvents = true;
      this.#batches.push(batch);
      if (this.#batches.length > maxBatches) this.#batches.shift();
      this.#position = batch.last;
      await this.#wakeAll();
      const pauseOfEach = pausePerFollower + batch.size * pausePerCharacter;
      const pauseMs = Math.min(this.#followers.size * pauseOfEach, maxPauseMs);
      if (pauseMs >= 1) await pause(pauseMs);
    }
  }

  async #wakeAll(): Promise<void> {
    let woken = 0;
    for (const follower of [...this.#followers]) {
      follower.notify();
      // Those that were woken do their work before the next turn.
      if (++woken % 20 === 0) {
        await Promise.resolve();
        if (isTurnOver()) await nextTurn();
      }
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}
