import type { Problem } from '../problems/index.js';
import type { Source } from '../sources/contract.js';
import type { Write } from '../storage/index.js';
import type { AppliedStore } from './applied-store.js';
import type { BranchState } from './branch-state.js';
import type { ReconcileEvent } from './contract.js';
import { failed, succeeded } from './events.js';
import { asProblem } from './steps.js';

export interface UpkeepOptions {
  source: Source;
  applied: AppliedStore;
  /** Writes that tell of the events. */
  outbox?: (events: readonly ReconcileEvent[]) => readonly Write[];
  onEvents: (events: readonly ReconcileEvent[]) => void;
  /** Called once for each cause, not with each pass that fails of it. */
  onFailure: (problem: Problem) => void;
}

/** What follows a pass. What fails here fails no pass: it is told, and done again after the next one. */
export class Upkeep {
  /** The cause that was last told of. */
  #told: string | undefined;

  constructor(private readonly options: UpkeepOptions) {}

  /** The revision in service; undefined when its branch has it and sees to it. */
  async keep(revision: string | undefined): Promise<void> {
    await this.#attempt(() => this.options.source.keep(revision));
  }

  /** Leaves nothing of a branch that is gone. */
  async drop(): Promise<void> {
    const { applied, source } = this.options;
    await this.#attempt(() => applied.drop(source.branch));
    await this.keep(undefined);
  }

  /** A new revision is in service, and its events have said so. */
  toldOfNew(): void {
    this.#told = undefined;
  }

  /** Tells of a failure once for each revision and cause, and of its end. @param time RFC 3339 */
  async tell(
    { failure, observedRevision: revision = '', snapshot }: BranchState,
    time: string,
  ): Promise<void> {
    const cause = failure && `${failure.code} ${revision}`;
    if (cause === this.#told) return;
    this.#told = cause;
    if (failure) {
      this.options.onFailure(failure);
      await this.#deliver(failed(this.options.source.branch, revision, failure, snapshot, time));
    } else if (snapshot) {
      await this.#deliver(succeeded({ next: snapshot, previous: snapshot, changes: [], time }));
    }
  }

  /** An event that no new revision carries. */
  async #deliver(event: ReconcileEvent): Promise<void> {
    const { applied, outbox, onEvents } = this.options;
    const writes = outbox?.([event]) ?? [];
    if (writes.length > 0) await this.#attempt(() => applied.tell(writes));
    onEvents([event]);
  }

  async #attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (cause) {
      this.options.onFailure(asProblem(cause, this.options.source.branch));
    }
  }
}
