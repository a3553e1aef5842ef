import type { Snapshot } from '../../catalog/contract.js';
import { Problem } from '../../problems/index.js';
import type { CommitOutcome, CommitRefusal } from '../../repository/index.js';
import { commitOf } from '../commit-of.js';
import { type Plan, type PlanTools, planWrite } from '../edits/plan.js';
import type { WriteRequest } from '../intents.js';
import { type Head, type HeadTools, headOf } from './head-of.js';

/** Writes worked out one on the other and put on the disk together; more would keep the first waiting. */
const mostAtOnce = 64;
/** How often a write is worked out anew because others moved its files meanwhile. */
const mostAttempts = 20;

export interface LaneTools extends PlanTools, HeadTools {
  /** Of the addresses of authors. */
  mailDomain: string;
}

/** What became of a write on a branch; without a commit nothing was to be changed. */
export interface Landed {
  plan: Plan;
  commit: string | null;
}

interface Waiting {
  request: WriteRequest;
  attempts: number;
  resolve(landed: Landed): void;
  reject(error: unknown): void;
}

/**
 * The writes of one branch, one after the other: each is worked out on the result of the one before, so that what is
 * valid alone and not together is seen. Those that wait together share a disk flush; each has a commit of its own.
 */
export class BranchLane {
  #waiting: Waiting[] = [];
  #isRunning = false;
  /** The branch at the commit this lane made last; kept while there is something to do. */
  #head: Head | undefined;

  constructor(
    private readonly branch: string,
    private readonly tools: LaneTools,
  ) {}

  /** Resolves when the commit is on the disk. @throws Problem as `Changes.write` */
  write(request: WriteRequest): Promise<Landed> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, attempts: 0, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Writes of the same turn come along.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, mostAtOnce);
      try {
        const again = await this.#writeBatch(batch);
        this.#waiting.unshift(...again);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isRunning = false;
    this.#head = undefined;
  }

  /** @returns the writes that are to be worked out anew */
  async #writeBatch(batch: readonly Waiting[]): Promise<Waiting[]> {
    const { commit: tip, snapshot } = await headOf(this.branch, this.tools, this.#head);
    // A branch without a commit takes one first.
    const now = tip === null ? batch.slice(0, 1) : batch;
    let head = snapshot;
    const planned: { waiting: Waiting; plan: Plan }[] = [];
    for (const waiting of now) {
      const plan = await this.#plan(head, waiting);
      if (!plan) continue;
      head = plan.next;
      planned.push({ waiting, plan });
    }
    const outcomes = await Promise.all(planned.map(({ waiting, plan }) => this.#commit(tip, waiting, plan)));
    const again = planned.flatMap(({ waiting, plan }, index) =>
      this.#settle(waiting, plan, outcomes[index] as CommitOutcome),
    );
    this.#head = headAfter(outcomes, tip, head);
    return [...again, ...batch.slice(now.length)];
  }

  /** Settles what fails, and what has nothing to do. */
  async #plan(head: Snapshot, { request, resolve, reject }: Waiting): Promise<Plan | undefined> {
    try {
      const plan = await planWrite(head, request.changes, this.tools);
      if (plan.refusal) throw plan.refusal;
      if (plan.next !== head) return plan;
      resolve({ plan, commit: null });
    } catch (error) {
      reject(error);
    }
    return undefined;
  }

  #commit(tip: string | null, { request }: Waiting, plan: Plan): Promise<CommitOutcome> {
    const { repository, mailDomain } = this.tools;
    const commit = commitOf(plan, request, mailDomain);
    return repository.writer.commit({
      branch: this.branch,
      ...commit,
      ...(tip === null ? { expected: null } : {}),
    });
  }

  #settle(waiting: Waiting, plan: Plan, outcome: CommitOutcome): Waiting[] {
    if (outcome.ok) {
      waiting.resolve({ plan, commit: outcome.commit });
      return [];
    }
    const { refusal } = outcome;
    if (refusal.kind === 'unchanged') {
      waiting.resolve({ plan, commit: null });
      return [];
    }
    const isElsewhere =
      refusal.kind === 'path_moved' || refusal.kind === 'path_missing' || refusal.kind === 'moved';
    if (isElsewhere && waiting.attempts < mostAttempts) {
      return [{ ...waiting, attempts: waiting.attempts + 1 }];
    }
    waiting.reject(problemOf(refusal, this.branch));
    return [];
  }
}

/** The last commit with what it holds, unless somebody else's came in between. */
function headAfter(outcomes: readonly CommitOutcome[], tip: string | null, snapshot: Snapshot) {
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
    case 'path_conflict':
      return new Problem(
        'name_taken',
        `\`${refusal.path}\` cannot be written: \`${refusal.at}\` is a ${refusal.found}.`,
        {
          hints: ['Rename what is in the way in Git, or choose another name.'],
        },
      );
    case 'path_invalid':
      return new Problem('entity_invalid', `\`${refusal.path}\` can be no path: ${refusal.reason}.`);
    default:
      return new Problem('git_failed', `\`${branch}\` was moved by others each time svc tried to.`, {
        hints: ['Try again when the pushes have ended.'],
      });
  }
}
