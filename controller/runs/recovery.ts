import type { FlowPlan } from '../flows/contract.js';
import type { Closure } from './closure.js';
import type { RunStatus } from './contract.js';
import { Execution } from './execution.js';
import type { Floor } from './floor.js';
import { Recorded } from './journal.js';
import type { RunState } from './state.js';

/** Runs that are not in memory go on after their last journalled step. */
export class Recovery {
  constructor(
    private readonly floor: Floor,
    private readonly report: (error: unknown, context: { runId?: string }) => void,
  ) {}

  /**
   * The stored run as an execution; undefined when it is in memory already or has another status than these by now.
   * To be called in the run's turn, and the run admitted in it.
   */
  async takeUp(id: string, from: readonly RunStatus[]): Promise<Execution | undefined> {
    const { store, dispatcher, surroundings } = this.floor;
    const state = await store.find(id);
    if (!state || !from.includes(state.status) || dispatcher.active(id) || dispatcher.waiting(id)) {
      return undefined;
    }
    const { closure, plan } = await this.documents(state);
    const recorded = Recorded.of(await store.recorded(id));
    return new Execution(surroundings, store.reveal(state), plan, closure, true, recorded);
  }

  /** What a stopped process left behind, oldest first. */
  async takeUpUnfinished(): Promise<void> {
    await this.#admitAll(await this.floor.store.unfinished(), ['pending', 'running']);
  }

  /** Parked runs whose time has come; answers when the next one is due. */
  async wakeDue(now: number): Promise<number | undefined> {
    await this.#admitAll(await this.floor.store.dueToWake(now), ['waiting']);
    const next = await this.floor.store.nextWake();
    // A run that sleeps in memory keeps its own time and is not to be asked for at every turn.
    return next === undefined ? undefined : Math.max(next, now + 250);
  }

  /** The documents a run is pinned to. */
  async documents(state: RunState): Promise<{ closure: Closure; plan: FlowPlan }> {
    const closure = await this.floor.closures.load(state.closure);
    const plan = closure.flow(state.flow);
    if (!plan) throw new Error(`The flow ${state.flow} cannot be compiled from the documents ${closure.id}`);
    return { closure, plan };
  }

  async #admitAll(ids: readonly string[], from: readonly RunStatus[]): Promise<void> {
    const { dispatcher, turns } = this.floor;
    for (const id of ids) {
      try {
        await turns.take(id, async () => {
          const execution = await this.takeUp(id, from);
          if (execution) dispatcher.admit(execution);
        });
      } catch (error) {
        this.report(error, { runId: id });
      }
    }
  }
}
