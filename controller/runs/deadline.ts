const longestTimer = 2 ** 31 - 1;

/** When a run must have ended. */
export class Deadline {
  #timer: NodeJS.Timeout | undefined;
  #passed = false;

  get hasPassed(): boolean {
    return this.#passed;
  }

  /** Arms it once; `expire` is called at `at`, ms since the epoch. Farther off than a timer goes, it is not kept. */
  arm(at: number, expire: () => void): void {
    if (this.#timer || at - Date.now() > longestTimer) return;
    this.#timer = setTimeout(
      () => {
        this.#passed = true;
        expire();
      },
      Math.max(at - Date.now(), 0),
    );
    this.#timer.unref();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
