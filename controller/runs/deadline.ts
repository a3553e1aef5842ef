const longestTimer = 2 ** 31 - 1;

/** When a run must have ended. */
export class Deadline {
  #timer: NodeJS.Timeout | undefined;
  #armed = false;
  #passed = false;

  get isArmed(): boolean {
    return this.#armed;
  }

  get hasPassed(): boolean {
    return this.#passed;
  }

  /** Arms it once; `expire` is called at `at`, ms since the epoch. Farther off than a timer goes, it is not kept. */
  arm(at: number, expire: () => void): void {
    if (this.#armed) return;
    this.#armed = true;
    if (at - Date.now() > longestTimer) return;
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
