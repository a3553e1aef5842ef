import { randomBytes } from 'node:crypto';
import type { Forge } from '../../forges/index.js';
import { Problem } from '../../problems/index.js';
import type { Write } from '../../storage/index.js';
import {
  carryOut,
  type MergeTools,
  planMerge,
  publish,
  requireValid,
  untilUnmoved,
} from '../branches/merge-steps.js';
import { commitOf } from '../commit-of.js';
import { type Plan, planWrite } from '../edits/plan.js';
import type { WriteRequest } from '../intents.js';
import { headOf } from '../lanes/head-of.js';
import { conflictProblem } from '../pushing/conflict-problem.js';
import type { Stray } from '../pushing/contract.js';
import { compareUrl } from './compare-url.js';
import type { MergedProposal, Proposal, ProposalDetails, ProposalState, Proposals } from './contract.js';
import { detailsOf } from './details.js';
import type { ProposalStore, StoredProposal } from './proposal-store.js';
import { PullRequests } from './pull-requests.js';
import { ProposalUpkeep } from './upkeep.js';

/** Whoever reads a proposal waits no longer for the forge. */
const patienceMs = 3_000;

export interface ProposalsOptions extends MergeTools {
  store: ProposalStore;
  forge: Forge | undefined;
  /** The address of the remote, without credentials. */
  remote: string | undefined;
  /** Of the installation itself, without a slash at the end. */
  baseUrl: string;
  /** Looks at the remote, and puts in service what is there. */
  refresh(branch: string): Promise<void>;
  /** What is to be told of a new proposal: written with it, then told. */
  opened(proposal: Proposal): { writes: readonly Write[]; tell(): void };
  onFailure(branch: string, problem: unknown): void;
}

/** Proposals as branches `proposals/<id>` of the repository, pushed to its remote, with a pull request where there is a forge. */
export class GitProposals implements Proposals {
  readonly #pulls: PullRequests;
  readonly #upkeep: ProposalUpkeep;

