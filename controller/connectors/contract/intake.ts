import { ConnectorError } from './connector.js';
import type { IncomingMessage, Receiver } from './event-source.js';

type Confirm = () => void | Promise<void>;

/** Messages that are made durable in one go. */
const maxBatchSize = 256;
/** The most bytes of messages that wait; a server that knows no confirmation sends as fast as it can. */
const maxWaiting = 64 * 1024 * 1024;
/** The most bytes of one message; the server would send a larger one again and again. */
export const maxTakenBytes = 16 * 1024 * 1024;
/** The memory of a message besides its body, in bytes. */
const perMessage = 512;

/**
 * Takes the messages that a library calls back with: what has arrived meanwhile is made durable together, then confirmed
 * to the server. Messages that come faster than they can be stored end the subscription.
 */
export class Intake {
  /** Rejects when messages could not be stored or confirmed. */
  readonly failed: Promise<never>;
  readonly #waiting: { message: IncomingMessage; confirm: Confirm }[] = [];
  #isWorking = false;
  /** Bytes. */
  #size = 0;
  #fail: (error: unknown) => void = () => {};

  constructor(private readonly receiver: Pick<Receiver, 'take' | 'atOnce'>) {
    this.failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.failed.catch(() => {});
  }

  /**
   * @param confirm tells the server that it may forget the message
   * @param refuse is called in place of `confirm` for a message that is too large, whose body was not kept
   */
  add(message: IncomingMessage, confirm: Confirm, refuse = confirm): void {
    if (message.body.length > maxTakenBytes) {
      const omitted = `The message has ${message.body.length} bytes, and at most ${maxTakenBytes} are taken`;
      this.#add({ ...message, body: new Uint8Array(0), omitted }, refuse);
    } else this.#add(message, confirm);
  }

  #add(message: IncomingMessage, confirm: Confirm): void {
    this.#size += message.body.length + perMessage;
    if (this.#size > maxWaiting) {
      this.#end(tooFast());
      return;
    }
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
        const batch = this.#waiting.splice(0, this.receiver.atOnce ?? maxBatchSize);
        await this.receiver.take(batch.map(({ message }) => message));
        for (const { message, confirm } of batch) {
          this.#size -= message.body.length + perMessage;
          await confirm();
        }
      }
      this.#isWorking = false;
    } catch (error) {
      this.#end(error);
    }
  }

  #end(error: unknown): void {
    this.#waiting.length = 0;
    this.#fail(error);
  }
}

function tooFast(): ConnectorError {
  const detail = `More than ${maxWaiting} bytes of messages came before the first of them could be stored`;
  return new ConnectorError('communication', 503, 'Too many messages', detail);
}

/** Rejects with the reason of a signal once it aborts, for work that has no end of its own. */
export function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
