import type { Repository } from '../../repository/index.js';
import type { Stray } from './contract.js';

export interface StraysOptions {
  repository: Repository;
  /** Sees to a commit that was acknowledged and had to leave its branch. */
  onStray(stray: Stray): Promise<void>;
  onFailure(branch: string, problem: unknown): void;
}

/**
 * Commits that have to leave their branch. Each is noted before it does, and seen to after: who looks too soon finds it
 * on its branch still. What a crash leaves undone in between is done by the next process.
 */
export class Strays {
  constructor(private readonly options: StraysOptions) {}

  async note(branch: string, commit: string): Promise<void> {
    await this.options.repository.noteStray(branch, commit);
  }

  /** Sees to one. Never rejects. @param noted the commit that was noted, where that is another, which leads to it */
  async adopt(stray: Stray, noted = stray.commit): Promise<void> {
    const { onStray, onFailure } = this.options;
    try {
      await onStray(stray);
      await this.forget(stray.branch, noted);
    } catch (cause) {
      onFailure(stray.branch, cause);
    }
  }

  /** Somebody has heard of it. */
  async forget(branch: string, commit: string): Promise<void> {
    await this.options.repository.forgetStray(branch, commit);
  }

  /** Sees to those that the last process did not get to. */
  async resume(): Promise<void> {
    const reason = 'svc was stopped while it was taken back, since the remote does not have it there';
    for (const { branch, commit } of await this.options.repository.strays()) {
      if (await this.#isThere(branch, commit)) await this.forget(branch, commit);
      else await this.adopt({ branch, commit, reason });
    }
  }

  /** It was noted, and svc killed before it left: it leaves anew with the next look at the remote, if it still has to. */
  async #isThere(branch: string, commit: string): Promise<boolean> {
    const { repository } = this.options;
    const tip = await repository.resolveRef(branch);
    return tip !== undefined && (await repository.history.isAncestor(commit, tip));
  }
}
