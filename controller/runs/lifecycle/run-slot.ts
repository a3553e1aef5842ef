/** A run as its place sees it. */
export interface PlacedRun {
  /** True while all that the run does is to wait for something outside of it. */
  readonly isWaiting: boolean;
  /** Grows with each effect that begins or ends. */
  readonly steps: number;
}

/** A place among the runs that execute, of one run and of the runs that it waits for. `RunQueue` says when it is held. */
export class RunSlot<Run extends PlacedRun> {
  isHeld = false;
  /** True while its runs wait to hold it again. */
  isWanted = false;
  readonly #runs: Run[] = [];
  /** Runs that continue when it is held again. */
  #whenHeld: Map<Run, { promise: Promise<void>; resolve: () => void }> | undefined;
  /** The steps of its runs at the last look, and the looks that found them waiting there. */
  #steps = -1;
  #looks = 0;

  private constructor(
    readonly branch: string,
    readonly flow: string,
    /** The run that waits to begin with it. */
    public starting: Run | undefined,
  ) {}

  static held<Run extends PlacedRun>(branch: string, flow: string): RunSlot<Run> {
    return new RunSlot<Run>(branch, flow, undefined).hold();
  }

  static wanted<Run extends PlacedRun>(branch: string, flow: string, by: Run): RunSlot<Run> {
    return new RunSlot(branch, flow, by);
  }

  enter(run: Run): void {
    this.#runs.push(run);
  }

  /** Returns true when no run uses it any more. */
  leave(run: Run): boolean {
    this.#runs.splice(this.#runs.indexOf(run), 1);
    this.#whenHeld?.get(run)?.resolve();
    this.#whenHeld?.delete(run);
    return this.#runs.length === 0;
  }

  hold(): this {
    this.isHeld = true;
    this.isWanted = false;
    this.starting = undefined;
    this.#looks = 0;
    for (const { resolve } of this.#whenHeld?.values() ?? []) resolve();
    this.#whenHeld = undefined;
    return this;
  }

  /** Resolves when the place is held, or the run has left it. */
  whenHeld(run: Run): Promise<void> {
    this.#whenHeld ??= new Map();
    let waiting = this.#whenHeld.get(run);
    if (!waiting) {
      let resolve = (): void => {};
      const promise = new Promise<void>((held) => {
        resolve = held;
      });
      waiting = { promise, resolve };
      this.#whenHeld.set(run, waiting);
    }
    return waiting.promise;
  }

  /** Returns how many looks in a row have found all its runs waiting at the same steps. @param by the look counts once */
  looksUnused(by: Run): number {
    if (by !== this.#runs[0]) return 0;
    const steps = this.#runs.reduce((sum, run) => sum + run.steps, 0);
    const isUnused = this.#runs.every(({ isWaiting }) => isWaiting);
    this.#looks = isUnused && (this.#looks === 0 || steps === this.#steps) ? this.#looks + 1 : 0;
    this.#steps = steps;
    return this.#looks;
  }
}
