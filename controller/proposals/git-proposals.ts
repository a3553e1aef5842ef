import { randomBytes } from 'node:crypto';
import type { Forge } from '../git/forges/index.js';
import type { Repository } from '../git/index.js';
import { Problem } from '../problems/index.js';
import type { Write } from '../storage/index.js';
import {
  commitMerge,
  type MergeTools,
  planMerge,
  publishMerge,
  requireValid,
  untilUnmoved,
} from '../writes/branches/merge-steps.js';
import { getCommit, getHead } from '../writes/commits/commit-queue.js';
import type { WriteOrigin, WriteRequest } from '../writes/edits/contract.js';
import { type Plan, planWrite } from '../writes/edits/plan.js';
import { conflictProblem } from '../writes/merging/merge-file.js';
import type { DetachedCommit } from '../writes/push/contract.js';
import type {
  MergedProposal,
  MergePreview,
  Proposal,
  ProposalDetails,
  ProposalFilter,
  Proposals,
  ReviewRequest,
  SeenTips,
} from './contract.js';
import { getDetails, previewMerge } from './proposal-details.js';
import type { ProposalStore, StoredProposal } from './proposal-store.js';
import { ProposalUpkeep } from './proposal-upkeep.js';
import { PullRequests } from './pull-requests.js';
import { CodeOwners, codeOwnersPaths } from './reviews/code-owners.js';
import { noRequirement, type ReviewRequirement, type ReviewState } from './reviews/contract.js';
import { judgeReviews, maxCommits } from './reviews/judge-reviews.js';
import type { ReviewStore } from './reviews/review-store.js';

/** A reader of a proposal waits no longer for the forge. */
const maxForgeWaitMs = 3_000;
const maxSearched = 1_000;

export interface ProposalsOptions extends MergeTools {
  store: ProposalStore;
  reviews: ReviewStore;
  /** Returns the reviews that a merge into a branch needs. */
  getRequirement(branch: string): ReviewRequirement;
  /** False for a principal who may not sign in any more. */
  isActive(principal: string): boolean;
  /** Returns the teams of a principal, by production as it is now. */
  getTeams(principal: string): readonly string[];
  forge: Forge | undefined;
  /** The address of the remote, without credentials. */
  remote: string | undefined;
  /** The address of the installation, without a slash at the end. */
  baseUrl: string;
  /** Fetches a branch from the remote and puts it in service. */
  refresh(branch: string): Promise<void>;
  /** Makes the event of a new proposal: `writes` are stored with the proposal, then `tell` is called. */
  opened(proposal: Proposal): { writes: readonly Write[]; tell(): void };
  /** Called after a pull request was opened. */
  onPullRequest(): void;
  onFailure(branch: string, problem: unknown): void;
}

interface NewProposal {
  /** The branch that the changes are for. */
  branch: string;
  title: string;
  body: string;
  head: string;
  principal: string;
}

/** Proposals as branches `proposals/<id>`, pushed to the remote, with a pull request where there is a forge. */
export class GitProposals implements Proposals {
  /** Undefined if there is no forge. */
  readonly #pulls: PullRequests | undefined;
  readonly #upkeep: ProposalUpkeep;
  /** Schedules a check of the repository and the forge for changes of proposals. */
  readonly checkSoon: () => void;

