import type { IncomingMessage, Receiver } from './event-source.js';

/** Messages that are made durable in one go. */
const largestBatch = 256;

/**
 * Takes the messages that a library calls back with: what has arrived meanwhile is made durable together, then confirmed
 * to the server. The library bounds how many messages are under way.
 */
export class Intake {
  /** Rejects when messages could not be stored or confirmed. */
  readonly failed: Promise<never>;
  readonly #waiting: { message: IncomingMessage; confirm: () => void | Promise<void> }[] = [];
  #isWorking = false;
  #fail: (error: unknown) => void = () => {};

  constructor(private readonly receiver: Pick<Receiver, 'take'>) {
    this.failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.failed.catch(() => {});
  }

  /** @param confirm tells the server that it may forget the message */
  add(message: IncomingMessage, confirm: () => void | Promise<void>): void {
    this.#waiting.push({ message, confirm });
    if (this.#isWorking) return;
    this.#isWorking = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    try {
      // Those of the same turn come in one batch.
      await new Promise((resolve) => setImmediate(resolve));
      while (this.#waiting.length > 0) {
        const batch = this.#waiting.splice(0, largestBatch);
        await this.receiver.take(batch.map(({ message }) => message));
        for (const { confirm } of batch) await confirm();
      }
      this.#isWorking = false;
    } catch (error) {
      this.#waiting.length = 0;
      this.#fail(error);
    }
  }
}

/** Rejects with the reason of a signal once it aborts, for work that has no end of its own. */
export function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
