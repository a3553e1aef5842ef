/** Wakes one waiting reader when there is something new. */
export class Notifier {
  #isPending = false;
  #wake = (): void => {};

  notify(): void {
    this.#isPending = true;
    this.#wake();
  }

  /** Resolves when `notify` was called since the last wait ended, or when the signal aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    if (!this.#isPending && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = () => {
          signal.removeEventListener('abort', this.#wake);
          resolve();
        };
        signal.addEventListener('abort', this.#wake, { once: true });
      });
    }
    this.#isPending = false;
  }
}

/** Something that one reader waits for: it is offered while a transaction runs, and told when that is durable. */
export class Offering {
  /** True when something was offered since the reader looked last. */
  isOffered = false;
  #arrived: (() => void) | undefined;

  /** Called when what was offered is durable. */
  notify(): void {
    if (this.isOffered) this.#arrived?.();
  }

  /** Resolves when something was offered that is durable. */
  arrived(): Promise<void> {
    return new Promise((resolve) => {
      this.#arrived = resolve;
      this.notify();
    });
  }
}

/** Takes the place of items that were dropped because the inbox was full: the reader reads these from their source. */
export const missed = Symbol('missed');

/**
 * Items that arrive for one reader at the reader's own speed. At most `max` items wait: beyond that all of them are
 * dropped and the reader gets `missed` in their place.
 */
export class Inbox<Item> {
  readonly #notifier = new Notifier();
  #waiting: Item[] = [];
  #hasMissed = false;
  #hasEnded = false;

  constructor(private readonly max = 1_000) {}

  put(item: Item): void {
    // The reader finds this item too when it reads the missed ones from their source.
    if (this.#hasMissed || this.#hasEnded) return;
    this.#waiting.push(item);
    if (this.#waiting.length > this.max) {
      this.#waiting = [];
      this.#hasMissed = true;
    }
    this.#notifier.notify();
  }

  /** Has the reader read from the source, whether items were dropped or not. */
  miss(): void {
    if (this.#hasEnded) return;
    this.#waiting = [];
    this.#hasMissed = true;
    this.#notifier.notify();
  }

  /** Ends the reading once the waiting items are read; later items are ignored. */
  end(): void {
    this.#hasEnded = true;
    this.#notifier.notify();
  }

  /** Yields the waiting items, then new ones, in order, until `end` or until the signal aborts. */
  async *drain(signal: AbortSignal): AsyncGenerator<Item | typeof missed> {
    while (!signal.aborted) {
      if (this.#hasMissed) {
        this.#hasMissed = false;
        yield missed;
      } else if (this.#waiting.length > 0) {
        const taken = this.#waiting;
        this.#waiting = [];
        for (const item of taken) {
          if (signal.aborted) return;
          yield item;
        }
      } else if (this.#hasEnded) return;
      else await this.#notifier.wait(signal);
    }
  }
}
