import type { CommitText, Repository } from '../../git/index.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { type EntityName, heldEntity, withHold, withoutHold } from '../commits/commit-queue.js';
import { commitsSince, replayOnto } from '../merging/replay-commits.js';
import type { HeldRevert } from './contract.js';
import { getCommitResults } from './detached-commits.js';
import type { PushWaiters } from './push-waiters.js';

export interface HeldCommitsTools {
  repository: Repository;
  limits: YamlLimits;
  waiters: PushWaiters;
  /** Registers work that `close` waits for. */
  inBackground(work: Promise<unknown>): void;
}

/**
 * Reverts that the sync must not undo: until the remote has them, they stay on our branch, whatever the remote does. A
 * commit is held by its trailer alone, so no other record has to be kept.
 */
export class HeldCommits {
  /** The answer for the range that was asked for last: status requests repeat it often. */
  #last: { range: string; held: readonly CommitText[] } | undefined;

  constructor(private readonly tools: HeldCommitsTools) {}

  /** Returns the held commits that `ours` has and `theirs` does not, the oldest first. */
  async between(theirs: string | undefined, ours: string | undefined): Promise<readonly CommitText[]> {
    if (theirs === undefined || ours === undefined || ours === theirs) return [];
    const range = `${theirs} ${ours}`;
    if (this.#last?.range !== range) {
      const commits = (await commitsSince(this.tools.repository, theirs, ours)) ?? [];
      this.#last = { range, held: commits.filter((commit) => heldEntity(commit)) };
    }
    return this.#last.held;
  }

  /** Holds the newest pending commit that changed an entity's file. @returns true if it was not held before */
  hold(branch: string, entity: EntityName & { path: string }): Promise<boolean> {
    return this.#rewrite(branch, async (commits) => {
      const { repository } = this.tools;
      for (const [at, commit] of [...commits.entries()].reverse()) {
        const [onto] = commit.parents;
        if (onto === undefined) return undefined;
        const changed = await repository.history.differences(onto, commit.id);
        if (!changed.some(({ path }) => path === entity.path)) continue;
        if (heldEntity(commit) !== undefined) return undefined;
        return { onto, commits: [withHold(commit, entity), ...commits.slice(at + 1)] };
      }
      return undefined;
    });
  }

  /** Releases an entity: its held commits are pushed, or taken off the branch, like all others. @returns true if it was held */
  release(branch: string, entity: EntityName): Promise<boolean> {
    return this.#rewrite(branch, async (commits) => {
      const first = commits.findIndex((commit) => heldEntity(commit) === `${entity.type}/${entity.name}`);
      const onto = commits[first]?.parents[0];
      if (onto === undefined) return undefined;
      return { onto, commits: commits.slice(first).map((commit) => withoutHold(commit, entity)) };
    });
  }

  /** Replaces the pending commits of a branch by what `rewritten` makes of them. */
  async #rewrite(
    branch: string,
    rewritten: (
      pending: readonly CommitText[],
    ) => Promise<{ onto: string; commits: readonly CommitText[] } | undefined>,
  ): Promise<boolean> {
    const { repository, limits, waiters, inBackground } = this.tools;
    for (;;) {
      const [ours, theirs] = [await repository.resolveRef(branch), await repository.mirroredTip(branch)];
      if (ours === undefined || theirs === undefined) return false;
      const fresh = await rewritten((await commitsSince(repository, theirs, ours)) ?? []);
      if (!fresh) return false;
      const replay = await replayOnto(repository, fresh.onto, fresh.commits, limits);
      // False if the branch moved meanwhile: read it again.
      if (!(await repository.resetBranch(branch, ours, replay.tip))) continue;
      inBackground(waiters.report(branch, getCommitResults(replay.results)));
      return true;
    }
  }
}

export function getHeldRevert(commit: CommitText): HeldRevert {
  const [type = '', name = ''] = (heldEntity(commit) ?? '').split('/');
  const since = new Date(commit.time * 1000).toISOString();
  return { type, name, commitHash: commit.id, author: commit.author.name, since };
}
