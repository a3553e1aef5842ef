import { within } from '../../../concurrency/signals.js';
import { Semaphore } from '../../../concurrency/turns.js';
import { ConnectorError } from '../../contract/connector.js';
import type { SharedTurns } from '../../contract/shared-turns.js';
import type { RateLimitConfig } from './rate-limit-schema.js';
import { RequestPace, type RequestTurns } from './request-pace.js';
import { SharedPace } from './shared-pace.js';

const periods = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
/** Calls of a connection that wait, for a place or for their turn. */
const maxWaiting = 1_000;
/** A server cannot stop a connection for longer by `Retry-After`, in seconds. */
const maxPause = 3_600;
const defaultWait = 600;

/** The limits of a connection, which all its calls share. */
export class RateLimit {
  readonly #places: Semaphore | undefined;
  readonly #pace: RequestTurns;
  readonly #maxWait: number;

  /** @param shared where several processes send the requests: what identifies the limit, and may hold secrets */
  constructor(
    { requests, per = 'second', burst, concurrency, maxWait = defaultWait }: RateLimitConfig,
    shared?: { readonly turns: SharedTurns; readonly key: string },
  ) {
    this.#places = concurrency === undefined ? undefined : new Semaphore(concurrency);
    const pace =
      requests === undefined ? undefined : { requests, periodMs: periods[per], burst: burst ?? requests };
    this.#pace = shared && pace ? new SharedPace(shared.turns, shared.key, pace) : new RequestPace(pace);
    this.#maxWait = maxWait;
  }

  /** Runs a call in one of the places. @throws ConnectorError after the longest wait; the reason of `signal` */
  async run<Result>(signal: AbortSignal, call: () => Promise<Result>): Promise<Result> {
    const places = this.#places;
    if (!places) return call();
    if (!places.hasFreePlace) await this.#wait(signal, (limited) => places.acquire(limited));
    else await places.acquire(signal);
    try {
      return await call();
    } finally {
      places.release();
    }
  }

  /** Waits until a request may be sent, after all earlier requests. @throws as `run` does */
  async turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#pace.tryTurn()) return;
    const pause = this.#pace.pauseMs / 1_000;
    if (pause > this.#maxWait) throw this.#late(pause);
    await this.#wait(signal, (limited) => this.#pace.turn(limited));
  }

  /** Holds all requests back for as long as the server asks. */
  observe({ status }: Pick<Response, 'status'>, retryAfter: number | undefined): void {
    if (retryAfter === undefined || (status !== 429 && status !== 503)) return;
    this.#pace.pause(Math.min(retryAfter, maxPause) * 1_000);
  }

  async #wait(signal: AbortSignal, wait: (limited: AbortSignal) => Promise<void>): Promise<void> {
    if ((this.#places?.waiting ?? 0) + this.#pace.waiting >= maxWaiting) {
      throw tooMany(`more than ${maxWaiting} calls wait for the \`rateLimit\` of the connection`, undefined);
    }
    try {
      await within(this.#maxWait * 1_000, signal, wait);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof DOMException && error.name === 'TimeoutError') {
        throw this.#late(this.#pace.pauseMs / 1_000);
      }
      throw error;
    }
  }

  /** @param pause seconds until the server takes requests again */
  #late(pause: number): ConnectorError {
    const detail = `no turn within ${this.#maxWait} s (\`maxWait\`) under the \`rateLimit\` of the connection`;
    return tooMany(detail, pause > 0 ? Math.ceil(pause) : undefined);
  }
}

function tooMany(detail: string, retryAfter: number | undefined): ConnectorError {
  return new ConnectorError('communication', 429, 'Too Many Requests', detail, { retryAfter });
}
