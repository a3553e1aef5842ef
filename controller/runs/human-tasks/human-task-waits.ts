import type { Offering } from '../../concurrency/inbox.js';
import type { Write } from '../../storage/index.js';
import { isFinal, type RunState } from '../journal/run-state.js';
import type { HumanTasks } from './human-tasks.js';

/** Tasks that the state of a run names. */
const maxNamed = 3;

/** The steps of one run that wait for people. */
export class HumanTaskWaits {
  readonly #waits = new Map<string, Offering>();
  #isFrozen = false;

  /** @param asks true when the flow of the run has human tasks */
  constructor(
    private readonly state: RunState,
    private readonly tasks: HumanTasks,
    private readonly asks: boolean,
  ) {}

  /** The tasks that the run waits for, in words; undefined for none. */
  get description(): string | undefined {
    if (this.#waits.size === 0) return undefined;
    const ids = [...this.#waits.keys()];
    const more = ids.length - maxNamed;
    return `human-task ${ids.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }

  add(id: string): Offering {
    const wait = this.tasks.wait(id);
    this.#waits.set(id, wait);
    return wait;
  }

  remove(id: string): void {
    if (!this.#isFrozen) this.#remove(id);
  }

  /** Keeps the waits although the plan unwinds, until the run has left memory. */
  freeze(): void {
    this.#isFrozen = true;
  }

  release(): void {
    for (const id of [...this.#waits.keys()]) this.#remove(id);
  }

  /**
   * Returns the writes that go with the row of the run; call it while the transaction runs, before the row is made. A run
   * that waits is woken at once when one of its tasks ended meanwhile; the end of a run cancels its tasks.
   */
  writes(): Write[] {
    const { state } = this;
    if (isFinal(state.status)) return this.asks ? [this.tasks.endingRun(state.id)] : [];
    const isOffered = [...this.#waits.values()].some((wait) => wait.isOffered);
    if (state.status === 'waiting' && isOffered) state.wakeAt = Date.now();
    return [];
  }

  #remove(id: string): void {
    const wait = this.#waits.get(id);
    if (wait) this.tasks.endWait(id, wait);
    this.#waits.delete(id);
  }
}
