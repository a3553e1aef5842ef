const longestTimer = 2 ** 31 - 1;

interface Sleeper {
  due: number;
  timer: NodeJS.Timeout | undefined;
}

/** The branches of one run that wait for a time. */
export class Sleepers {
  readonly #sleepers = new Set<Sleeper>();

  get size(): number {
    return this.#sleepers.size;
  }

  /** When the first of them is due, ms since the epoch. */
  earliest(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const { due } of this.#sleepers) earliest = Math.min(earliest, due);
    return earliest;
  }

  /** Drops all of them: they are never heard of again. */
  clear(): void {
    for (const { timer } of this.#sleepers) clearTimeout(timer);
    this.#sleepers.clear();
  }

  /** Resolves at `due`. @throws the signal's reason */
  until(due: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const sleeper: Sleeper = { due, timer: undefined };
      const done = (): void => {
        clearTimeout(sleeper.timer);
        signal.removeEventListener('abort', aborted);
        this.#sleepers.delete(sleeper);
      };
      const aborted = (): void => {
        done();
        reject(signal.reason);
      };
      const arm = (): void => {
        const rest = due - Date.now();
        if (rest > 0) {
          sleeper.timer = setTimeout(arm, Math.min(rest, longestTimer));
          return;
        }
        done();
        resolve();
      };
      signal.addEventListener('abort', aborted, { once: true });
      this.#sleepers.add(sleeper);
      arm();
    });
  }
}
