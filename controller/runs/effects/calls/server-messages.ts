import { setTimeout as delay } from 'node:timers/promises';
import { LongTimer } from '../../../concurrency/long-timer.js';
import { ConnectorError, type IncomingMessage, type Receiver } from '../../../connectors/index.js';
import type { EffectContext } from '../../../flows/index.js';

type Subscribe = (receiver: Receiver, signal: AbortSignal) => Promise<void>;

/** A message that the server has not forgotten yet. */
interface ReceivedMessage {
  readonly message: IncomingMessage;
  /** Lets the server forget it. */
  confirm(): void;
}

/** A lost server is asked again after this time, in ms, twice as long after each further loss. */
const firstPause = 250;
const maxPauseMs = 30_000;
/** The most losses without a subscription that lasted for `lasting` ms in between. */
const maxLosses = 6;
const lasting = 60_000;
/** Refusals, which another attempt would get too. */
const final = new Set(['authentication', 'authorization', 'configuration', 'validation']);

/**
 * The messages of a server, one after the other, for one step of a run. The server forgets a message once it is confirmed: the
 * step has made it durable then. A lost server is asked again.
 */
export class ServerMessages {
  readonly #end = new AbortController();
  #isFollowed = false;
  #given: ReceivedMessage | undefined;
  readonly #arrived: ReceivedMessage[] = [];
  #failure: { error: unknown } | undefined;
  #wake: () => void = () => {};

  constructor(
    private readonly subscribe: Subscribe,
    private readonly log: EffectContext['log'],
  ) {}

  /**
   * Returns the next message; undefined when none comes until a time, ms since the epoch.
   * @throws ConnectorError when the server refuses or stays lost; the reason of the signal
   */
  async next(until: number, signal: AbortSignal): Promise<IncomingMessage | undefined> {
    if (!this.#isFollowed) void this.#follow();
    this.#isFollowed = true;
    const wake = (): void => this.#wake();
    const timer = new LongTimer();
    if (until !== Number.POSITIVE_INFINITY) timer.start(until, wake);
    signal.addEventListener('abort', wake, { once: true });
    try {
      for (;;) {
        if (signal.aborted) throw signal.reason;
        this.#given = this.#arrived.shift();
        if (this.#given) return this.#given.message;
        if (this.#failure) throw this.#failure.error;
        if (until <= Date.now()) return undefined;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      timer.stop();
      signal.removeEventListener('abort', wake);
    }
  }

  /** Ends the subscription. */
  async close(): Promise<void> {
    // A confirmation is sent in the same turn.
    await new Promise((resolve) => setImmediate(resolve));
    this.#end.abort();
    this.#fail(new Error('The subscription has ended'));
  }

  /** Lets the server forget the last message. */
  confirm(): void {
    this.#given?.confirm();
    this.#given = undefined;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#end;
    const waits = { since: Number.POSITIVE_INFINITY, losses: 0, wasReady: false };
    while (!signal.aborted) {
      try {
        await this.subscribe(this.#receiver(waits), signal);
        if (signal.aborted) return;
        throw new ConnectorError(
          'communication',
          502,
          'Connection lost',
          'The server ended the subscription',
        );
      } catch (error) {
        if (signal.aborted) return;
        if (performance.now() - waits.since > lasting) waits.losses = 0;
        if (!waits.wasReady || ++waits.losses > maxLosses || isFinal(error)) return this.#fail(error);
        this.log('warn', `The subscription is asked for again: ${(error as Error).message}`);
        waits.since = Number.POSITIVE_INFINITY;
        await delay(Math.min(maxPauseMs, firstPause * 2 ** waits.losses), undefined, { signal }).catch(
          () => {},
        );
      }
    }
  }

  #receiver(waits: { since: number; wasReady: boolean }): Receiver {
    return {
      atOnce: 1,
      ready: () => {
        Object.assign(waits, { since: performance.now(), wasReady: true });
      },
      take: (messages) => this.#take(messages),
    };
  }

  async #take(messages: readonly IncomingMessage[]): Promise<void> {
    for (const message of messages) {
      await new Promise<void>((confirm) => {
        this.#arrived.push({ message, confirm });
        this.#wake();
      });
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof ConnectorError && final.has(error.kind);
}