  constructor(private readonly options: ProposalsOptions) {
    const { repository, store, forge, onPullRequest } = options;
    this.#pulls = forge && new PullRequests({ repository, store, forge, onPullRequest });
    this.#upkeep = new ProposalUpkeep({
      repository,
      store,
      pulls: this.#pulls,
      removeBranch: (stored) => this.#removeBranch(stored),
      onFailure: options.onFailure,
    });
    this.checkSoon = this.#upkeep.soon.bind(this.#upkeep);
  }

  stop(): void {
    this.#upkeep.close();
  }

  async open(request: WriteRequest): Promise<Proposal> {
    const opened = await this.propose(request);
    if (opened.proposal) return opened.proposal;
    throw new Problem('body_invalid', 'There is nothing to propose: the entities have this content already.');
  }

  /** Opens a proposal like `open`, but returns none if nothing would change. */
  async propose(request: WriteRequest): Promise<{ plan: Plan; proposal: Proposal | undefined }> {
    const { repository, mailDomain } = this.options;
    const { commit: base, snapshot } = await getHead(request.branch, this.options);
    if (base === null) {
      const detail = `\`${request.branch}\` has no commit that a proposal could start from.`;
      throw new Problem('branch_not_found', detail);
    }
    const plan = await planWrite(snapshot, request.changes, this.options);
    if (plan.refusal) throw plan.refusal;
    if (plan.next === snapshot) return { plan, proposal: undefined };
    const commit = getCommit(plan, request, mailDomain);
    const [outcome] = await repository.writer.buildOn(base, [commit]);
    if (!outcome?.ok) {
      const detail = `The commit of a proposal on \`${request.branch}\` could not be written.`;
      throw new Problem('git_failed', detail);
    }
    const [title = '', ...rest] = commit.message.split('\n');
    const body = rest.join('\n').trim();
    const { branch, origin } = request;
    const { commit: head } = outcome;
    return { plan, proposal: await this.#add({ branch, title, body, head, principal: origin.principal }) };
  }

  /** Proposes a commit that had to leave its branch, together with the commits below it. */
  async adopt(
    { branch, commit, reason, isHeld = false }: DetachedCommit,
    principal?: string,
  ): Promise<Proposal> {
    const detached = await this.options.repository.readCommit(commit);
    const { change, author } = detached;
    // There is one already if svc was killed during an earlier call. A held commit is proposed once, also if it was
    // replayed since, or had to leave its branch after its release.
    const proposal = await this.#findProposal(branch, {
      commit,
      parent: detached.parents[0],
      change,
      isHeld,
    });
    if (proposal) return this.#shown(proposal);
    const [title = ''] = detached.message.split('\n');
    const state = isHeld ? 'is held there' : 'could not stay there';
    const body = `This was written to \`${branch}\` and ${state}: ${reason}`;
    // Everyone who pushes chooses the author's name of a commit.
    const writer = change === undefined ? `git:${author.name}` : author.name;
    return this.#add({ branch, title, body, head: commit, principal: principal ?? writer });
  }

  async list(filter: ProposalFilter): Promise<Proposal[]> {
    await this.#upkeep.settleFromRepository();
    return (await this.options.store.list(filter)).map((stored) => this.#shown(stored));
  }

  async read(id: string): Promise<ProposalDetails> {
    await this.#upkeep.settleFromRepository();
    const stored = await this.#withForgeState(await this.options.store.get(id));
    const details = await getDetails(stored, this.options);
    const { revision, baseRevision } = details;
    return { ...this.#shown(stored), ...details, review: await this.#judge(stored, revision, baseRevision) };
  }

  preview(base: string, branch: string): Promise<MergePreview> {
    return previewMerge(base, branch, this.options);
  }

  async review(
    id: string,
    { reviewer, verdict, comment, revision }: ReviewRequest,
  ): Promise<ProposalDetails> {
    const stored = await this.#requireOpen(id);
    const tip = await this.options.repository.resolveRef(stored.branch);
    if (tip === undefined)
      throw new Problem('branch_not_found', `There is no branch \`${stored.branch}\` any more.`);
    if (revision !== undefined && revision !== tip) throw movedProblem(`the proposal \`${id}\``);
    const createdAt = new Date().toISOString();
    await this.options.reviews.put(id, { reviewer, verdict, comment, revision: tip, createdAt });
    return this.read(id);
  }

  async merge(id: string, by: WriteOrigin, seen?: SeenTips): Promise<MergedProposal> {
    const stored = await this.#requireOpen(id);
    const commit = (await this.#mergeAtForge(stored, seen)) ?? (await this.#mergeHere(stored, by, seen));
    const merged: StoredProposal = { ...stored, state: 'merged', mergedCommit: commit };
    return { proposal: await this.#settle(merged, by.principal), commit };
  }

  async close(id: string, { principal }: { principal: string }): Promise<Proposal> {
    const stored = await this.#requireOpen(id);
    await this.#pulls?.close(stored);
    const head = (await this.options.repository.resolveRef(stored.branch)) ?? stored.head;
    return this.#settle({ ...stored, head, state: 'closed' }, principal);
  }

  /** Stores a proposal that `principal` merged or closed now. */
  async #settle(stored: StoredProposal, principal: string): Promise<Proposal> {
    const settled = { ...stored, closedAt: new Date().toISOString(), closedBy: principal };
    await this.#upkeep.settle(settled);
    return this.#shown(settled);
  }

  async #add({ branch: base, title, body, head, principal }: NewProposal): Promise<Proposal> {
    const { repository, store, pushes, opened } = this.options;
    await pushes?.requireRemote();
    const id = idFor(title);
    const branch = `proposals/${id}`;
    const created = await repository.writer.createBranch(branch, head);
    if (!created.ok) {
      throw new Problem('git_failed', `The branch \`${branch}\` could not be created: ${created.reason}.`, {
        hints: ['A branch named `proposals` prevents branches below that name: rename it.'],
      });
    }
    const stored: StoredProposal = {
      id,
      branch,
      base,
      title,
      body,
      head,
      author: principal,
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
    pushes?.requireTaken(await pushes.push(branch, head));
    return this.#shown(await this.#withPullRequest(stored));
  }

  /** Returns the open proposal of the commit, or of its change and parent; any proposal of the change for a held commit. */
  async #findProposal(
    branch: string,
    of: { commit: string; parent: string | undefined; change: string | undefined; isHeld: boolean },
  ): Promise<StoredProposal | undefined> {
    const { store, repository } = this.options;
    const filter = { ...(of.isHeld ? {} : { state: 'open' as const }), limit: maxSearched };
    for (const stored of await store.list(filter)) {
      const { base, head } = stored;
      if (base !== branch || head === null) continue;
      if (head === of.commit) return stored;
      if (of.change === undefined || of.change !== (await findChange(head, repository))) continue;
      if (of.isHeld) return stored;
      if (of.parent !== undefined && (await repository.history.isAncestor(of.parent, head))) return stored;
    }
    return undefined;
  }

  /** Opens the pull request, where there is a forge. A failure does not fail the proposal: it is retried later. */
  async #withPullRequest(stored: StoredProposal): Promise<StoredProposal> {
    if (!this.#pulls?.isWanted(stored)) return stored;
    try {
      if (await this.#pulls.canOpen(stored)) return await this.#pulls.open(stored);
      this.#upkeep.soon();
    } catch (cause) {
      this.#upkeep.failed(stored.branch, cause);
    }
    return stored;
  }

  /** Returns the proposal in the state of its pull request, if the forge answers in time. */
  async #withForgeState(stored: StoredProposal): Promise<StoredProposal> {
    if (stored.state !== 'open') return stored;
    try {
      const settled = await this.#pulls?.settled(stored, AbortSignal.timeout(maxForgeWaitMs));
      if (!settled) return stored;
      await this.#upkeep.settle(settled);
      return settled;
    } catch (cause) {
      this.#upkeep.failed(stored.branch, cause);
      return stored;
    }
  }

  /** Merges the pull request. @returns undefined if there is none */
  async #mergeAtForge(stored: StoredProposal, seen: SeenTips | undefined): Promise<string | undefined> {
    const { repository, catchUp, refresh } = this.options;
    if (!this.#pulls || stored.pullRequest === null) return undefined;
    const head = (await repository.resolveRef(stored.branch)) ?? stored.head ?? '';
    const into = (await repository.resolveRef(stored.base)) ?? null;
    requireUnmoved(stored, { revision: head, baseRevision: into }, seen);
    await this.#requireReviews(stored, head, into);
    await this.#requireTests(stored);
    const commit = await this.#pulls.merge(stored.pullRequest, stored.title, head);
    await refresh(stored.base);
    await catchUp(stored.base, commit);
    return commit;
  }

  async #mergeHere(stored: StoredProposal, origin: WriteOrigin, seen: SeenTips | undefined): Promise<string> {
    const { id, branch: from, base: into, title } = stored;
    const message = `Merge proposal ${id}: ${title}`;
    const published = await untilUnmoved(into, this.options, async () => {
      const planned = await planMerge({ from, into }, this.options);
      const { merge } = planned;
      requireUnmoved(stored, { revision: planned.from, baseRevision: planned.into }, seen);
      if (merge.kind === 'conflict') throw conflictProblem(into, merge.conflicts, 'theirs');
      if (merge.kind === 'nothing') return publishMerge(into, planned.into, this.options);
      await this.#requireReviews(stored, planned.from, planned.into);
      await requireValid(planned, into, this.options);
      const commit = await commitMerge(planned, { branch: into, message, origin }, this.options);
      return commit === undefined ? undefined : publishMerge(into, commit, this.options);
    });
    return published.commit;
  }

  /** Runs the tests of a merge that the forge makes, which resolves conflicts or refuses. @throws Problem tests_failing, entity_invalid */
  async #requireTests({ branch: from, base: into }: StoredProposal): Promise<void> {
    if (!this.options.requireTests) return;
    const planned = await planMerge({ from, into }, this.options);
    if (planned.merge.kind === 'nothing' || planned.merge.kind === 'conflict') return;
    await requireValid(planned, into, this.options);
  }

  /** @throws Problem review_missing */
  async #requireReviews(stored: StoredProposal, tip: string, into: string | null): Promise<void> {
    const { met, missing } = await this.#judge(stored, tip, into);
    if (!met)
      throw new Problem(
        'review_missing',
        `The proposal \`${stored.id}\` is not approved: ${missing.join(' ')}`,
      );
  }

  /** Judges the reviews of a proposal. @param tip null where its branch is gone @param into null once it is settled */
  async #judge(stored: StoredProposal, tip: string | null, into: string | null): Promise<ReviewState> {
    const { repository, reviews: store, getRequirement, isActive, getTeams, mailDomain } = this.options;
    const { history } = repository;
    const isOpen = tip !== null && into !== null;
    const requirement = isOpen ? getRequirement(stored.base) : noRequirement;
    const reviews = await store.list(stored.id);
    const isOwned = isOpen && requirement.codeOwners;
    const mayMatter = isOpen && (reviews.length > 0 || requirement.required > 0 || isOwned);
    return judgeReviews(
      {
        author: stored.author,
        tip: tip ?? '',
        commits: mayMatter ? await history.log(tip, into, maxCommits) : [],
        paths: isOwned ? await this.#findChangedPaths(tip, into) : [],
        reviews,
        owners: isOwned ? await this.#readOwners(into) : undefined,
        isActive,
        getTeams,
        mailDomain,
      },
      requirement,
    );
  }

  async #findChangedPaths(tip: string, into: string): Promise<string[]> {
    const { history } = this.options.repository;
    const base = (await history.mergeBase(into, tip)) ?? into;
    return (await history.differences(base, tip)).map(({ path }) => path);
  }

  /** Reads the owners of files as the base has them: a proposal does not choose who approves it. */
  async #readOwners(into: string): Promise<CodeOwners | undefined> {
    for (const path of codeOwnersPaths) {
      const file = await this.options.repository.history.at(into, path);
      if (file) return new CodeOwners(file.content);
    }
    return undefined;
  }

  /** @throws Problem proposal_not_found, proposal_settled, forge_failed */
  async #requireOpen(id: string): Promise<StoredProposal> {
    const stored = await this.options.store.get(id);
    if (stored.state !== 'open') throw settledProblem(stored);
    const settled = await this.#pulls?.settled(stored);
    if (!settled) return stored;
    await this.#upkeep.settle(settled);
    throw settledProblem(settled);
  }

  /** @throws Problem git_failed, push_declined */
  async #removeBranch({ branch }: StoredProposal): Promise<void> {
    const { repository, pushes } = this.options;
    await pushes?.deleteBranch(branch);
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
  return new Problem('proposal_settled', `The proposal \`${id}\` is ${state} already${at}.`);
}

