import type { Events } from './events.js';

/** Servers with one queue, first come, first served: the cores of a database, the event loop of a node. */
export class Servers {
  /** ms that servers have worked. */
  busyMs = 0;
  #free: number;
  readonly #queue = new Queue<{ ms: number; done: () => void }>();

  constructor(
    private readonly events: Events,
    count: number,
  ) {
    this.#free = count;
  }

  serve(ms: number, done: () => void): void {
    if (this.#free === 0) {
      this.#queue.add({ ms, done });
    } else {
      this.#free--;
      this.#begin(ms, done);
    }
  }

  #begin(ms: number, done: () => void): void {
    this.busyMs += ms;
    this.events.after(ms, () => {
      const next = this.#queue.take();
      if (next) this.#begin(next.ms, next.done);
      else this.#free++;
      done();
    });
  }
}

/** The log of a database: a flush covers all transactions that waited when it began. */
export class Flushes {
  busyMs = 0;
  #waiting: (() => void)[] = [];
  #isFlushing = false;

  constructor(
    private readonly events: Events,
    private readonly flushMs: number,
  ) {}

  flush(done: () => void): void {
    this.#waiting.push(done);
    if (!this.#isFlushing) this.#begin();
  }

  #begin(): void {
    const covered = this.#waiting;
    this.#waiting = [];
    this.#isFlushing = covered.length > 0;
    if (!this.#isFlushing) return;
    this.busyMs += this.flushMs;
    this.events.after(this.flushMs, () => {
      this.#begin();
      for (const done of covered) done();
    });
  }
}

/** A lock that is taken in the order of asking. */
export class Lock {
  #isTaken = false;
  readonly #queue = new Queue<() => void>();

  take(begin: () => void): void {
    if (this.#isTaken) {
      this.#queue.add(begin);
    } else {
      this.#isTaken = true;
      begin();
    }
  }

  release(): void {
    const next = this.#queue.take();
    this.#isTaken = next !== undefined;
    next?.();
  }
}

/** Takes from the front without moving the rest. */
class Queue<Item> {
  #items: Item[] = [];
  #first = 0;

  add(item: Item): void {
    this.#items.push(item);
  }

  take(): Item | undefined {
    const item = this.#items[this.#first];
    if (item === undefined) return undefined;
    if (++this.#first > 1_000 && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
}
