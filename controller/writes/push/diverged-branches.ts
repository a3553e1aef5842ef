import type { Divergence, Resolution } from '../../git/index.js';
import {
  maxCommits,
  type Replay,
  replayDivergence,
  type UnfinishedReplay,
} from '../merging/replay-commits.js';
import type { PushOutcome } from './contract.js';
import { type DetachedCommits, getCommitResults } from './detached-commits.js';
import type { HeldCommits, HeldCommitsTools } from './held-commits.js';

export interface DivergedBranchesTools extends HeldCommitsTools {
  detached: DetachedCommits;
  held: HeldCommits;
  /** Called when our branch has commits again that the remote does not have. */
  onAhead(branch: string): void;
}

export const lostBranch = 'the remote no longer has the branch';

/** Reconciles branches that have commits here and others at the remote: our commits are replayed on the remote's. */
export class DivergedBranches {
  /** By branch, a replay whose result has not become the branch's tip yet. */
  readonly #unfinished = new Map<string, UnfinishedReplay>();

  readonly #lost = new Set<string>();

  constructor(private readonly tools: DivergedBranchesTools) {}

  /** Returns true if the remote has lost a branch that stays here because it has held commits. */
  isLost(branch: string): boolean {
    return this.#lost.has(branch);
  }

  /** Decides where our branch goes. @throws Problem git_failed */
  async resolve(divergence: Divergence): Promise<Resolution> {
    const { repository, limits, held } = this.tools;
    const { branch, base, ours, incoming } = divergence;
    this.#lost.delete(branch);
    if (incoming === undefined) {
      if ((await held.between(base, ours)).length === 0) return this.#discardOurs(divergence, lostBranch);
      this.#lost.add(branch);
      return 'stays';
    }
    const unfinished = this.#unfinished.get(branch);
    const replay = await replayDivergence(repository, { base, ours, incoming }, limits, unfinished);
    this.#unfinished.delete(branch);
    if (!replay) return this.#discardOurs(divergence, 'the remote has another history there');
    this.#unfinished.set(branch, { ours, incoming, replay });
    await this.#recordConflicts(branch, ours, replay);
    const done = () => {
      this.#unfinished.delete(branch);
      this.#report(branch, replay);
      if (replay.tip !== incoming) this.tools.onAhead(branch);
    };
    return { tip: replay.tip, done };
  }

  async #recordConflicts(branch: string, ours: string, { results }: Replay): Promise<void> {
    const conflicts = [...results].flatMap(([commit, result]) => ('conflict' in result ? [commit] : []));
    // Git must not collect the commits that are left out before they are handed over.
    if (conflicts.length > 0) await this.tools.repository.keepDisplaced(ours);
    for (const commit of conflicts) await this.tools.repository.noteDetached(branch, commit);
  }

  #report(branch: string, { results }: Replay): void {
    const { waiters, detached, inBackground } = this.tools;
    for (const [commit, result] of results) {
      if (!('conflict' in result)) continue;
      const reason = `the remote has changed \`${result.conflict.path}\` too`;
      const outcome: PushOutcome = { kind: 'conflict', conflict: result.conflict };
      inBackground(detached.handOver(branch, [commit], { outcome, reason, recorded: commit }));
    }
    inBackground(waiters.report(branch, getCommitResults(results)));
  }

  /** Hands over all of our commits: they cannot be replayed on the remote's. */
  async #discardOurs({ branch, base, ours, incoming }: Divergence, message: string): Promise<Resolution> {
    const { repository, detached, inBackground } = this.tools;
    const commits = base === undefined ? undefined : await repository.history.line(base, ours, maxCommits);
    await repository.keepDisplaced(ours);
    await repository.noteDetached(branch, ours);
    const results = { outcome: { kind: 'declined', message }, reason: message, recorded: ours } as const;
    const done = () => inBackground(detached.handOver(branch, commits ?? [ours], results));
    return { tip: incoming, done };
  }
}
