import { type BackOff, pauseAfter } from '../../back-off/index.js';
import { Problem } from '../../problems/index.js';
import { coalesce, type Repository } from '../../repository/index.js';
import type { ProposalStore, StoredProposal } from './proposal-store.js';
import type { PullRequests } from './pull-requests.js';
import { settledHere } from './settled.js';

const mostOpen = 1_000;
const noticeAfterMs = 500;
/** Where a forge has pull requests of ours, they are looked at so often besides. */
const lookAgainMs = 300_000;
/** A pull request waits until its branch is at the remote. */
const lookForPushMs = 2_000;
const pauses: BackOff = { firstMs: 1_000, longestMs: 600_000 };

export interface UpkeepOptions {
  repository: Repository;
  store: ProposalStore;
  pulls: PullRequests;
  /** Whether there is a forge to look at. */
  hasForge: boolean;
  /** Takes the branch of a settled proposal away, here and at the remote. */
  removeBranch(stored: StoredProposal): Promise<void>;
  onFailure(branch: string, problem: unknown): void;
}

/**
 * Keeps proposals in line with what is done to them elsewhere: merged or given up at the remote or the forge; without a pull
 * request, because the forge was away; settled, with a branch that could not be taken away. What fails is tried again.
 */
export class ProposalUpkeep {
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #failures = 0;
  #isClosed = false;
  readonly #pass = coalesce(() => this.#look());

  constructor(private readonly options: UpkeepOptions) {}

  /** Looks soon, together with what else comes in a moment. */
  soon(): void {
    this.#in(noticeAfterMs);
  }

  /** Something could not be done for the branch. */
  failed(branch: string, cause: unknown): void {
    this.#failures++;
    if (this.#failures === 1) this.options.onFailure(branch, cause);
    const pauseMs = pauseAfter(this.#failures, pauses);
    const wantedMs = cause instanceof Problem ? (cause.retryAfter ?? 0) * 1_000 : 0;
    this.#in(Math.max(pauseMs, wantedMs));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Settles the open proposals that our own repository shows to be merged or given up. */
  async notice(): Promise<void> {
    for (const stored of await this.#open()) {
      try {
        const settled = await settledHere(stored, this.options);
        if (settled) await this.settle(settled);
      } catch (cause) {
        this.failed(stored.branch, cause);
      }
    }
  }

  /** Notes what became of a proposal; its branch goes, now or later. */
  async settle(settled: StoredProposal): Promise<void> {
    await this.options.store.update(settled);
    await this.options.removeBranch(settled).catch((cause: unknown) => this.failed(settled.branch, cause));
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    const failures = this.#failures;
    const attempt = async (branch: string, work: () => Promise<void>): Promise<void> => {
      if (!this.#isClosed) await work().catch((cause: unknown) => this.failed(branch, cause));
    };
    await attempt('', () => this.notice());
    await attempt('', async () => {
      for (const stored of await this.#open()) await attempt(stored.branch, () => this.#lookAt(stored));
      for (const stored of await this.#left())
        await attempt(stored.branch, () => this.options.removeBranch(stored));
    });
    if (this.#failures === failures) this.#failures = 0;
  }

  /** At the forge. */
  async #lookAt(stored: StoredProposal): Promise<void> {
    const { pulls, hasForge } = this.options;
    const isWanted = pulls.isWanted(stored);
    if (isWanted && !(await pulls.canOpen(stored))) return this.#in(lookForPushMs);
    const settled = await pulls.settled(isWanted ? await pulls.open(stored) : stored);
    if (settled) await this.settle(settled);
    else if (hasForge) this.#in(lookAgainMs);
  }

  #open(): Promise<StoredProposal[]> {
    return this.options.store.list({ state: 'open', limit: mostOpen });
  }

  /** Settled proposals whose branch is still there. */
  async #left(): Promise<StoredProposal[]> {
    const { repository, store } = this.options;
    const branches = [...(await repository.listBranches()).keys()];
    const ids = branches.flatMap((name) => (name.startsWith('proposals/') ? [name.slice(10)] : []));
    return (await store.named(ids)).filter(({ state }) => state !== 'open');
  }

  #in(ms: number): void {
    const dueAt = Date.now() + ms;
    if (this.#isClosed || dueAt >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#dueAt = Number.POSITIVE_INFINITY;
      void this.#pass();
    }, ms).unref();
  }
}
