import type { Repository } from '../../git/index.js';
import type { ReplayResults } from '../merging/replay-commits.js';
import type { DetachedCommit, PushOutcome } from './contract.js';
import type { CommitResult, PushWaiters } from './push-waiters.js';

export interface DetachedCommitsOptions {
  repository: Repository;
  /** Takes over a commit that was acknowledged and had to leave its branch: makes a proposal of it. */
  onDetached(commit: DetachedCommit): Promise<unknown>;
  onFailure(branch: string, problem: unknown): void;
}

/**
 * Commits that have to leave their branch. Each is recorded before its branch moves (`Repository.noteDetached`), so that a
 * crash cannot lose it; the next process continues from the records. A reader may still see the commit on its branch.
 * Writers that wait for a commit are notified; acknowledged commits are handed to `onDetached`.
 */
export class DetachedCommits {
  /** The hand-overs, one after the other, so that no commit is handed over twice. */
  #handingOver: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: DetachedCommitsOptions,
    private readonly waiters: PushWaiters,
  ) {}

  /**
   * Notifies the writers of commits, the oldest first, that have left their branch, and hands over the newest commit that
   * was acknowledged; the others are its ancestors. Never rejects.
   * @param recorded the commit that was recorded for them
   */
  async handOver(
    branch: string,
    commits: readonly string[],
    { outcome, reason, recorded }: { outcome: PushOutcome; reason: string; recorded: string },
  ): Promise<void> {
    const results = new Map(commits.map((commit) => [commit, outcome]));
    const commit = (await this.waiters.report(branch, results)).at(-1);
    await this.#handOver(branch, recorded, commit === undefined ? undefined : { branch, commit, reason });
  }

  /** Returns the commits that the last process recorded and did not hand over. Those still on a branch are discarded. */
  async unfinished(): Promise<{ branch: string; commit: string }[]> {
    const { repository } = this.options;
    const unfinished: { branch: string; commit: string }[] = [];
    for (const { branch, commit } of await repository.detachedCommits()) {
      const tips = await Promise.all([repository.resolveRef(branch), repository.mirroredTip(branch)]);
      if (await this.#isOnOne(tips, commit)) await repository.forgetDetached(branch, commit);
      else unfinished.push({ branch, commit });
    }
    return unfinished;
  }

  /** Never rejects. */
  async resume(unfinished: readonly { branch: string; commit: string }[]): Promise<void> {
    const reason =
      'svc stopped while it took the commit off the branch, because the remote does not have it there';
    for (const { branch, commit } of unfinished) {
      await this.#handOver(branch, commit, { branch, commit, reason });
    }
  }

  /** Proposes a held commit to the remote; the commit stays on its branch. Never rejects. */
  propose(branch: string, commit: string, reason: string): Promise<void> {
    return this.#handOver(branch, commit, { branch, commit, reason, isHeld: true });
  }

  #handOver(branch: string, recorded: string, detached: DetachedCommit | undefined): Promise<void> {
    this.#handingOver = this.#handingOver
      .then(async () => {
        if (detached) await this.options.onDetached(detached);
        await this.options.repository.forgetDetached(branch, recorded);
      })
      .catch((cause: unknown) => this.options.onFailure(branch, cause));
    return this.#handingOver;
  }

  async #isOnOne(tips: readonly (string | undefined)[], commit: string): Promise<boolean> {
    for (const tip of tips) {
      if (tip !== undefined && (await this.options.repository.history.isAncestor(commit, tip))) return true;
    }
    return false;
  }
}

/** Returns the news about replayed commits, without those that conflict. */
export function getCommitResults(results: ReplayResults): Map<string, CommitResult> {
  const commitResults = new Map<string, CommitResult>();
  for (const [old, result] of results) {
    if ('conflict' in result) continue;
    const { commit } = result;
    commitResults.set(old, commit === null ? { kind: 'pushed', commit } : { kind: 'replaced', commit });
  }
  return commitResults;
}
