import { type FlowPlan, ownTypes } from '../../flows/index.js';
import type { EventStore } from './event-store.js';

/**
 * The types of svc's own events that unfinished runs of each branch may listen for, also runs of older versions of their
 * flows: svc makes no other events. A type is known until the process ends.
 */
export class OwnListeners {
  /** True once a run may listen for some type. */
  hasAny = false;
  readonly #types = new Map<string, Set<string>>();
  readonly #ofPlans = new WeakMap<object, readonly string[]>();
  /** Branches whose parked runs are known. */
  readonly #found = new Set<string>();

  constructor(private readonly store: Pick<EventStore, 'isListened'>) {}

  /** Adds what a run of a branch may listen for, also later, as its flow says. */
  add(branch: string, plan: Pick<FlowPlan, 'mayListenFor'>): void {
    const types = this.#ofPlans.get(plan) ?? ownTypes.filter((type) => plan.mayListenFor(type));
    this.#ofPlans.set(plan, types);
    for (const type of types) this.#note(branch, type);
  }

  /** Adds what the runs of a branch listen for that were parked before this process. */
  async findParked(branch: string): Promise<void> {
    if (this.#found.has(branch)) return;
    for (const type of ownTypes) if (await this.store.isListened(branch, type)) this.#note(branch, type);
    this.#found.add(branch);
  }

  /** Asks for the parked runs of these branches again: a restore has replaced them. */
  async reopen(): Promise<void> {
    const listeners = [...this.#found];
    this.#found.clear();
    for (const branch of listeners) await this.findParked(branch);
  }

  has(branch: string, type: string): boolean {
    return this.#types.get(branch)?.has(type) === true;
  }

  #note(branch: string, type: string): void {
    const types = this.#types.get(branch) ?? new Set();
    this.#types.set(branch, types.add(type));
    this.hasAny = true;
  }
}
