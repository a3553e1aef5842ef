import type { Problem } from '../problems/index.js';
import type { Source } from '../sources/source/source.js';
import type { Write } from '../storage/index.js';
import type { AppliedStore } from './applied-store.js';
import type { BranchState } from './branch-state.js';
import type { ReconcileEvent } from './contract.js';
import { failed, succeeded } from './events.js';
import { toProblem } from './steps.js';

export interface AfterPassOptions {
  source: Source;
  applied: AppliedStore;
  /** Returns the writes that deliver the events. */
  outbox?: (events: readonly ReconcileEvent[]) => readonly Write[];
  onEvents: (events: readonly ReconcileEvent[]) => void;
  /** Called once for each cause, not for each pass that fails with it. */
  onFailure: (problem: Problem) => void;
}

/** The work after a pass. A failure here is reported and fails no pass; the work is repeated after the next one. */
export class AfterPass {
  /** The cause that was reported last. */
  #reported: string | undefined;

  constructor(private readonly options: AfterPassOptions) {}

  /** Protects the revision in service from `git gc`; undefined while its branch contains it. */
  async keep(revision: string | undefined): Promise<void> {
    await this.#attempt(() => this.options.source.keep(revision));
  }

  /** Removes the stored state of a deleted branch. */
  async drop(): Promise<void> {
    const { applied, source } = this.options;
    await this.#attempt(() => applied.drop(source.branch));
    await this.keep(undefined);
  }

  /** Called when a new revision is in service: its events also end the failure reported before. */
  applied(): void {
    this.#reported = undefined;
  }

  /** Reports a failure once for each revision and cause, and its end. @param time RFC 3339 */
  async report(
    { failure, observedRevision: revision = '', snapshot }: BranchState,
    time: string,
  ): Promise<void> {
    const cause = failure && `${failure.code} ${revision}`;
    if (cause === this.#reported) return;
    this.#reported = cause;
    if (failure) {
      this.options.onFailure(failure);
      await this.#deliver(
        failed({ branch: this.options.source.branch, revision, problem: failure, applied: snapshot, time }),
      );
    } else if (snapshot) {
      await this.#deliver(succeeded({ next: snapshot, previous: snapshot, changes: [], time }));
    }
  }

  /** Delivers an event without a new revision. */
  async #deliver(event: ReconcileEvent): Promise<void> {
    const { applied, outbox, onEvents } = this.options;
    const writes = outbox?.([event]) ?? [];
    if (writes.length > 0) await this.#attempt(() => applied.report(writes));
    onEvents([event]);
  }

  async #attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (cause) {
      this.options.onFailure(toProblem(cause, this.options.source.branch));
    }
  }
}
