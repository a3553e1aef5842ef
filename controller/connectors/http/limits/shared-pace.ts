import { ConnectorError } from '../../contract/connector.js';
import type { Pace, ReservedTurn, SharedTurns } from '../../contract/shared-turns.js';
import type { RequestTurns } from './request-pace.js';

interface Waiting {
  start(): void;
  fail(error: Error): void;
}

/** Turns that one process reserves at once. */
const maxBlock = 256;
/** A block has as many turns as are taken in this time. */
const blockMs = 100;
/** The time between two requests for turns that gave none. */
const minPauseMs = 5;

/** Gives turns that several processes share: it reserves blocks of them, and gives them in the order of the calls. */
export class SharedPace implements RequestTurns {
  readonly #waiting: Waiting[] = [];
  #turns: ReservedTurn[] = [];
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #isReserving = false;
  /** When turns can be reserved again, by `performance.now`. */
  #nextAt = 0;
  #reservedAt = 0;
  /** Turns that were taken since then. */
  #taken = 0;

  constructor(
    private readonly shared: SharedTurns,
    private readonly key: string,
    private readonly pace: Pace,
  ) {}

  get waiting(): number {
    return this.#waiting.length;
  }

  get pauseMs(): number {
    return Math.max(0, this.#pausedUntil - performance.now());
  }

  tryTurn(): boolean {
    return this.#waiting.length === 0 && this.#take(performance.now());
  }

  turn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        this.#schedule();
        reject(signal.reason);
      };
      const settled = (): void => signal.removeEventListener('abort', leave);
      const waiting: Waiting = {
        start() {
          settled();
          resolve();
        },
        fail(error) {
          settled();
          reject(error);
        },
      };
      this.#waiting.push(waiting);
      signal.addEventListener('abort', leave, { once: true });
      this.#schedule();
    });
  }

  pause(ms: number): void {
    const until = performance.now() + ms;
    if (until <= this.#pausedUntil) return;
    this.#pausedUntil = until;
    this.shared.pause(this.key, ms);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const now = performance.now();
    while (this.#waiting.length > 0 && this.#take(now)) this.#waiting.shift()?.start();
    if (this.#waiting.length === 0) return;
    const [next] = this.#turns;
    if (this.#waiting.length > this.#turns.length && now >= this.#nextAt) this.#reserve(now);
    // A block under way calls again.
    if (this.#isReserving && !next) return;
    const dueAt = Math.max(this.#pausedUntil, next ? next.from : this.#nextAt);
    this.#timer = setTimeout(() => this.#schedule(), Math.max(1, Math.ceil(dueAt - now)));
  }

  #take(now: number): boolean {
    if (this.#pausedUntil > now) return false;
    while ((this.#turns[0]?.until ?? Number.POSITIVE_INFINITY) <= now) this.#turns.shift();
    const [next] = this.#turns;
    if (!next || next.from > now) return false;
    this.#turns.shift();
    this.#taken++;
    return true;
  }

  /** The turns that are taken in the time of a block, if calls come as often as lately; no more than a block's part of the limit. */
  #expect(now: number): number {
    const { requests, periodMs } = this.pace;
    const taken = (this.#taken * blockMs) / Math.max(1, now - this.#reservedAt);
    return Math.ceil(Math.min(taken, (requests * blockMs) / periodMs));
  }

  #reserve(now: number): void {
    if (this.#isReserving || this.#pausedUntil > now) return;
    this.#isReserving = true;
    const count = Math.min(maxBlock, Math.max(this.#waiting.length, this.#expect(now)) - this.#turns.length);
    [this.#reservedAt, this.#taken] = [now, 0];
    this.shared.reserve(this.key, this.pace, count).then(
      ({ turns, nextAt }) => {
        this.#isReserving = false;
        this.#turns.push(...turns);
        const isWhole = turns.length === count;
        this.#nextAt = isWhole ? 0 : Math.max(nextAt, performance.now() + minPauseMs);
        this.#schedule();
      },
      (cause: Error) => {
        this.#isReserving = false;
        const detail = `The \`rateLimit\` of the connection cannot be counted: ${cause.message}`;
        const error = new ConnectorError('communication', 503, 'Service Unavailable', detail, { cause });
        for (const { fail } of this.#waiting.splice(0)) fail(error);
      },
    );
  }
}
