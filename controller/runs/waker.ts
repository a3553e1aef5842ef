const longestTimer = 2 ** 31 - 1;

/** Wakes parked runs when their time has come. The database knows them; this keeps one timer for the earliest. */
export class Waker {
  #timer: NodeJS.Timeout | undefined;
  #at = Number.POSITIVE_INFINITY;
  #stopped = false;

  /**
   * @param wake brings due runs back and answers when the next one is due
   * @param failed hears of errors; the waker tries again a little later
   */
  constructor(
    private readonly wake: (now: number) => Promise<number | undefined>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** A run has been parked until `at`, ms since the epoch. */
  expect(at: number): void {
    if (this.#stopped || at >= this.#at) return;
    this.#at = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), Math.min(Math.max(at - Date.now(), 0), longestTimer));
    this.#timer.unref();
  }

  async check(): Promise<void> {
    this.#at = Number.POSITIVE_INFINITY;
    try {
      const next = await this.wake(Date.now());
      if (next !== undefined) this.expect(next);
    } catch (error) {
      this.failed(error);
      this.expect(Date.now() + 1_000);
    }
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}
