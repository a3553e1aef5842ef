import type { Snapshot } from '../../catalog/index.js';
import type { PlanReport } from '../../delivery/index.js';
import type { PullRequest } from '../../git/forges/index.js';
import { Problem } from '../../problems/index.js';
import { type ChangePlan, type Planner, toPublicPlan } from '../../rehearsal/index.js';
import {
  type CommentPlace,
  getPlanDescription,
  toForkComment,
  toPlanComment,
  toReasonComment,
} from './plan-comment.js';

/** A branch before and after a merge. */
interface Preview {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

export interface PullRequestPlannerOptions {
  planner: Pick<Planner, 'plan'>;
  /** Returns what a merge of a branch would make of its base. @throws Problem branch_not_found, merge_conflict */
  preview(base: string, branch: string): Promise<Preview & { readonly revision: string }>;
  /** Returns what the files of a fork would make of the base; undefined where the forge does not give them. */
  previewFork(pull: PullRequest, signal: AbortSignal): Promise<ForkPreview | undefined>;
  /** Returns the commit of a branch at the remote, as it was last fetched. */
  findTip(branch: string): Promise<string | undefined>;
  /** Fetches the branches of the remote. @throws Problem git_failed */
  refresh(): Promise<void>;
  /** Returns the page of the console for a branch; undefined where people cannot reach one. */
  findLink(branch: string): string | undefined;
  maxCommentLength: number;
  /** False for a status without a comment. */
  comments: boolean;
}

interface ForkPreview extends Preview {
  /** Files of the pull request that were not read. */
  readonly unread: number;
  /** True where it has more files than are looked at. */
  readonly isCut: boolean;
}

/** Says on a pull request what its merge would do. */
export class PullRequestPlanner {
  constructor(private readonly options: PullRequestPlannerOptions) {}

  /** @throws Problem for no plan this time, such as git_failed where the head has not arrived here yet */
  async plan(pull: PullRequest, signal: AbortSignal): Promise<PlanReport> {
    if (pull.isFork) return this.#planFork(pull, signal);
    const revision = await this.#findHead(pull);
    if (revision === undefined) throw notThere(pull);
    const place = this.#getPlace(pull, revision);
    try {
      const { before, after, revision: planned } = await this.options.preview(pull.base, pull.head);
      // Moved here meanwhile, or by a commit that the remote does not have.
      if (planned !== revision) throw notThere(pull);
      const plan = await this.options.planner.plan({ before, after, mayReplay: () => true, signal });
      return this.#report(pull, plan, toPlanComment(toPublicPlan(plan, before, after), place), place);
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.code !== 'merge_conflict') throw problem;
      return {
        ...this.#getHeader(pull, place),
        state: 'failure',
        description: 'There is no plan: the branches conflict.',
        comment: this.#comment(toReasonComment('the branches conflict. Merge the base first.', place)),
        isQuiet: true,
        isConflict: true,
      };
    }
  }

  async #planFork(pull: PullRequest, signal: AbortSignal): Promise<PlanReport> {
    const place = this.#getPlace(pull, pull.headRevision);
    const preview = await this.options.previewFork(pull, signal);
    if (!preview) {
      const reason =
        'the branch is in a fork, which svc does not read at this forge. Push the commits to a branch of this repository for a plan, once someone has read them.';
      return {
        ...this.#getHeader(pull, place),
        state: 'success',
        description: 'There is no plan: the branch is in a fork.',
        comment: this.#comment(toReasonComment(reason, place)),
        isQuiet: false,
      };
    }
    const { before, after, unread, isCut } = preview;
    const plan = await this.options.planner.plan({ before, after, mayReplay: () => false, signal });
    return this.#report(pull, plan, toForkComment(plan, place, { unread, isCut }), place);
  }

  #report(pull: PullRequest, plan: ChangePlan, comment: string, place: CommentPlace): PlanReport {
    const isGood = plan.valid && plan.tests.every(({ result }) => result === 'passed');
    return {
      ...this.#getHeader(pull, place),
      state: isGood ? 'success' : 'failure',
      description: getPlanDescription(plan, pull.isFork),
      comment: this.#comment(comment),
      isQuiet: plan.entities.length === 0 && plan.findings.length === 0,
      baseRevision: plan.baseRevision,
      plannedAt: Date.now(),
    };
  }

  /** Returns the commit at the head, once it is here. */
  async #findHead({ head, headRevision }: PullRequest): Promise<string | undefined> {
    const isThere = (tip: string | undefined): tip is string => tip?.startsWith(headRevision) === true;
    const mirrored = await this.options.findTip(head);
    if (isThere(mirrored)) return mirrored;
    await this.options.refresh();
    const tip = await this.options.findTip(head);
    return isThere(tip) ? tip : undefined;
  }

  #getPlace({ base, head: branch }: PullRequest, revision: string): CommentPlace {
    const { maxCommentLength: maxLength } = this.options;
    return { base, branch, revision, link: this.options.findLink(branch), maxLength };
  }

  #getHeader({ number, headRevision: head, base, isFork }: PullRequest, place: CommentPlace) {
    const { revision, branch, link: url } = place;
    return { number, head, base, isFork, revision, branch, url };
  }

  #comment(text: string): string | undefined {
    return this.options.comments ? text : undefined;
  }
}

/** Another look comes soon: a forge tells of a push before its repository can be fetched everywhere. */
function notThere({ head, headRevision }: PullRequest): Problem {
  const detail = `The commit ${headRevision.slice(0, 12)} of the branch \`${head}\` was not fetched from the remote yet`;
  return new Problem('git_failed', detail);
}
