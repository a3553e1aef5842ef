import type { Caller } from './contract.js';

/** The longest that a timer takes. */
const longest = 2 ** 31 - 1;

/**
 * Tells those who go on for long that the credential they came with is good no more: it was deleted or revoked, has
 * expired, or stands for another role now.
 */
export class Watches {
  readonly #watched = new Map<AbortController, Caller>();

  constructor(
    private readonly isGood: (caller: Caller) => boolean,
    private readonly now: () => number,
  ) {}

  /** Aborts with `until`, or as soon as the credential is not good any more. */
  whileGood(caller: Caller, until: AbortSignal): AbortSignal {
    const ending = new AbortController();
    this.#watched.set(ending, caller);
    let timer: NodeJS.Timeout | undefined;
    const wait = (): void => {
      this.#look(ending, caller);
      if (caller.expiresAt === null || ending.signal.aborted) return;
      timer = setTimeout(wait, Math.min(caller.expiresAt - this.now(), longest)).unref();
    };
    const end = (): void => ending.abort();
    ending.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      this.#watched.delete(ending);
      until.removeEventListener('abort', end);
    });
    until.addEventListener('abort', end);
    if (until.aborted) end();
    else wait();
    return ending.signal;
  }

  /** Something was taken away: what is watched is looked at again. */
  look(): void {
    for (const [ending, caller] of this.#watched) this.#look(ending, caller);
  }

  #look(ending: AbortController, caller: Caller): void {
    if (!this.isGood(caller)) ending.abort();
  }
}
