import { JoinedSignal } from './joined-signal.js';

/**
 * As `JoinedSignal`, and aborts with a `TimeoutError` when it is not released within `ms`. In place of
 * `AbortSignal.any([AbortSignal.timeout(ms), …])`: there the garbage collector can take the timer before it fires, and
 * nobody ever gives up (nodejs/node#57736).
 */
export class TimeLimit {
  readonly #joined: JoinedSignal;
  readonly #timer: NodeJS.Timeout;

  /** @param ms at most 2³¹ − 1 */
  constructor(ms: number, ...others: readonly (AbortSignal | undefined)[]) {
    this.#joined = new JoinedSignal(...others);
    this.#timer = setTimeout(() => this.#joined.abort(timeoutError(ms)), ms);
    // As the timers of AbortSignal.timeout: a limit alone keeps no process.
    this.#timer.unref();
  }

  get signal(): AbortSignal {
    return this.#joined.signal;
  }

  /** As `JoinedSignal.release`. */
  release(): void {
    clearTimeout(this.#timer);
    this.#joined.release();
  }
}

/** Hands `work` a signal that aborts with `other`, or with a `TimeoutError` after `ms`. */
export async function within<Result>(
  ms: number,
  other: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new TimeLimit(ms, other);
  try {
    return await work(limit.signal);
  } finally {
    limit.release();
  }
}

function timeoutError(ms: number): DOMException {
  return new DOMException(`no answer within ${ms / 1_000} s`, 'TimeoutError');
}