/** @throws Problem proposal_moved when a tip is not the one that the merge was agreed for */
function requireUnmoved({ id, base }: StoredProposal, tips: SeenTips, seen: SeenTips | undefined): void {
  if (!seen || (tips.revision === seen.revision && tips.baseRevision === seen.baseRevision)) return;
  throw movedProblem(tips.revision === seen.revision ? `\`${base}\`` : `the proposal \`${id}\``);
}

function movedProblem(moved: string): Problem {
  return new Problem(
    'proposal_moved',
    `There are new commits of ${moved}: what was agreed is not what would be merged.`,
  );
}

/** Returns an id made of the title's words, for people, and random digits. */
function idFor(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return `${words === '' ? 'change' : words}-${randomBytes(3).toString('hex')}`;
}

/** Returns the page on which a forge compares two branches; undefined if the remote is not known to have one. */
function compareUrl(remote: string | undefined, base: string, branch: string): string | undefined {
  const scp = /^[^/@\s]+@([^/:\s]+):(.+)$/.exec(remote ?? '');
  const address = scp ? `https://${scp[1]}/${scp[2]}` : remote;
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, host, hostname, pathname } = new URL(address);
  const path = pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  if (!/^(?:https?|ssh):$/.test(protocol) || path.split('/').length < 3) return undefined;
  const origin = protocol === 'ssh:' ? `https://${hostname}` : `${protocol}//${host}`;
  const range = `${encodeURIComponent(base)}...${branch.split('/').map(encodeURIComponent).join('/')}`;
  const folder = /gitlab/i.test(hostname) ? '/-/compare/' : '/compare/';
  return `${origin}${path}${folder}${range}`;
}

/** Returns the change that svc wrote a commit for; undefined if Git has collected the commit, or svc did not write it. */
async function findChange(commit: string, repository: Repository): Promise<string | undefined> {
  const commitRead = await repository.readCommit(commit).catch(() => undefined);
  return commitRead?.change;
}
