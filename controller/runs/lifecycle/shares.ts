import type { Sharing } from '../../concurrency/fair-slots.js';
import { allowsBranch } from '../../security/policy/branch-pattern.js';

/** An entry of the setting `Limits.Shares`. */
export interface ShareEntry {
  readonly branch?: string | undefined;
  readonly flow?: string | undefined;
  readonly weight: number;
}

/** Weights that are remembered until the setting changes. */
const maxKnown = 10_000;

/** Finds the weights of branches and flows in the setting, which may change at run time. */
export class Shares implements Sharing {
  readonly #known = new Map<string, number>();
  #of: readonly ShareEntry[] = [];

  constructor(
    readonly production: string,
    private readonly entries: () => readonly ShareEntry[],
  ) {}

  branchWeight(branch: string): number {
    return this.#weight(branch, (entry) => entry.flow === undefined && isFor(entry.branch, branch));
  }

  flowWeight(branch: string, flow: string): number {
    const isForFlow = (entry: ShareEntry): boolean =>
      entry.flow !== undefined && isFor(entry.flow, flow) && isFor(entry.branch, branch);
    return this.#weight(`${branch} ${flow}`, isForFlow);
  }

  #weight(key: string, fits: (entry: ShareEntry) => boolean): number {
    const entries = this.entries();
    if (entries !== this.#of || this.#known.size > maxKnown) this.#known.clear();
    this.#of = entries;
    if (entries.length === 0) return 1;
    let weight = this.#known.get(key);
    if (weight === undefined) {
      weight = entries.find(fits)?.weight ?? 1;
      this.#known.set(key, weight);
    }
    return weight;
  }
}

function isFor(pattern: string | undefined, name: string): boolean {
  return pattern === undefined || allowsBranch(pattern, name);
}
