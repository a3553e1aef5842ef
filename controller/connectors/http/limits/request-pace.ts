import type { Pace } from '../../contract/shared-turns.js';

/** Gives turns to requests in the order of their calls. */
export interface RequestTurns {
  /** Requests that wait for their turn. */
  readonly waiting: number;
  /** The rest of a pause, in ms. */
  readonly pauseMs: number;
  /** Takes a turn when that is possible at once. */
  tryTurn(): boolean;
  /** Resolves with the turn of the request. @throws the reason of `signal` when it aborts during the wait */
  turn(signal: AbortSignal): Promise<void>;
  /** Gives no turn for a time; a shorter pause does not end a longer one. */
  pause(ms: number): void;
}

/**
 * Gives turns to requests in the order of their calls: at most `requests` in any period (a sliding window), with `burst` at
 * once and the others spread evenly. Without a pace, only pauses hold requests back.
 */
export class RequestPace implements RequestTurns {
  readonly #waiting: (() => void)[] = [];
  /** `performance.now()` of the requests in the last period. */
  readonly #sent: number[] = [];
  /** The time at which the burst is whole again (generic cell rate algorithm). */
  #wholeAt = 0;
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly pace: Pace | undefined) {}

  get waiting(): number {
    return this.#waiting.length;
  }

  get pauseMs(): number {
    return Math.max(0, this.#pausedUntil - performance.now());
  }

  tryTurn(): boolean {
    const now = performance.now();
    if (this.#waiting.length > 0 || this.#dueAt(now) > now) return false;
    this.#take(now);
    return true;
  }

  turn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        this.#schedule();
        reject(signal.reason);
      };
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.push(start);
      signal.addEventListener('abort', leave, { once: true });
      this.#schedule();
    });
  }

  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + ms);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0) {
      const now = performance.now();
      const dueAt = this.#dueAt(now);
      if (dueAt > now) {
        this.#timer = setTimeout(() => this.#schedule(), Math.ceil(dueAt - now));
        return;
      }
      this.#take(now);
      this.#waiting.shift()?.();
    }
  }

  #dueAt(now: number): number {
    if (!this.pace) return this.#pausedUntil;
    const { requests, periodMs, burst } = this.pace;
    while (this.#sent.length > 0 && (this.#sent[0] ?? 0) + periodMs <= now) this.#sent.shift();
    const freeAt = this.#sent.length < requests ? 0 : (this.#sent[0] ?? 0) + periodMs;
    const spreadAt = this.#wholeAt - ((burst - 1) * periodMs) / requests;
    return Math.max(this.#pausedUntil, freeAt, spreadAt);
  }

  #take(now: number): void {
    if (!this.pace) return;
    this.#sent.push(now);
    this.#wholeAt = Math.max(now, this.#wholeAt) + this.pace.periodMs / this.pace.requests;
  }
}
