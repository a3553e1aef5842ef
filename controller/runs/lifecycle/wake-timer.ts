import { LongTimer } from '../../concurrency/long-timer.js';

/** Wakes parked runs when they are due. The database knows all of them; this is one timer for the earliest. */
export class WakeTimer {
  readonly #timer = new LongTimer();
  #due = Number.POSITIVE_INFINITY;
  #waking: Promise<void> | undefined;
  #again = false;
  #wake: ((now: number) => Promise<number | undefined>) | undefined;

  /** @param report is called with errors of `wake`, which is tried again a second later */
  constructor(private readonly report: (error: unknown) => void) {}

  /** @param wake wakes due runs and returns the time when the next one is due */
  start(wake: (now: number) => Promise<number | undefined>): void {
    this.#wake = wake;
  }

  /** Wakes due runs and sets the timer for the next one. Runs that become due meanwhile are woken after that. */
  wakeDue(): Promise<void> {
    if (this.#waking) this.#again = true;
    this.#waking ??= this.#wakeAll().finally(() => {
      this.#waking = undefined;
      if (this.#again) void this.wakeDue();
    });
    return this.#waking;
  }

  async #wakeAll(): Promise<void> {
    do {
      this.#again = false;
      await this.#wakeOnce();
    } while (this.#again);
  }

  async #wakeOnce(): Promise<void> {
    this.#due = Number.POSITIVE_INFINITY;
    try {
      const next = await this.#wake?.(Date.now());
      if (next !== undefined) this.expect(next);
    } catch (error) {
      this.report(error);
      this.expect(Date.now() + 1_000);
    }
  }

  /** Called when a run is parked until `due`, ms since the epoch. */
  expect(due: number): void {
    if (due >= this.#due || !this.#wake) return;
    this.#due = due;
    this.#timer.start(due, () => void this.wakeDue());
  }

  stop(): void {
    this.#wake = undefined;
    this.#timer.stop();
  }
}
