import type { Problem } from '../problems/index.js';
import type { Source } from '../sources/source/source.js';
import type { Write } from '../storage/index.js';
import type { AppliedStore } from './applied-store.js';
import type { BranchState } from './branch-state.js';
import type { ReconcileEvent, UnchangedTip } from './contract.js';
import { failed, succeeded } from './events.js';
import { toProblem } from './steps.js';

export interface AfterPassOptions {
  source: Source;
  applied: AppliedStore;
  /** Returns the writes that deliver the events. */
  outbox?: (events: readonly ReconcileEvent[]) => readonly Write[];
  onEvents: (events: readonly ReconcileEvent[]) => void;
  /** Reports a tip without changes. It may report one again, such as after a restart. */
  onUnchanged?: ((tip: UnchangedTip) => Promise<void>) | undefined;
  /** Called once for each cause, not for each pass that fails with it. */
  onFailure: (problem: Problem) => void;
}

/** The work after a pass. A failure here is reported and fails no pass; the work is repeated after the next one. */
export class AfterPass {
  /** The cause that was reported last. */
  #reported: string | undefined;
  /** The tip without changes that was reported last, with its outcome. */
  #reportedTip: string | undefined;

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

  /** Reports a tip that changes no file of svc, once for each outcome of the revision that stands for it. */
  async reportUnchanged(tip: string, { refusal, snapshot, observedRevision }: BranchState): Promise<void> {
    const problem = refusal?.revision === observedRevision ? refusal?.problem : undefined;
    const counts = snapshot?.revision === observedRevision ? snapshot?.counts : undefined;
    const outcome = problem ? { problem } : counts && { counts };
    // Without an outcome, the next pass tries again.
    if (!outcome || !this.options.onUnchanged) return;
    const key = `${tip} ${observedRevision} ${problem?.code}`;
    if (key === this.#reportedTip) return;
    const { branch } = this.options.source;
    const isReported = await this.#attempt(() =>
      this.options.onUnchanged?.({ branch, revision: tip, outcome }),
    );
    if (isReported) this.#reportedTip = key;
  }

  /** Delivers an event without a new revision. */
  async #deliver(event: ReconcileEvent): Promise<void> {
    const { applied, outbox, onEvents } = this.options;
    const writes = outbox?.([event]) ?? [];
    if (writes.length > 0) await this.#attempt(() => applied.report(writes));
    onEvents([event]);
  }

  async #attempt(action: () => Promise<void> | undefined): Promise<boolean> {
    try {
      await action();
      return true;
    } catch (cause) {
      this.options.onFailure(toProblem(cause, this.options.source.branch));
      return false;
    }
  }
}