  constructor(private readonly options: ProposalsOptions) {
    this.#pulls = new PullRequests(options);
    this.#upkeep = new ProposalUpkeep({
      repository: options.repository,
      store: options.store,
      pulls: this.#pulls,
      hasForge: options.forge !== undefined,
      removeBranch: (stored) => this.#removeBranch(stored),
      onFailure: options.onFailure,
    });
  }

  /** Looks in a moment what was done to proposals elsewhere, and does what was left undone. */
  noticeSoon(): void {
    this.#upkeep.soon();
  }

  stop(): void {
    this.#upkeep.close();
  }

  async open(request: WriteRequest): Promise<Proposal> {
    const opened = await this.propose(request);
    if (opened.proposal) return opened.proposal;
    throw new Problem('body_invalid', 'There is nothing to propose: the entities are so already.');
  }

  /** As `open`, without a proposal where nothing would change. */
  async propose(request: WriteRequest): Promise<{ plan: Plan; proposal: Proposal | undefined }> {
    const { repository, mailDomain } = this.options;
    const { commit: base, snapshot } = await headOf(request.branch, this.options);
    if (base === null)
      throw new Problem('branch_not_found', `\`${request.branch}\` has no commit to propose on.`);
    const plan = await planWrite(snapshot, request.changes, this.options);
    if (plan.refusal) throw plan.refusal;
    if (plan.next === snapshot) return { plan, proposal: undefined };
    const commit = commitOf(plan, request, mailDomain);
    const [outcome] = await repository.writer.buildOn(base, [commit]);
    if (!outcome?.ok)
      throw new Problem('git_failed', `The proposal on \`${request.branch}\` could not be written.`);
    const [title = '', ...rest] = commit.message.split('\n');
    const body = rest.join('\n').trim();
    return { plan, proposal: await this.#add({ ...request, title, body, head: outcome.commit }) };
  }

  /** Puts a commit that had to leave its branch, and what it was made on, where somebody looks at it. */
  async adopt({ branch, commit, reason, isHeld = false }: Stray, principal?: string): Promise<Proposal> {
    const { author, message, trailers, parents } = await this.options.repository.readCommit(commit);
    const requestId = trailers.find(({ key }) => key === 'Svc-Request-Id')?.value ?? '';
    // Where svc was killed in the middle of this; what is held is shown once, also when it was put on what came, or was
    // let go of and had to leave then.
    const known = await this.#showing(branch, { commit, parent: parents[0], requestId, isHeld });
    if (known) return this.#shown(known);
    const [title = ''] = message.split('\n');
    const what = isHeld ? 'is held there' : 'could not stay there';
    const body = `This was written to \`${branch}\` and ${what}: ${reason}`;
    const origin = { principal: principal ?? author.name, requestId };
    return this.#add({ branch, title, body, head: commit, origin });
  }

  /**
   * The proposal with this commit, or with what its request wrote on the same ground: an open one; of what is held, any
   * there was of the request.
   */
  async #showing(
    branch: string,
    of: { commit: string; parent: string | undefined; requestId: string; isHeld: boolean },
  ): Promise<StoredProposal | undefined> {
    const { store, repository } = this.options;
    for (const stored of await store.list({ ...(of.isHeld ? {} : { state: 'open' }), limit: 1_000 })) {
      const { base, head } = stored;
      if (base !== branch || head === null) continue;
      if (head === of.commit) return stored;
      const info = of.requestId === '' ? undefined : await repository.history.commit(head);
      if (!info?.message.includes(`\nSvc-Request-Id: ${of.requestId}`)) continue;
      if (of.isHeld) return stored;
      if (of.parent !== undefined && (await repository.history.isAncestor(of.parent, head))) return stored;
    }
    return undefined;
  }

  async list(filter: {
    state?: ProposalState | undefined;
    limit: number;
    after?: string | undefined;
  }): Promise<Proposal[]> {
    await this.#upkeep.notice();
    return (await this.options.store.list(filter)).map((stored) => this.#shown(stored));
  }

  async read(id: string): Promise<ProposalDetails> {
    await this.#upkeep.notice();
    const stored = await this.#seen(await this.options.store.get(id));
    return { ...this.#shown(stored), ...(await detailsOf(stored, this.options)) };
  }

  async merge(id: string, by: { principal: string; requestId: string }): Promise<MergedProposal> {
    const { forge } = this.options;
    const stored = await this.#openOne(id);
    const isPulled = forge !== undefined && stored.pullRequest !== null;
    const commit = isPulled ? await this.#mergeThere(stored) : await this.#mergeHere(stored, by);
    const merged: StoredProposal = {
      ...stored,
      state: 'merged',
      closedAt: new Date().toISOString(),
      closedBy: by.principal,
      mergedCommit: commit,
    };
    await this.#upkeep.settle(merged);
    return { proposal: this.#shown(merged), commit };
  }

  async close(id: string, { principal }: { principal: string }): Promise<Proposal> {
    const stored = await this.#openOne(id);
    await this.#pulls.close(stored);
    const head = (await this.options.repository.resolveRef(stored.branch)) ?? stored.head;
    const closed: StoredProposal = {
      ...stored,
      head,
      state: 'closed',
      closedAt: new Date().toISOString(),
      closedBy: principal,
    };
    await this.#upkeep.settle(closed);
    return this.#shown(closed);
  }

  async #add({
    branch: base,
    title,
    body,
    head,
    origin,
  }: Pick<WriteRequest, 'branch' | 'origin'> & {
    title: string;
    body: string;
    head: string;
  }): Promise<Proposal> {
    const { repository, store, pusher, opened } = this.options;
    const id = idFor(title);
    const branch = `proposals/${id}`;
    const made = await repository.writer.createBranch(branch, head);
    if (!made.ok) {
      throw new Problem('git_failed', `The branch \`${branch}\` could not be made: ${made.reason}.`, {
        hints: ['A branch named `proposals` stands in the way of proposals: rename it.'],
      });
    }
    const stored: StoredProposal = {
      ...{ id, branch, base, title, body, head },
      author: origin.principal,
      createdAt: new Date().toISOString(),
      state: 'open',
      closedAt: null,
      closedBy: null,
      mergedCommit: null,
      pullRequest: null,
      pullRequestUrl: null,
    };
    const { writes, tell } = opened(this.#shown(stored));
    await store.insert(stored, writes);
    tell();
    await pusher?.push(branch, head);
    return this.#shown(await this.#pull(stored));
  }

  /** Opens the pull request, where there is a forge; one that cannot be opened now keeps nobody from proposing. */
  async #pull(stored: StoredProposal): Promise<StoredProposal> {
    if (!this.#pulls.isWanted(stored)) return stored;
    try {
      if (await this.#pulls.canOpen(stored)) return await this.#pulls.open(stored);
      this.#upkeep.soon();
    } catch (cause) {
      this.#upkeep.failed(stored.branch, cause);
    }
    return stored;
  }

  /** As its pull request is by now, if the forge says so in time. */
  async #seen(stored: StoredProposal): Promise<StoredProposal> {
    if (stored.state !== 'open') return stored;
    try {
      const settled = await this.#pulls.settled(stored, AbortSignal.timeout(patienceMs));
      if (!settled) return stored;
      await this.#upkeep.settle(settled);
      return settled;
    } catch (cause) {
      this.#upkeep.failed(stored.branch, cause);
      return stored;
    }
  }

  async #mergeThere(stored: StoredProposal): Promise<string> {
    const { repository, catchUp, refresh } = this.options;
    const head = (await repository.resolveRef(stored.branch)) ?? stored.head ?? '';
    const commit = await this.#pulls.merge(stored, head);
    await refresh(stored.base);
    await catchUp(stored.base, commit);
    return commit;
  }

  async #mergeHere(
    { id, branch: from, base: into, title }: StoredProposal,
    origin: { principal: string; requestId: string },
  ): Promise<string> {
    const message = `Merge proposal ${id}: ${title}`;
    const published = await untilUnmoved(into, this.options, async () => {
      const planned = await planMerge({ from, into }, this.options);
      const { merge } = planned;
      if (merge.kind === 'conflict') throw conflictProblem(into, merge.conflicts);
      if (merge.kind === 'nothing') return publish(into, planned.into, this.options);
      await requireValid(planned, this.options);
      const commit = await carryOut(planned, { branch: into, message, origin }, this.options);
      return commit === undefined ? undefined : publish(into, commit, this.options);
    });
    return published.commit;
  }

  /** @throws Problem proposal_not_found, proposal_settled, forge_failed */
  async #openOne(id: string): Promise<StoredProposal> {
    const stored = await this.options.store.get(id);
    if (stored.state !== 'open') throw settledProblem(stored);
    const settled = await this.#pulls.settled(stored);
    if (!settled) return stored;
    await this.#upkeep.settle(settled);
    throw settledProblem(settled);
  }

  /** @throws Problem git_failed, push_declined */
  async #removeBranch({ branch }: StoredProposal): Promise<void> {
    const { repository, pusher } = this.options;
    await pusher?.deleteBranch(branch);
    const tip = await repository.resolveRef(branch);
    if (tip === undefined) return;
    await repository.keepDisplaced(tip);
    await repository.writer.deleteBranch(branch, tip);
  }

  #shown({ head: _head, pullRequest: _number, ...stored }: StoredProposal): Proposal {
    const { remote, baseUrl } = this.options;
    const own = `${baseUrl}/api/v1/platform/proposals/${stored.id}`;
    return { ...stored, compareUrl: compareUrl(remote, stored.base, stored.branch) ?? own };
  }
}

function settledProblem({ id, state, pullRequestUrl }: StoredProposal): Problem {
  const at = pullRequestUrl === null ? '' : `: see ${pullRequestUrl}`;
  return new Problem('proposal_settled', `The proposal \`${id}\` is ${state}${at}.`);
}

/** Something to recognise it by, and something that tells it from others. */
function idFor(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return `${words === '' ? 'change' : words}-${randomBytes(3).toString('hex')}`;
}
