/** Longest delay that `setTimeout` accepts, in ms. */
const longestDelay = 2 ** 31 - 1;

/** A timer for any time in the future: waits in steps if the delay is too long for `setTimeout`, and never fires early. */
export class LongTimer {
  #timer: NodeJS.Timeout | undefined;
  #hasFired = false;

  /** @param keepsProcess true for a timer that keeps the process running while it waits */
  constructor(private readonly keepsProcess = false) {}

  get hasFired(): boolean {
    return this.#hasFired;
  }

  /** Calls `callback` at `due`, ms since the epoch, unless the timer is stopped or started again before. */
  start(due: number, callback: () => void): void {
    clearTimeout(this.#timer);
    const left = Math.max(due - Date.now(), 0);
    this.#timer = setTimeout(
      () => {
        if (Date.now() < due) return this.start(due, callback);
        this.#hasFired = true;
        callback();
      },
      Math.min(left, longestDelay),
    );
    if (!this.keepsProcess) this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Returns `ms` plus or minus a random part, so that many periodic jobs do not run in step. */
export function about(ms: number, part: number, random: () => number = Math.random): number {
  return Math.round(ms * (1 + part * (2 * random() - 1)));
}
