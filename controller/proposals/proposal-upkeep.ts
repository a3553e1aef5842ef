import { type BackOff, pauseAfter } from '../concurrency/back-off.js';
import { coalesce } from '../concurrency/turns.js';
import type { Repository } from '../git/index.js';
import { Problem } from '../problems/index.js';
import type { ProposalStore, StoredProposal } from './proposal-store.js';
import type { PullRequests } from './pull-requests.js';

const maxOpen = 1_000;
const checkSoonMs = 500;
/** The interval at which open pull requests are checked at the forge. */
const checkAgainMs = 300_000;
/** The pause before a proposal is checked again whose branch has not been pushed yet. */
const checkPushMs = 2_000;
const pauses: BackOff = { firstMs: 1_000, maxMs: 600_000 };

export interface UpkeepOptions {
  repository: Repository;
  store: ProposalStore;
  /** Undefined if there is no forge. */
  pulls: PullRequests | undefined;
  /** Deletes the branch of a settled proposal, here and at the remote. */
  removeBranch(stored: StoredProposal): Promise<void>;
  onFailure(branch: string, problem: unknown): void;
}

/** Settles proposals that were merged or closed outside, opens pull requests, and deletes branches, until each succeeds. */
export class ProposalUpkeep {
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #failures = 0;
  #isClosed = false;
  readonly #pass = coalesce(() => this.#check());

  constructor(private readonly options: UpkeepOptions) {}

  /** Schedules a check; calls within half a second share one. */
  soon(): void {
    this.#schedule(checkSoonMs);
  }

  /** Notes a failed step of a branch's proposal, and schedules the next check. */
  failed(branch: string, cause: unknown): void {
    this.#failures++;
    if (this.#failures === 1) this.options.onFailure(branch, cause);
    const pauseMs = pauseAfter(this.#failures, pauses);
    const wantedMs = cause instanceof Problem ? (cause.retryAfter ?? 0) * 1_000 : 0;
    this.#schedule(Math.max(pauseMs, wantedMs));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Settles the open proposals that our own repository shows to be merged or closed. */
  async settleFromRepository(): Promise<void> {
    const { repository, pulls } = this.options;
    for (const stored of await this.#open()) {
      try {
        const settled = await settledOutside(stored, repository, pulls !== undefined);
        if (settled) await this.settle(settled);
      } catch (cause) {
        this.failed(stored.branch, cause);
      }
    }
  }

  /** Stores the state of a settled proposal, and deletes its branch now or later. */
  async settle(settled: StoredProposal): Promise<void> {
    await this.options.store.update(settled);
    await this.options.removeBranch(settled).catch((cause: unknown) => this.failed(settled.branch, cause));
  }

  /** Never rejects. */
  async #check(): Promise<void> {
    const failures = this.#failures;
    const attempt = async (branch: string, work: () => Promise<void>): Promise<void> => {
      if (!this.#isClosed) await work().catch((cause: unknown) => this.failed(branch, cause));
    };
    await attempt('', () => this.settleFromRepository());
    await attempt('', async () => {
      for (const stored of await this.#open()) await attempt(stored.branch, () => this.#checkForge(stored));
      for (const stored of await this.#settledWithBranch())
        await attempt(stored.branch, () => this.options.removeBranch(stored));
    });
    if (this.#failures === failures) this.#failures = 0;
  }

  async #checkForge(stored: StoredProposal): Promise<void> {
    const { pulls } = this.options;
    if (!pulls) return;
    const isWanted = pulls.isWanted(stored);
    if (isWanted && !(await pulls.canOpen(stored))) return this.#schedule(checkPushMs);
    const settled = await pulls.settled(isWanted ? await pulls.open(stored) : stored);
    if (settled) await this.settle(settled);
    else this.#schedule(checkAgainMs);
  }

  #open(): Promise<StoredProposal[]> {
    return this.options.store.list({ state: 'open', limit: maxOpen });
  }

  async #settledWithBranch(): Promise<StoredProposal[]> {
    const { repository, store } = this.options;
    const branches = [...(await repository.listBranches()).keys()];
    const ids = branches.flatMap((name) => (name.startsWith('proposals/') ? [name.slice(10)] : []));
    return (await store.named(ids)).filter(({ state }) => state !== 'open');
  }

  #schedule(ms: number): void {
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

/**
 * Returns a proposal as settled, if its branches in the repository show that it was merged or closed outside of svc;
 * undefined if it is still open.
 * @param hasForge whether a forge can be asked about pull requests
 */
async function settledOutside(
  stored: StoredProposal,
  repository: Repository,
  hasForge: boolean,
): Promise<StoredProposal | undefined> {
  const branch = await repository.resolveRef(stored.branch);
  // A merge that only our branch has does not count yet: the remote may still decline it.
  const base = (await repository.mirroredTip(stored.base)) ?? (await repository.resolveRef(stored.base));
  const head = branch ?? stored.head;
  if (base === undefined || head === null) return undefined;
  const isBelow = await repository.history.isAncestor(head, base);
  // A deleted branch may have been merged in another way, such as squashed. The forge knows the state of pull requests.
  if (!isBelow && (branch !== undefined || (hasForge && stored.pullRequest !== null))) return undefined;
  const isMerged = isBelow || (await isContained(repository, head, base));
  const outcome = { state: isMerged ? 'merged' : 'closed', mergedCommit: isMerged ? base : null } as const;
  return { ...stored, head, ...outcome, closedAt: new Date().toISOString() };
}

/** Returns true if merging `head` would change nothing, because the base contains the same changes. */
async function isContained(repository: Repository, head: string, base: string): Promise<boolean> {
  try {
    const { history } = repository;
    const from = await history.mergeBase(head, base);
    const { changes, conflicts } = await history.mergeTrees(from, base, head, async () => undefined);
    return changes.length === 0 && conflicts.length === 0;
  } catch {
    // Git has collected the objects of the head.
    return false;
  }
}
