import { setMaxListeners } from 'node:events';

/** Tells that work is to end, as an `AbortSignal` does. A `LateSignal` costs a twentieth of one. */
export interface Abortable {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Aborts once. Makes an `AbortSignal` when that is asked for: most work ends before anyone does. */
export class LateSignal implements Abortable {
  #controller: AbortController | undefined;
  #listeners: Set<() => void> | undefined;
  #ending: { readonly reason: unknown } | undefined;

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      // Any number of operations may listen.
      setMaxListeners(0, this.#controller.signal);
      if (this.#ending) this.#controller.abort(this.#ending.reason);
    }
    return this.#controller.signal;
  }

  get aborted(): boolean {
    return this.#ending !== undefined;
  }

  get reason(): unknown {
    return this.#ending?.reason;
  }

  /** The first call counts, as with an `AbortController`. */
  abort(reason: unknown = new DOMException('This operation was aborted', 'AbortError')): void {
    if (this.#ending) return;
    this.#ending = { reason };
    this.#controller?.abort(reason);
    // A listener may remove others, which are not called then.
    for (const listener of this.#listeners ?? []) listener();
    this.#listeners = undefined;
  }

  throwIfAborted(): void {
    if (this.#ending) throw this.#ending.reason;
  }

  /** The listener is called once, and not at all after the abort. */
  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.#ending) return;
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener);
  }
}

/**
 * Aborts with the first of several others, until it is released. Used in place of `AbortSignal.any` where one of the others
 * outlives the work: that one would remember every signal ever made from it.
 */
export class JoinedSignal extends LateSignal {
  readonly #stopListening: (() => void)[] = [];

  constructor(...others: readonly (Abortable | undefined)[]) {
    super();
    for (const other of others) this.#listenTo(other);
  }

  override abort(reason?: unknown): void {
    this.release();
    super.abort(reason);
  }

  /** Removes the listeners from the other signals. The owner calls this when the work has ended, well or not. */
  release(): void {
    for (const stopListening of this.#stopListening.splice(0)) stopListening();
  }

  #listenTo(other: Abortable | undefined): void {
    if (other === undefined) return;
    const end = (): void => this.abort(other.reason);
    if (other.aborted) {
      end();
      return;
    }
    // Any number of operations may end with one signal, and each removes its listener.
    if (other instanceof AbortSignal) setMaxListeners(0, other);
    other.addEventListener('abort', end);
    this.#stopListening.push(() => other.removeEventListener('abort', end));
  }
}

/**
 * A `JoinedSignal` that also aborts with a `TimeoutError` when it is not released within `ms`. Used in place of
 * `AbortSignal.any([AbortSignal.timeout(ms), …])`: there the garbage collector can take the timer before it fires, and
 * the operation never times out (nodejs/node#57736).
 */
export class TimeLimit {
  readonly #joined: JoinedSignal;
  readonly #timer: NodeJS.Timeout;

  /** @param ms at most 2³¹ − 1 */
  constructor(ms: number, ...others: readonly (Abortable | undefined)[]) {
    this.#joined = new JoinedSignal(...others);
    const timeout = () => new DOMException(`no answer within ${ms / 1_000} s`, 'TimeoutError');
    this.#timer = setTimeout(() => this.#joined.abort(timeout()), ms);
    // As the timers of AbortSignal.timeout: a limit alone does not keep the process alive.
    this.#timer.unref();
  }

  get signal(): AbortSignal {
    return this.#joined.signal;
  }

  /** Takes the limit away; the signal still aborts with the other one. */
  lift(): void {
    clearTimeout(this.#timer);
  }

  /** Counts the time from now on. */
  restart(): void {
    this.#timer.refresh();
  }

  /** As `JoinedSignal.release`; also stops the timer. */
  release(): void {
    clearTimeout(this.#timer);
    this.#joined.release();
  }
}

/** The time that a caller waits for something that goes on without it. Costs less than a `TimeLimit`, as it makes no signal. */
export class BoundedWait {
  /** Resolves after the time, or when the signal aborts; pending for ever once released. */
  readonly over: Promise<undefined>;
  #end: () => void = () => {};
  readonly #timer: NodeJS.Timeout;

  /** @param ms at most 2³¹ − 1 */
  constructor(
    ms: number,
    private readonly signal: Abortable | undefined,
  ) {
    this.over = new Promise((resolve) => {
      this.#end = () => resolve(undefined);
    });
    this.#timer = setTimeout(this.#end, ms);
    this.#timer.unref();
    if (signal?.aborted) this.#end();
    else signal?.addEventListener('abort', this.#end);
  }

  release(): void {
    clearTimeout(this.#timer);
    this.signal?.removeEventListener('abort', this.#end);
  }
}

/**
 * Calls `work` with a signal that aborts with `other`, or with a `TimeoutError` when `progressed` is not called for `ms`:
 * for transfers, which may take any time as long as they go on.
 */
export async function whileProgressing<Result>(
  ms: number,
  other: Abortable | undefined,
  work: (signal: AbortSignal, progressed: () => void) => Promise<Result>,
): Promise<Result> {
  const limit = new TimeLimit(ms, other);
  try {
    return await work(limit.signal, () => limit.restart());
  } finally {
    limit.release();
  }
}

/** Calls `work` with a signal that aborts with `other`, or with a `TimeoutError` after `ms`. */
export async function within<Result>(
  ms: number,
  other: Abortable | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new TimeLimit(ms, other);
  try {
    return await work(limit.signal);
  } finally {
    limit.release();
  }
}

/** Settles as `promise` does, unless `signal` aborts first: then rejects with the signal's reason. */
export function untilAborted<T>(promise: Promise<T>, signal: Abortable): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
    promise.then(
      (value) => {
        signal.removeEventListener('abort', abort);
        resolve(value);
      },
      (error) => {
        signal.removeEventListener('abort', abort);
        reject(error);
      },
    );
  });
}
