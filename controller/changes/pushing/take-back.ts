import type { CommitText, Repository } from '../../repository/index.js';
import type { EntityName } from '../hold.js';
import type { Fate } from './contract.js';
import type { Holds } from './holds.js';
import { mostCommits, type Replay } from './replay.js';
import type { Strays } from './strays.js';
import { newsOf, type Waiters } from './waiters.js';

export interface TakeBackTools {
  repository: Repository;
  waiters: Waiters;
  strays: Strays;
  holds: Holds;
  /** What is waited for when svc stops. */
  beside(going: Promise<unknown>): void;
}

/** Takes off our branch what the remote does not want, and only that: what is held stays, until somebody lets go of it. */
export class TakeBack {
  /** By branch, why the remote does not take what is held there. */
  readonly #refused = new Map<string, string>();

  constructor(private readonly tools: TakeBackTools) {}

  /** The branches whose held commits the remote has declined, with its words. */
  get refused(): ReadonlyMap<string, string> {
    return this.#refused;
  }

  /** The remote has all of the branch. */
  landed(branch: string): void {
    this.#refused.delete(branch);
  }

  /** The remote has declined a push of ours on theirs. @returns `moved` where our branch went on meanwhile */
  async declined(
    branch: string,
    { ours, theirs }: { ours: string; theirs: string },
    message: string,
  ): Promise<'done' | 'moved'> {
    const { repository, strays, holds, beside } = this.tools;
    const held = await holds.between(theirs, ours);
    const commits = (await repository.history.line(theirs, ours, mostCommits)) ?? [ours];
    const others = commits.filter((commit) => !held.some(({ id }) => id === commit));
    const kept = held.length > 0 && others.length > 0 ? await holds.only(held, theirs) : undefined;
    if (others.length > 0) {
      await strays.note(branch, ours);
      if (!(await repository.resetBranch(branch, ours, kept?.tip ?? theirs))) {
        await strays.forget(branch, ours);
        return 'moved';
      }
      beside(
        strays.left(branch, others, { fate: { kind: 'declined', message }, reason: message, noted: ours }),
      );
    }
    if (held.length > 0) this.#keep(branch, held, kept, message);
    return 'done';
  }

  /** Lets go of an entity: what held it is pushed, or taken back, like all else. @returns whether it was held */
  release(branch: string, entity: EntityName): Promise<boolean> {
    return this.#rewrite(branch, (theirs, ours) => this.tools.holds.without(entity, theirs, ours));
  }

  /** Holds what the remote has not yet of an entity. @returns whether there is anything that was not held before */
  hold(branch: string, entity: EntityName & { path: string }): Promise<boolean> {
    return this.#rewrite(branch, (theirs, ours) => this.tools.holds.with(entity, theirs, ours));
  }

  /** Makes what is ahead of the remote anew, with other trailers. */
  async #rewrite(
    branch: string,
    anew: (theirs: string, ours: string) => Promise<Replay | undefined>,
  ): Promise<boolean> {
    const { repository, waiters, beside } = this.tools;
    for (;;) {
      const [ours, theirs] = [await repository.resolveRef(branch), await repository.mirroredTip(branch)];
      if (ours === undefined || theirs === undefined) return false;
      const replay = await anew(theirs, ours);
      if (!replay) return false;
      if (!(await repository.resetBranch(branch, ours, replay.tip))) continue;
      beside(waiters.tell(branch, newsOf(replay)));
      return true;
    }
  }

  #keep(branch: string, held: readonly CommitText[], kept: Replay | undefined, message: string): void {
    const { waiters, strays, beside } = this.tools;
    this.#refused.set(branch, message);
    const moved = newsOf(kept);
    beside(waiters.tell(branch, moved));
    const now = held.flatMap(({ id }) => {
      const news = moved.get(id);
      return news?.kind === 'moved' ? [news.commit] : kept ? [] : [id];
    });
    waiters.settle(branch, now, (commit): Fate => ({ kind: 'declined', message, heldAs: commit }));
    const newest = now.at(-1);
    if (newest !== undefined) beside(strays.show(branch, newest, message));
  }
}
