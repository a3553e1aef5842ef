/**
 * The longest step of a timer, in ms. The clock of the machine may be set, and the machine may be suspended: a timer that
 * waited for the whole distance in one step would fire as late as the clock was wrong.
 */
const maxStepMs = 10_000;

/** A timer for a time of the clock, however far: it reads the clock at each step, and never fires early. */
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
      Math.min(left, maxStepMs),
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
