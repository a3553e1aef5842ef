import type { CommitText } from '../../git/index.js';
import { maxCommits, type Replay, replayOnto } from '../merging/replay-commits.js';
import type { PushOutcome } from './contract.js';
import { getCommitResults } from './detached-commits.js';
import type { DivergedBranchesTools } from './diverged-branches.js';

/** Takes the commits that the remote declines off our branch. Held commits stay until a caller releases them. */
export class DeclinedCommits {
  /** The branches whose held commits the remote has declined, with its reason; without those that it has whole by now. */
  readonly heldReasons = new Map<string, string>();

  constructor(private readonly tools: DivergedBranchesTools) {}

  /** Handles a push of `ours` that the remote, at `theirs`, declined. @returns `moved` if our branch moved meanwhile */
  async declined(
    branch: string,
    { ours, theirs }: { ours: string; theirs: string },
    message: string,
  ): Promise<'done' | 'moved'> {
    const { repository, limits, detached, held, inBackground } = this.tools;
    const heldCommits = await held.between(theirs, ours);
    const commits = (await repository.history.line(theirs, ours, maxCommits)) ?? [ours];
    const others = commits.filter((commit) => !heldCommits.some(({ id }) => id === commit));
    const isMixed = heldCommits.length > 0 && others.length > 0;
    const kept = isMixed ? await replayOnto(repository, theirs, heldCommits, limits) : undefined;
    if (others.length > 0) {
      await repository.noteDetached(branch, ours);
      if (!(await repository.resetBranch(branch, ours, kept?.tip ?? theirs))) {
        await repository.forgetDetached(branch, ours);
        return 'moved';
      }
      const outcome: PushOutcome = { kind: 'declined', message };
      inBackground(detached.handOver(branch, others, { outcome, reason: message, recorded: ours }));
    }
    if (heldCommits.length > 0) this.#keepHeld(branch, heldCommits, kept, message);
    return 'done';
  }

  #keepHeld(branch: string, held: readonly CommitText[], kept: Replay | undefined, message: string): void {
    const { waiters, detached, inBackground } = this.tools;
    this.heldReasons.set(branch, message);
    const results = getCommitResults(kept?.results ?? new Map());
    inBackground(waiters.report(branch, results));
    const now = held.flatMap(({ id }) => {
      const each = results.get(id);
      return each?.kind === 'replaced' ? [each.commit] : kept ? [] : [id];
    });
    waiters.settle(branch, now, (commit) => ({ kind: 'declined', message, heldAs: commit }));
    const newest = now.at(-1);
    if (newest !== undefined) inBackground(detached.propose(branch, newest, message));
  }
}
