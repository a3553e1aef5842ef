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

  /** Arms it once; `expire` is called at `at`, ms since the epoch. */
  arm(at: number, expire: () => void): void {
    if (this.#armed) return;
    this.#armed = true;
    this.#wait(at, expire);
  }

  /** In steps, where it is farther off than a timer goes. */
  #wait(at: number, expire: () => void): void {
    const left = Math.max(at - Date.now(), 0);
    const step = Math.min(left, longestTimer);
    this.#timer = setTimeout(() => {
      if (step < left) return this.#wait(at, expire);
      this.#passed = true;
      expire();
    }, step);
    this.#timer.unref();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
