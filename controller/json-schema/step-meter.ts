import type { Json } from '../../schemas/json/types.js';

/**
 * The work that one check may do on the event loop. A step takes at most about 100 ns, most take 5: 75,000 steps take less
 * than 8 ms.
 */
export const sliceSteps = 75_000;

/** The work of one check in a thread, and of one during an analysis: less than 2 seconds. */
export const maxSteps = 20_000_000;

/** Characters that are read in one step. */
const charactersPerStep = 16;

/** A check has used up its steps. */
class StepsExceeded extends RangeError {
  override readonly name = 'StepsExceeded';

  constructor(readonly steps: number) {
    super(`the schema needs more than ${steps} steps for it`);
  }
}

/** Counts what a check does while it runs, and ends it when it has used up its steps. */
export class StepMeter {
  /** The steps that are left. Validators subtract from it in their generated code, and call `over` when it is negative. */
  left = maxSteps;
  #steps = maxSteps;

  constructor(steps = maxSteps) {
    this.start(steps);
  }

  get used(): number {
    return this.#steps - this.left;
  }

  start(steps: number): void {
    this.#steps = steps;
    this.left = steps;
  }

  /** @throws StepsExceeded */
  spend(steps: number): void {
    // Whole numbers are counted faster.
    this.left -= Math.ceil(steps);
    if (this.left < 0) this.over();
  }

  /** Counts the whole of a value, before something reads the whole of it. @throws StepsExceeded */
  spendOn(value: Json): void {
    if (typeof value === 'string') this.spend(1 + value.length / charactersPerStep);
    else if (typeof value !== 'object' || value === null) this.spend(1);
    else if (Array.isArray(value)) {
      this.spend(3);
      for (const item of value) this.spendOn(item);
    } else {
      this.spend(5);
      for (const [name, member] of Object.entries(value)) {
        this.spend(3 + name.length / charactersPerStep);
        this.spendOn(member);
      }
    }
  }

  /** @throws StepsExceeded */
  over(): never {
    throw new StepsExceeded(this.#steps);
  }
}
