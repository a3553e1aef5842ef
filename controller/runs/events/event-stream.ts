import type { Write } from '../../storage/index.js';
import { EventDispatch, type EventDispatchOptions, type EventStarter } from './event-dispatch.js';
import type { BranchEvent, NewEvent } from './event-store.js';
import { OwnListeners } from './own-listeners.js';

/** A step in memory that waits for events of a branch. */
export interface Subscription {
  /** Called for each event that is being accepted and is not durable yet, and again with its position once it is. */
  offer(event: NewEvent | BranchEvent): void;
  /** Called when offered events are durable. */
  notify(): void;
}

const pauseMs = 1_000;

/**
 * The events of all branches. An event is accepted when it is durable. It then reaches, once each, the steps in memory,
 * the parked runs, and the flows that it starts; a crash in between only delays that.
 */
export class EventStream {
  readonly own: OwnListeners;
  readonly #dispatch: EventDispatch;
  readonly #subscriptions = new Map<string, Set<Subscription>>();
  #starter: EventStarter | undefined;
  #lastAt = 0;
  #again = false;
  #working: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = true;

  constructor(private readonly options: EventDispatchOptions) {
    this.own = new OwnListeners(options.store);
    this.#dispatch = new EventDispatch({ ...options, offer: (events) => this.#offerDurable(events) });
  }

  /** Sets the starter of flows; events wait until there is one. */
  attach(starter: EventStarter): void {
    this.#starter = starter;
    this.#wake();
  }

  /** Begins to dispatch, with the events of the process before. */
  async open(): Promise<void> {
    await this.options.store.open();
    await this.own.reopen();
    this.#lastAt = await this.options.store.lastTime();
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
    this.#offer(events);
    return events.map((each) => this.options.store.insert(each, this.#lastAt));
  }

  committed(): void {
    this.#notify();
    this.#wake();
  }

  #offerDurable(events: readonly BranchEvent[]): void {
    this.#offer(events);
    this.#notify();
  }

  #offer(events: readonly NewEvent[]): void {
    for (const each of events) {
      for (const subscription of this.#subscriptions.get(each.branch) ?? []) subscription.offer(each);
    }
  }

  #notify(): void {
    for (const subscriptions of this.#subscriptions.values()) {
      for (const subscription of [...subscriptions]) subscription.notify();
    }
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
    this.#working = this.#run(this.#starter)
      .catch((error) => {
        this.options.report(error);
        this.#again = false;
        return true;
      })
      .then((isLater) => {
        this.#working = undefined;
        if (this.#again) this.#wake();
        else if (isLater) this.#timer = setTimeout(() => this.#wake(), pauseMs).unref();
      });
  }

  /** @returns true when there is more to do later */
  async #run(starter: EventStarter): Promise<boolean> {
    while (this.#again && !this.#isStopped) {
      this.#again = false;
      if (await this.#dispatch.step(starter)) this.#again = true;
    }
    return this.#dispatch.isBehind;
  }
}
