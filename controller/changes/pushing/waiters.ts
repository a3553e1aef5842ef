import type { Fate } from './contract.js';
import type { Replay } from './replay.js';

/** What became of a commit; `moved`: it is another one now. */
export type News = Fate | { kind: 'moved'; commit: string };

/** What a replay has made of commits, but for those that it left out. */
export function newsOf(replay: Replay | undefined): Map<string, News> {
  const news = new Map<string, News>();
  for (const [made, fate] of replay?.fates ?? []) {
    if ('conflict' in fate) continue;
    const { commit } = fate;
    news.set(made, commit === null ? { kind: 'pushed', commit } : { kind: 'moved', commit });
  }
  return news;
}

/** Those who wait to hear what has become of their commits, by branch. */
export class Waiters {
  readonly #waiting = new Map<string, Map<string, (fate: Fate) => void>>();
  /** What became of commits before anybody asked, by branch and commit. */
  readonly #untold = new Map<string, News>();
  /** By branch, those who are about to make a commit and to ask for it. */
  readonly #coming = new Map<string, Set<Promise<void>>>();

  /**
   * Says that somebody makes a commit and will ask for it, so that what becomes of it before is kept for him.
   * @returns to be called once he has asked, or will not
   */
  expect(branch: string): () => void {
    const coming = this.#coming.get(branch) ?? new Set();
    this.#coming.set(branch, coming);
    let over = () => {};
    const asked = new Promise<void>((resolve) => {
      over = resolve;
    });
    coming.add(asked);
    return () => {
      coming.delete(asked);
      over();
    };
  }

  /** What became of a commit before anybody asked; a commit that is another one now is waited for as that. */
  hear(branch: string, commit: string): { commit: string; fate: Fate | undefined } {
    for (let id = commit; ; ) {
      const news = this.#untold.get(`${branch} ${id}`);
      this.#untold.delete(`${branch} ${id}`);
      if (news?.kind !== 'moved') return { commit: id, fate: news };
      id = news.commit;
    }
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

  /**
   * Tells each commit's fate to who waits for it, and to who comes to ask soon.
   * @returns the commits that nobody asked for, once those who were to come have: they were acknowledged before
   */
  async tell(branch: string, fates: ReadonlyMap<string, News>): Promise<string[]> {
    const untold = [...fates].filter(([commit, news]) => !this.#tellNow(branch, commit, news));
    for (const [commit, news] of untold) this.#untold.set(`${branch} ${commit}`, news);
    await Promise.all(this.#coming.get(branch) ?? []);
    return untold.flatMap(([commit]) => (this.#untold.delete(`${branch} ${commit}`) ? [commit] : []));
  }

  /** @returns whether somebody waits */
  #tellNow(branch: string, commit: string, news: News): boolean {
    const waiting = this.#of(branch);
    const waiter = waiting.get(commit);
    if (!waiter) return false;
    waiting.delete(commit);
    if (news.kind === 'moved') waiting.set(news.commit, waiter);
    else waiter(news);
    return true;
  }

  #of(branch: string): Map<string, (fate: Fate) => void> {
    const waiting = this.#waiting.get(branch) ?? new Map<string, (fate: Fate) => void>();
    this.#waiting.set(branch, waiting);
    return waiting;
  }
}
