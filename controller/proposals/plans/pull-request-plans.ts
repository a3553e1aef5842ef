import { type BackOff, pauseAfter } from '../../concurrency/back-off.js';
import { coalesce } from '../../concurrency/turns.js';
import type { OpenPullRequests, PullRequest } from '../../git/forges/index.js';
import { Problem } from '../../problems/index.js';

/** The wait after a sign of change, in which more of them may come. */
const soonMs = 500;
/**
 * After a sign of change, the forge is asked again after these pauses: a pull request is opened minutes after its branch was
 * pushed, and no webhook has to say so. Then it is left alone until the next sign.
 */
const laterMs = [2_000, 15_000, 60_000, 300_000, 900_000, 3_600_000] as const;
const pauses: BackOff = { firstMs: 1_000, maxMs: 600_000 };
/** New plans of one look, after which the forge is asked what is open now: each may take most of a minute. */
const maxPlans = 20;
/** Plans of one look that are made once more because their base has moved: one push may move it for all open ones. */
const maxRenewed = 5;
/** A plan is not made once more within this time, however often its base moves. */
export const minRenewMs = 600_000;
/** The longest time of one plan. */
const maxPlanMs = 120_000;

export interface PullRequestPlansOptions {
  list(signal: AbortSignal): Promise<OpenPullRequests>;
  /**
   * Tells about the newest plan of the pull request: `missing` where it is for another head or base branch, `outdated` where the base has
   * moved since.
   */
  getPlanState(pull: PullRequest): Promise<'missing' | 'outdated' | 'current'>;
  /**
   * Makes a plan and hands it on. False where the plan is as before.
   * @throws Problem for no plan this time
   */
  report(pull: PullRequest, signal: AbortSignal): Promise<boolean>;
  /** True while nothing is to be asked. */
  isHeld(): boolean;
  onFailure(problem: unknown, number: number | undefined): void;
}

interface PlansState {
  /** Why the last look failed, or the last plan of it; undefined for neither. */
  failure: { problem: unknown; number: number | undefined } | undefined;
  /** True where there are more open pull requests than svc looks at. */
  isCut: boolean;
}

/**
 * Plans the open pull requests of a forge: level-triggered, one at a time. A sign of change has the open ones listed, and those
 * planned whose head or base is another than that of their last plan; a few of those whose base has moved follow with each look. A
 * missed sign costs a delay, and nothing else.
 */
export class PullRequestPlans {
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #looks = 0;
  #failures = 0;
  /** The forge is left alone until then; ms since the epoch. */
  #notBefore = 0;
  #state: PlansState = { failure: undefined, isCut: false };
  readonly #closing = new AbortController();
  readonly #pass = coalesce(() => this.#look());
  #working: Promise<void> = Promise.resolve();

  constructor(private readonly options: PullRequestPlansOptions) {}

  get state(): PlansState {
    return this.#state;
  }

  /** Notes a sign of change; signs within half a second share one look. */
  wake(): void {
    this.#looks = 0;
    this.#schedule(soonMs);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The service stops'));
    clearTimeout(this.#timer);
    await this.#working;
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    const { list, getPlanState, report, isHeld, onFailure } = this.options;
    const { signal } = this.#closing;
    if (isHeld()) return;
    let failure: PlansState['failure'];
    let isCut = this.#state.isCut;
    let planned = 0;
    let renewed = 0;
    try {
      const { items, isCut: isListCut } = await list(signal);
      isCut = isListCut;
      for (const pull of items) {
        if (signal.aborted || planned >= maxPlans) break;
        const state = await getPlanState(pull);
        if (state === 'current') continue;
        if (state === 'outdated') {
          if (renewed === maxRenewed) continue;
          renewed++;
        }
        try {
          const limited = AbortSignal.any([signal, AbortSignal.timeout(maxPlanMs)]);
          if (await report(pull, limited)) planned++;
        } catch (problem) {
          failure = { problem, number: pull.number };
          if (!signal.aborted) onFailure(problem, pull.number);
        }
      }
      this.#failures = 0;
      if (planned >= maxPlans) this.#schedule(soonMs);
    } catch (problem) {
      if (signal.aborted) return;
      failure = { problem, number: undefined };
      this.#failed(problem);
    }
    this.#state = { failure, isCut };
    const laterAfter = laterMs[this.#looks++];
    if (laterAfter !== undefined) this.#schedule(laterAfter);
  }

  #failed(problem: unknown): void {
    this.#failures++;
    if (this.#failures === 1) this.options.onFailure(problem, undefined);
    const wantedMs = problem instanceof Problem ? (problem.retryAfter ?? 0) * 1_000 : 0;
    this.#notBefore = Date.now() + Math.max(pauseAfter(this.#failures, pauses), wantedMs);
    this.#schedule(0);
  }

  #schedule(ms: number): void {
    const dueAt = Math.max(Date.now() + ms, this.#notBefore);
    if (this.#closing.signal.aborted || dueAt >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#dueAt = Number.POSITIVE_INFINITY;
      this.#working = this.#pass();
    }, dueAt - Date.now()).unref();
  }
}
