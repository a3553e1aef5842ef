import type { YamlLimits } from '../../catalog/yaml-document.js';
import type { CommitText, Repository } from '../../repository/index.js';
import { type EntityName, heldEntity, withHold, withoutHold } from '../hold.js';
import type { HeldRevert } from './contract.js';
import { commitsSince, type Replay, replayOnto } from './replay.js';

export interface HoldsTools {
  repository: Repository;
  limits: YamlLimits;
}

/**
 * Reverts that the sync must not undo: while the remote does not have them they stay on our branch, whatever it does.
 * A commit says itself that it is held, so that nothing else needs to be remembered.
 */
export class Holds {
  /** Of the branch that was asked about last, for those who ask again and again. */
  #seen: { range: string; held: readonly CommitText[] } | undefined;

  constructor(private readonly tools: HoldsTools) {}

  /** The held commits that `ours` has and `theirs` has not, the oldest first. */
  async between(theirs: string | undefined, ours: string | undefined): Promise<readonly CommitText[]> {
    if (theirs === undefined || ours === undefined || ours === theirs) return [];
    const range = `${theirs} ${ours}`;
    if (this.#seen?.range !== range) {
      const commits = (await commitsSince(this.tools.repository, theirs, ours)) ?? [];
      this.#seen = { range, held: commits.filter((commit) => heldEntity(commit)) };
    }
    return this.#seen.held;
  }

  /** Held commits alone, on what the remote has. */
  only(held: readonly CommitText[], theirs: string): Promise<Replay> {
    return replayOnto(this.tools.repository, theirs, held, this.tools.limits);
  }

  /** What is ahead of the remote, with the newest commit of an entity's file held; undefined when none is to be. */
  async with(
    entity: EntityName & { path: string },
    theirs: string,
    ours: string,
  ): Promise<Replay | undefined> {
    const { repository, limits } = this.tools;
    const commits = (await commitsSince(repository, theirs, ours)) ?? [];
    for (const [at, commit] of [...commits.entries()].reverse()) {
      const [onto] = commit.parents;
      if (onto === undefined) return undefined;
      const touched = await repository.history.differences(onto, commit.id);
      if (!touched.some(({ path }) => path === entity.path)) continue;
      if (heldEntity(commit) !== undefined) return undefined;
      return replayOnto(repository, onto, [withHold(commit, entity), ...commits.slice(at + 1)], limits);
    }
    return undefined;
  }

  /** What is ahead of the remote, with the entity held no more; undefined when it is not held. */
  async without(entity: EntityName, theirs: string, ours: string): Promise<Replay | undefined> {
    const { repository, limits } = this.tools;
    const commits = (await commitsSince(repository, theirs, ours)) ?? [];
    const first = commits.findIndex((commit) => heldEntity(commit) === `${entity.type}/${entity.name}`);
    const onto = commits[first]?.parents[0];
    if (onto === undefined) return undefined;
    const free = commits.slice(first).map((commit) => withoutHold(commit, entity));
    return replayOnto(repository, onto, free, limits);
  }
}

export function toldOf(commit: CommitText): HeldRevert {
  const [type = '', name = ''] = (heldEntity(commit) ?? '').split('/');
  const since = new Date(commit.time * 1000).toISOString();
  return { type, name, commitHash: commit.id, author: commit.author.name, since };
}
