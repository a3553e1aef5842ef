import { Problem } from '../problems/index.js';
import type { MergeTools } from './branches/merge-steps.js';
import { CommitQueue, type EntityName } from './commits/commit-queue.js';
import type { WritePreview, WriteRequest, WriteResult } from './edits/contract.js';
import { describeWritten, getPreview, type Plan, planWrite } from './edits/plan.js';
import { conflictProblem } from './merging/merge-file.js';
import type { PushOutcome, PushStatus } from './push/contract.js';

/** The commit of a write that the remote declined. It has left its branch. */
export interface DeclinedWrite {
  commit: string;
  /** In the remote's words. */
  reason: string;
}

/** Writes entities to the branches of a Git repository, and pushes the commits to its remote, if it follows one. */
export class GitWrites {
  readonly #queues = new Map<string, CommitQueue>();

  constructor(private readonly tools: MergeTools) {}

  /**
   * Commits the changes, and resolves when they are on the disk and in service.
   * @returns `declined` if the remote declined the commit
   * @throws Problem as `Changes.write`
   */
  async write(request: WriteRequest): Promise<{ result: WriteResult; declined?: DeclinedWrite }> {
    const { branch } = request;
    const { pushes, repository, requireVerified } = this.tools;
    await pushes?.requireRemote();
    await pushes?.requireSeen(branch);
    const tip = requireVerified && (await repository.resolveRef(branch));
    if (tip !== undefined) await requireVerified?.(branch, tip);
    const commitAndPush = async () => {
      const committed = await this.#getQueue(branch).write(request);
      if (committed.commit === null) return { committed, outcome: undefined };
      return { committed, outcome: await pushes?.push(branch, committed.commit) };
    };
    const { committed, outcome } = await (pushes ? pushes.during(branch, commitAndPush) : commitAndPush());
    const { plan, commit } = committed;
    if (commit === null) {
      if (request.hold) await this.#hold(branch, plan.edits);
      return { result: { branch, commit, ...describeWritten(plan) } };
    }
    const isDeleting = plan.edits.some(({ change }) => change === 'deleted');
    await this.tools.catchUp(branch, isDeleting ? commit : undefined);
    pushes?.requireTaken(outcome);
    return answer(branch, plan, commit, outcome);
  }

  /** Returns what `write` would do; changes nothing. @throws Problem as `write`, but not for findings in the result */
  async preview({ branch, changes }: WriteRequest): Promise<WritePreview> {
    return getPreview(await planWrite(await this.tools.head(branch), changes, this.tools));
  }

  /** Returns how much of the branch the remote has; undefined without a remote. */
  async pushStatus(branch: string): Promise<PushStatus | undefined> {
    return this.tools.pushes?.status(branch);
  }

  /**
   * Pushes a commit that svc made on a branch outside of `write`, and puts it in service with its deletions confirmed.
   * @returns the commit as it is now; null if the branch has the same content without it
   * @throws Problem push_declined, merge_conflict; the commit is on no branch then
   */
  async publish(branch: string, commit: string): Promise<string | null> {
    const outcome = await this.tools.pushes?.push(branch, commit);
    if (outcome?.kind === 'conflict') throw conflictProblem(branch, [outcome.conflict]);
    if (outcome?.kind === 'declined') {
      const detail = `The remote declined the commit on \`${branch}\`: ${outcome.message}`;
      throw new Problem('push_declined', detail);
    }
    this.tools.pushes?.requireTaken(outcome);
    const published = outcome?.kind === 'pushed' ? outcome.commit : commit;
    await this.tools.catchUp(branch, published ?? commit);
    return published;
  }

  /** Releases the held commits of an entity on a branch. @returns true if there were any */
  async release(branch: string, entity: EntityName): Promise<boolean> {
    const isReleased = (await this.tools.pushes?.release(branch, entity)) ?? false;
    if (isReleased) await this.tools.catchUp(branch, undefined);
    return isReleased;
  }

  async close(): Promise<void> {
    await this.tools.pushes?.close();
  }

  /** Holds the entities of a write that changed nothing: the commit with this content may not be at the remote yet. */
  async #hold(branch: string, edits: Plan['edits']): Promise<void> {
    for (const { type, name, path } of edits) {
      const isHeld = await this.tools.pushes?.hold(branch, { type, name, path });
      if (isHeld) await this.tools.catchUp(branch, undefined);
    }
  }

  #getQueue(branch: string): CommitQueue {
    const queue = this.#queues.get(branch) ?? new CommitQueue(branch, this.tools);
    this.#queues.set(branch, queue);
    return queue;
  }
}

function answer(
  branch: string,
  plan: Plan,
  commit: string,
  outcome: PushOutcome | undefined,
): { result: WriteResult; declined?: DeclinedWrite } {
  const result = { branch, commit, ...describeWritten(plan) };
  switch (outcome?.kind) {
    case undefined:
      return { result };
    case 'pushed':
      return { result: { ...result, commit: outcome.commit, push: 'pushed' } };
    case 'pending': {
      const notice = `The commit is kept and will be pushed: ${outcome.reason}`;
      return { result: { ...result, push: 'pending', notice } };
    }
    case 'conflict':
      throw conflictProblem(branch, [outcome.conflict]);
    case 'declined': {
      const { heldAs, message } = outcome;
      if (heldAs === undefined) return { result, declined: { commit, reason: message } };
      const notice = `The remote declined the commit on \`${branch}\`, where it is held and proposed: ${message}`;
      return { result: { ...result, commit: heldAs, push: 'pending', notice } };
    }
  }
}
