import type { Repository } from '../../repository/index.js';
import type { Fate, Stray } from './contract.js';
import type { Waiters } from './waiters.js';

export interface StraysOptions {
  repository: Repository;
  /** Sees to a commit that was acknowledged and had to leave its branch. */
  onStray(stray: Stray): Promise<unknown>;
  onFailure(branch: string, problem: unknown): void;
}

/**
 * Commits that have to leave their branch. Each is noted before it does, and seen to after: who looks too soon finds it
 * on its branch still. Whoever waits for one is told; what was acknowledged before is handed on. What a crash leaves
 * undone in between is done by the next process.
 */
export class Strays {
  /** One after the other, so that none is handed on twice. */
  #adopting: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: StraysOptions,
    private readonly waiters: Waiters,
  ) {}

  async note(branch: string, commit: string): Promise<void> {
    await this.options.repository.noteStray(branch, commit);
  }

  /** It stays where it is after all. */
  async forget(branch: string, commit: string): Promise<void> {
    await this.options.repository.forgetStray(branch, commit);
  }

  /**
   * The commits, the oldest first, are off their branch; the newest leads to all others, and `noted` to it. Never rejects.
   */
  async left(
    branch: string,
    commits: readonly string[],
    { fate, reason, noted }: { fate: Fate; reason: string; noted: string },
  ): Promise<void> {
    const unheard = await this.waiters.tell(branch, new Map(commits.map((commit) => [commit, fate])));
    const commit = unheard.at(-1);
    await this.#seeTo(branch, noted, commit === undefined ? undefined : { branch, commit, reason });
  }

  /** Those that the last process did not get to. What had not left yet leaves anew, if it still has to. */
  async unseen(): Promise<{ branch: string; commit: string }[]> {
    const { repository } = this.options;
    const unseen: { branch: string; commit: string }[] = [];
    for (const { branch, commit } of await repository.strays()) {
      const tips = await Promise.all([repository.resolveRef(branch), repository.mirroredTip(branch)]);
      if (await this.#isOnOne(tips, commit)) await this.forget(branch, commit);
      else unseen.push({ branch, commit });
    }
    return unseen;
  }

  /** Never rejects. */
  async resume(unseen: readonly { branch: string; commit: string }[]): Promise<void> {
    const reason = 'svc was stopped while it was taken back, since the remote does not have it there';
    for (const { branch, commit } of unseen) await this.#seeTo(branch, commit, { branch, commit, reason });
  }

  /** Shows what is held to those who decide over the remote. Never rejects. */
  show(branch: string, commit: string, reason: string): Promise<void> {
    return this.#seeTo(branch, commit, { branch, commit, reason, isHeld: true });
  }

  #seeTo(branch: string, noted: string, stray: Stray | undefined): Promise<void> {
    this.#adopting = this.#adopting
      .then(async () => {
        if (stray) await this.options.onStray(stray);
        await this.forget(branch, noted);
      })
      .catch((cause: unknown) => this.options.onFailure(branch, cause));
    return this.#adopting;
  }

  async #isOnOne(tips: readonly (string | undefined)[], commit: string): Promise<boolean> {
    for (const tip of tips) {
      if (tip !== undefined && (await this.options.repository.history.isAncestor(commit, tip))) return true;
    }
    return false;
  }
}
