import type { Snapshot } from '../../catalog/index.js';
import { BatchQueue, type Queued } from '../../concurrency/batch-queue.js';
import type { CommitOutcome, CommitRefusal, Repository } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import type { WriteRequest } from '../edits/contract.js';
import type { SnapshotTools } from '../edits/file-edit.js';
import { type Plan, type PlanTools, planWrite } from '../edits/plan.js';
import { commitOf } from './commit-text.js';

/** The most writes that share a disk flush; with more, the first of them would wait too long. */
const mostAtOnce = 64;
/** How often a write is planned again because other commits changed its files meanwhile. */
const mostAttempts = 20;

export interface CommitTools extends PlanTools, HeadTools {
  /** The domain of the authors' mail addresses. */
  mailDomain: string;
}

/** A write that was committed to a branch. The commit is null if there was nothing to change. */
export interface Committed {
  plan: Plan;
  commit: string | null;
}

type QueuedWrite = Queued<WriteRequest, Committed>;

/**
 * Commits the writes of one branch in order. Each write is planned on the result of the one before, so that two writes
 * that are not valid together are noticed. Writes that wait together share a disk flush; each gets a commit of its own.
 */
export class CommitQueue {
  readonly #queue = new BatchQueue<WriteRequest, Committed>({
    most: mostAtOnce,
    process: (batch) => this.#writeBatch(batch),
    onIdle: () => {
      this.#head = undefined;
    },
  });
  /** The branch at the commit that this queue made last; kept while there are writes to commit. */
  #head: BranchHead | undefined;

  constructor(
    private readonly branch: string,
    private readonly tools: CommitTools,
  ) {}

  /** Resolves when the commit is on the disk. @throws Problem as `Changes.write` */
  write(request: WriteRequest): Promise<Committed> {
    return this.#queue.add(request);
  }

  /** @returns the writes that must be planned again */
  async #writeBatch(batch: readonly QueuedWrite[]): Promise<QueuedWrite[]> {
    const { commit: tip, snapshot } = await headOf(this.branch, this.tools, this.#head);
    // A branch without a commit gets its first one alone.
    const now = tip === null ? batch.slice(0, 1) : batch;
    let head = snapshot;
    const planned: { write: QueuedWrite; plan: Plan }[] = [];
    for (const write of now) {
      const plan = await this.#plan(head, write);
      if (!plan) continue;
      head = plan.next;
      planned.push({ write, plan });
    }
    const outcomes = await Promise.all(planned.map(({ write, plan }) => this.#commit(tip, write, plan)));
    const again = planned.flatMap(({ write, plan }, index) =>
      this.#settle(write, plan, outcomes[index] as CommitOutcome),
    );
    this.#head = headAfter(outcomes, tip, head);
    return [...again, ...batch.slice(now.length)];
  }

  /** Returns the plan of a write; undefined if the write was settled: refused, or with nothing to change. */
  async #plan(head: Snapshot, { item: request, resolve, reject }: QueuedWrite): Promise<Plan | undefined> {
    const plan = await planWrite(head, request.changes, this.tools).catch(reject);
    if (!plan) return undefined;
    if (plan.refusal) reject(plan.refusal);
    else if (plan.next === head) resolve({ plan, commit: null });
    else return plan;
    return undefined;
  }

  #commit(tip: string | null, { item: request }: QueuedWrite, plan: Plan): Promise<CommitOutcome> {
    const { repository, mailDomain } = this.tools;
    return repository.writer.commit({
      branch: this.branch,
      ...commitOf(plan, request, mailDomain),
      ...(tip === null ? { expected: null } : {}),
    });
  }

  /** @returns the write, if it must be planned again */
  #settle(write: QueuedWrite, plan: Plan, outcome: CommitOutcome): QueuedWrite[] {
    if (outcome.ok) {
      write.resolve({ plan, commit: outcome.commit });
      return [];
    }
    const { refusal } = outcome;
    if (refusal.kind === 'unchanged') {
      write.resolve({ plan, commit: null });
      return [];
    }
    const hasMoved =
      refusal.kind === 'path_moved' || refusal.kind === 'path_missing' || refusal.kind === 'moved';
    if (hasMoved && write.attempts < mostAttempts) return [write];
    write.reject(problemOf(refusal, this.branch));
    return [];
  }
}

/** Returns the last commit with its content; undefined if other commits came in between. */
function headAfter(
  outcomes: readonly CommitOutcome[],
  tip: string | null,
  snapshot: Snapshot,
): BranchHead | undefined {
  let commit = tip;
  for (const outcome of outcomes) {
    if (!outcome.ok || outcome.parent !== commit) return undefined;
    commit = outcome.commit;
  }
  return { commit, snapshot };
}

function problemOf(refusal: CommitRefusal, branch: string): Problem {
  switch (refusal.kind) {
    case 'branch_missing':
      return new Problem('branch_not_found', `There is no branch \`${branch}\` any more.`);
    case 'path_conflict': {
      const detail = `\`${refusal.path}\` cannot be written: \`${refusal.at}\` is a ${refusal.found}.`;
      const hints = [`Rename \`${refusal.at}\` in Git, or choose another name.`];
      return new Problem('name_taken', detail, { hints });
    }
    case 'path_invalid':
      return new Problem('entity_invalid', `\`${refusal.path}\` is not a valid path: ${refusal.reason}.`);
    default:
      return branchMoved(branch);
  }
}

/** The problem of a write that gave up because other writers moved the branch during each attempt. */
export function branchMoved(branch: string): Problem {
  return new Problem('git_failed', `Other writers moved \`${branch}\` during each attempt.`, {
    hints: ['Try again when the pushes have ended.'],
  });
}

export interface HeadTools extends SnapshotTools {
  repository: Repository;
  /** Returns the newest known state of a branch. */
  head(branch: string): Promise<Snapshot>;
}

export interface BranchHead {
  /** Null while the branch has no commit. */
  commit: string | null;
  snapshot: Snapshot;
}

/**
 * Returns the tip of a branch and its content, in service or not.
 * @param from an earlier head to start from; the newest known state if left out
 */
export async function headOf(branch: string, tools: HeadTools, from?: BranchHead): Promise<BranchHead> {
  const { repository, catalog, read } = tools;
  const commit = (await repository.resolveRef(branch)) ?? null;
  if (from && from.commit === commit) return from;
  const known = from?.snapshot ?? (await tools.head(branch));
  const base = from?.commit ?? known.revision;
  if (commit === null || base === commit) return { commit, snapshot: known };
  const changes = await repository.diffTrees(base, commit);
  return { commit, snapshot: await catalog.advance(known, { revision: commit, changes, read }) };
}
