import type { YamlLimits } from '../../catalog/yaml-document.js';
import type { Divergence, Replayed, Repository } from '../../repository/index.js';
import type { Fate } from './contract.js';
import type { Holds } from './holds.js';
import { type Begun, mostCommits, type Replay, replay } from './replay.js';
import type { Strays } from './strays.js';
import { newsOf, type Waiters } from './waiters.js';

export interface RejoinTools {
  repository: Repository;
  limits: YamlLimits;
  waiters: Waiters;
  strays: Strays;
  holds: Holds;
  /** Our branch has commits again that the remote has not. */
  onAhead(branch: string): void;
  /** What is waited for when svc stops. */
  beside(going: Promise<unknown>): void;
}

export const lostBranch = 'the remote has the branch no more';

/** Brings our branch and the remote's together where they have parted: ours is put on what came. */
export class Rejoin {
  /** By branch, what was replayed and has not taken its place yet. */
  readonly #begun = new Map<string, Begun>();

  readonly #lost = new Set<string>();

  constructor(private readonly tools: RejoinTools) {}

  /** Whether the remote has lost a branch that stays here since something is held on it. */
  isLost(branch: string): boolean {
    return this.#lost.has(branch);
  }

  /** Where our branch is to go. @throws Problem git_failed */
  async plan(divergence: Divergence): Promise<Replayed> {
    const { repository, limits, holds } = this.tools;
    const { branch, base, ours, incoming } = divergence;
    this.#lost.delete(branch);
    if (incoming === undefined) {
      if ((await holds.between(base, ours)).length === 0) return this.#leave(divergence, lostBranch);
      this.#lost.add(branch);
      return 'stays';
    }
    const replayed = await replay(repository, { ...divergence, incoming }, limits, this.#begun.get(branch));
    this.#begun.delete(branch);
    if (!replayed) return this.#leave(divergence, 'the remote has another history there');
    this.#begun.set(branch, { ours, incoming, replay: replayed });
    await this.#noteConflicts(branch, ours, replayed);
    const done = () => {
      this.#begun.delete(branch);
      this.#tell(branch, replayed);
      if (replayed.tip !== incoming) this.tools.onAhead(branch);
    };
    return { tip: replayed.tip, done };
  }

  async #noteConflicts(branch: string, ours: string, { fates }: Replay): Promise<void> {
    const conflicts = [...fates].flatMap(([commit, fate]) => ('conflict' in fate ? [commit] : []));
    // What is left out must not be collected before somebody has seen to it.
    if (conflicts.length > 0) await this.tools.repository.keepDisplaced(ours);
    for (const commit of conflicts) await this.tools.strays.note(branch, commit);
  }

  #tell(branch: string, replayed: Replay): void {
    const { waiters, strays, beside } = this.tools;
    for (const [commit, fate] of replayed.fates) {
      if (!('conflict' in fate)) continue;
      const { conflict } = fate;
      const reason = `the remote has changed \`${conflict.path}\` too`;
      beside(strays.left(branch, [commit], { fate: { kind: 'conflict', conflict }, reason, noted: commit }));
    }
    beside(waiters.tell(branch, newsOf(replayed)));
  }

  /** What cannot be put on what came is put where somebody looks at it. */
  async #leave({ branch, base, ours, incoming }: Divergence, message: string): Promise<Replayed> {
    const { repository, strays, beside } = this.tools;
    const commits = base === undefined ? undefined : await repository.history.line(base, ours, mostCommits);
    await repository.keepDisplaced(ours);
    await strays.note(branch, ours);
    const fate: Fate = { kind: 'declined', message };
    const done = () => beside(strays.left(branch, commits ?? [ours], { fate, reason: message, noted: ours }));
    return { tip: incoming, done };
  }
}
