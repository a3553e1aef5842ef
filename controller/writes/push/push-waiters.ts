import type { PushOutcome } from './contract.js';

/** The news about a commit: a push outcome, or `replaced` by another commit whose push is still to come. */
export type CommitResult = PushOutcome | { kind: 'replaced'; commit: string };

/** Delivers push outcomes to the writers that wait for them, by branch. */
export class PushWaiters {
  readonly #waiting = new Map<string, Map<string, (outcome: PushOutcome) => void>>();
  /** News about commits whose writers have not asked yet, by branch and commit. */
  readonly #early = new Map<string, CommitResult>();
  /** By branch, the writers that are about to make a commit and to ask for its outcome. */
  readonly #expected = new Map<string, Set<Promise<void>>>();

  /** Announces a writer that will ask for a commit's outcome. News is kept for it until the returned call. */
  expect(branch: string): () => void {
    const expected = this.#expected.get(branch) ?? new Set();
    this.#expected.set(branch, expected);
    let resolveAsked = () => {};
    const request = new Promise<void>((resolve) => {
      resolveAsked = resolve;
    });
    expected.add(request);
    return () => {
      expected.delete(request);
      resolveAsked();
    };
  }

  /** Returns the outcome of a commit if it is known already, and the commit that replaced it, if one did. */
  takeEarlyResult(branch: string, commit: string): { commit: string; outcome: PushOutcome | undefined } {
    for (let id = commit; ; ) {
      const results = this.#early.get(`${branch} ${id}`);
      this.#early.delete(`${branch} ${id}`);
      if (results?.kind !== 'replaced') return { commit: id, outcome: results };
      id = results.commit;
    }
  }

  /** Waits for the outcome of a commit. @param late makes the answer of a wait longer than `ms` */
  wait(
    branch: string,
    commit: string,
    { ms, late }: { ms: number; late(): PushOutcome },
  ): Promise<PushOutcome> {
    const waiting = this.#of(branch);
    return new Promise((resolve) => {
      const answer = (outcome: PushOutcome) => {
        clearTimeout(timer);
        resolve(outcome);
      };
      const timer = setTimeout(() => {
        // The commit may have been replaced meanwhile, so its id is looked up by the waiter.
        for (const [id, waiter] of waiting) if (waiter === answer) waiting.delete(id);
        resolve(late());
      }, ms);
      waiting.set(commit, answer);
    });
  }

  /** Returns the commits that writers wait for. */
  awaited(branch: string): string[] {
    return [...this.#of(branch).keys()];
  }

  /** Answers the writers that wait for these commits. */
  settle(branch: string, commits: readonly string[], getOutcome: (commit: string) => PushOutcome): void {
    const waiting = this.#of(branch);
    for (const commit of commits) {
      waiting.get(commit)?.(getOutcome(commit));
      waiting.delete(commit);
    }
  }

  settleAll(getOutcome: (commit: string) => PushOutcome): void {
    for (const branch of this.#waiting.keys()) this.settle(branch, this.awaited(branch), getOutcome);
  }

  /**
   * Reports news about commits to the writers that wait, and to the expected writers once they ask.
   * @returns the commits that no writer asked for; their writes were acknowledged earlier
   */
  async report(branch: string, results: ReadonlyMap<string, CommitResult>): Promise<string[]> {
    const unclaimed = [...results].filter(([commit, each]) => !this.#reportNow(branch, commit, each));
    for (const [commit, each] of unclaimed) this.#early.set(`${branch} ${commit}`, each);
    await Promise.all(this.#expected.get(branch) ?? []);
    return unclaimed.flatMap(([commit]) => (this.#early.delete(`${branch} ${commit}`) ? [commit] : []));
  }

  /** @returns true if a writer waits for the commit */
  #reportNow(branch: string, commit: string, results: CommitResult): boolean {
    const waiting = this.#of(branch);
    const waiter = waiting.get(commit);
    if (!waiter) return false;
    waiting.delete(commit);
    if (results.kind === 'replaced') waiting.set(results.commit, waiter);
    else waiter(results);
    return true;
  }

  #of(branch: string): Map<string, (outcome: PushOutcome) => void> {
    const waiting = this.#waiting.get(branch) ?? new Map<string, (outcome: PushOutcome) => void>();
    this.#waiting.set(branch, waiting);
    return waiting;
  }
}
