/** How often the clocks are compared, in ms. */
const lookMs = 5_000;
/** The distance from which a change counts as a jump, in ms: an adjusted clock runs a little faster or slower. */
const jumpMs = 1_000;

/** Compares the clock of the machine with the time that has passed, so that a clock that is set is told. */
export class ClockWatch {
  #offset: number;
  readonly #timer: NodeJS.Timeout;

  /** @param jumped gets how far the clock was moved in ms, below 0 when it was set back */
  constructor(
    private readonly jumped: (byMs: number) => void,
    private readonly clocks: { wall(): number; passed(): number } = {
      wall: Date.now,
      passed: () => performance.now(),
    },
  ) {
    this.#offset = this.#distance();
    this.#timer = setInterval(() => this.look(), lookMs).unref();
  }

  look(): void {
    const offset = this.#distance();
    const byMs = Math.round(offset - this.#offset);
    this.#offset = offset;
    if (Math.abs(byMs) >= jumpMs) this.jumped(byMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #distance(): number {
    return this.clocks.wall() - this.clocks.passed();
  }
}
