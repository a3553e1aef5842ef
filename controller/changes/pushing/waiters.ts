import type { Fate } from './contract.js';

const mostRemembered = 500;

/** Those who wait to hear what has become of their commits, by branch. */
export class Waiters {
  readonly #waiting = new Map<string, Map<string, (fate: Fate) => void>>();
  /** What became of commits of late that nobody waited for yet, by branch and commit: a proposal may hold the same one. */
  readonly #known = new Map<string, Fate>();

  /** What became of a commit before anybody asked. */
  known(branch: string, commit: string): Fate | undefined {
    return this.#known.get(`${branch} ${commit}`);
  }

  /** A commit that is on the branch again may have another fate. */
  forget(branch: string, commit: string): void {
    this.#known.delete(`${branch} ${commit}`);
  }

  /** @param late the answer for who has waited so long in vain */
  wait(branch: string, commit: string, { ms, late }: { ms: number; late(): Fate }): Promise<Fate> {
    const waiting = this.#of(branch);
    return new Promise((resolve) => {
      const answer = (fate: Fate) => {
        clearTimeout(timer);
        resolve(fate);
      };
      const timer = setTimeout(() => {
        // The commit may have become another one meanwhile.
        for (const [id, waiter] of waiting) if (waiter === answer) waiting.delete(id);
        resolve(late());
      }, ms);
      waiting.set(commit, answer);
    });
  }

  /** The commits that are waited for. */
  asked(branch: string): string[] {
    return [...this.#of(branch).keys()];
  }

  /** Answers those who wait. */
  settle(branch: string, commits: readonly string[], fateOf: (commit: string) => Fate): void {
    const waiting = this.#of(branch);
    for (const commit of commits) {
      waiting.get(commit)?.(fateOf(commit));
      waiting.delete(commit);
    }
  }

  settleAll(fateOf: (commit: string) => Fate): void {
    for (const branch of this.#waiting.keys()) this.settle(branch, this.asked(branch), fateOf);
  }

  /** As `settle`, but keeps the fate for whoever asks a moment later. @returns whether somebody waits already */
  tell(branch: string, commit: string, fate: Fate): boolean {
    const isAwaited = this.#of(branch).has(commit);
    if (isAwaited) this.settle(branch, [commit], () => fate);
    else this.#remember(`${branch} ${commit}`, fate);
    return isAwaited;
  }

  /** The commit has become another one. @returns whether somebody waits for it */
  follow(branch: string, commit: string, next: string): boolean {
    const waiting = this.#of(branch);
    const waiter = waiting.get(commit);
    if (!waiter) return false;
    waiting.delete(commit);
    waiting.set(next, waiter);
    return true;
  }

  #remember(key: string, fate: Fate): void {
    this.#known.set(key, fate);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostRemembered && oldest !== undefined) this.#known.delete(oldest);
  }

  #of(branch: string): Map<string, (fate: Fate) => void> {
    const waiting = this.#waiting.get(branch) ?? new Map<string, (fate: Fate) => void>();
    this.#waiting.set(branch, waiting);
    return waiting;
  }
}
