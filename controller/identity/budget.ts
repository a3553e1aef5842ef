import type { Budget } from './contract.js';

const minute = 60_000;

export function newBudget(): Budget {
  return { count: 0, endsAt: 0 };
}

/** Counts one more in the minute that runs; the first after its end begins the next. @returns how many there are now */
export function spend(budget: Budget, now: number): number {
  if (now >= budget.endsAt) {
    budget.count = 0;
    budget.endsAt = now + minute;
  }
  budget.count += 1;
  return budget.count;
}

/** How many were counted in the minute that runs. */
export function spent(budget: Budget, now: number): number {
  return now >= budget.endsAt ? 0 : budget.count;
}

/** Budgets by name, at most `most` of them: the ones that began longest ago are forgotten first. */
export class Budgets {
  readonly #budgets = new Map<string, Budget>();

  constructor(private readonly most = 10_000) {}

  of(name: string): Budget {
    const known = this.#budgets.get(name);
    if (known) return known;
    if (this.#budgets.size >= this.most) {
      const [oldest] = this.#budgets.keys();
      if (oldest !== undefined) this.#budgets.delete(oldest);
    }
    const budget = newBudget();
    this.#budgets.set(name, budget);
    return budget;
  }

  /** Without making one. */
  find(name: string): Budget | undefined {
    return this.#budgets.get(name);
  }
}
