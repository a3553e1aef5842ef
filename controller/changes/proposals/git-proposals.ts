import { randomBytes } from 'node:crypto';
import { causedFindings } from '../../catalog/index.js';
import type { Forge } from '../../forges/index.js';
import { Problem } from '../../problems/index.js';
import { authorOf, trailersOf } from '../commit-message.js';
import { commitOf } from '../commit-of.js';
import { type Plan, planWrite } from '../edits/plan.js';
import type { WriteRequest } from '../intents.js';
import type { LaneTools } from '../lanes/branch-lane.js';
import { headOf } from '../lanes/head-of.js';
import { conflictProblem } from '../pushing/conflict-problem.js';
import type { Stray } from '../pushing/contract.js';
import type { Pusher } from '../pushing/pusher.js';
import { compareUrl } from './compare-url.js';
import type { MergedProposal, Proposal, ProposalDetails, ProposalState, Proposals } from './contract.js';
import { detailsOf } from './details.js';
import { type Merge, mergeOf, withChanges } from './merge-of.js';
import type { ProposalStore, StoredProposal } from './proposal-store.js';
import { settledOf } from './settled.js';

/** How often a merge is worked out anew because its base was moved meanwhile. */
const mostAttempts = 10;
const noticeAfterMs = 500;

export interface ProposalsOptions extends LaneTools {
  store: ProposalStore;
  /** Undefined when the repository follows no other. */
  pusher: Pusher | undefined;
  forge: Forge | undefined;
  /** The address of the remote, without credentials. */
  remote: string | undefined;
  /** Of the installation itself, without a slash at the end. */
  baseUrl: string;
  catchUp(branch: string, confirmed: string | undefined): Promise<void>;
  onFailure(branch: string, problem: unknown): void;
}

/** Proposals as branches `proposals/<id>` of the repository, pushed to its remote, with a pull request where there is a forge. */
export class GitProposals implements Proposals {
  #noticing: Promise<void> | undefined;

  constructor(private readonly options: ProposalsOptions) {}

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

  /** Puts a commit that had to leave its branch where somebody looks at it. */
  async adopt({ branch, commit, reason }: Stray): Promise<void> {
    const { author, message } = await this.options.repository.readCommit(commit);
    const [title = ''] = message.split('\n');
    const body = `This was written to \`${branch}\` and could not stay there: ${reason}`;
    await this.#add({ branch, title, body, head: commit, origin: { principal: author.name, requestId: '' } });
  }

  async list(filter: {
    state?: ProposalState | undefined;
    limit: number;
    after?: string | undefined;
  }): Promise<Proposal[]> {
    await this.notice();
    return (await this.options.store.list(filter)).map((stored) => this.#shown(stored));
  }

  async read(id: string): Promise<ProposalDetails> {
    await this.notice();
    const stored = await this.options.store.get(id);
    return { ...this.#shown(stored), ...(await detailsOf(stored, this.options)) };
  }

  async merge(id: string, by: { principal: string; requestId: string }): Promise<MergedProposal> {
    const { store, forge, pusher } = this.options;
    const stored = await this.#openOne(id);
    const isPulled = forge !== undefined && stored.pullRequest !== null;
    const commit = isPulled ? await this.#mergePullRequest(stored, forge) : await this.#mergeHere(stored, by);
    const merged: StoredProposal = {
      ...stored,
      state: 'merged',
      closedAt: new Date().toISOString(),
      closedBy: by.principal,
      mergedCommit: commit,
    };
    await store.update(merged);
    await this.#removeBranch(merged, pusher);
    return { proposal: this.#shown(merged), commit };
  }

  async close(id: string, { principal }: { principal: string }): Promise<Proposal> {
    const { store, forge, pusher, repository } = this.options;
    const stored = await this.#openOne(id);
    if (forge && stored.pullRequest !== null) await forge.closePullRequest(stored.pullRequest);
    const head = (await repository.resolveRef(stored.branch)) ?? stored.head;
    const closed: StoredProposal = {
      ...stored,
      head,
      state: 'closed',
      closedAt: new Date().toISOString(),
      closedBy: principal,
    };
    await this.#removeBranch(closed, pusher);
    await store.update(closed);
    return this.#shown(closed);
  }

  /** Looks which open proposals were merged or closed elsewhere. */
  async notice(): Promise<void> {
    const { store, onFailure } = this.options;
    for (const stored of await store.list({ state: 'open', limit: 1_000 })) {
      try {
        const settled = await settledOf(stored, this.options);
        if (!settled) continue;
        await store.update(settled);
        await this.#removeBranch(settled, this.options.pusher);
      } catch (cause) {
        onFailure(stored.branch, cause);
      }
    }
  }

  /** As `notice`, together with what else comes in a moment, if any proposal is open for the branch. Never rejects. */
  async noticeSoon(base: string): Promise<void> {
    this.#noticing ??= new Promise<void>((resolve) => setTimeout(resolve, noticeAfterMs).unref()).then(
      async () => {
        this.#noticing = undefined;
        await this.notice().catch((cause: unknown) => this.options.onFailure(base, cause));
      },
    );
    return this.#noticing;
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
    const { repository, store, pusher } = this.options;
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
    await store.insert(stored);
    const fate = await pusher?.push(branch, head);
    return this.#shown(fate?.kind === 'pushed' ? await this.#pull(stored) : stored);
  }

  /** Opens the pull request, where there is a forge; one that cannot be opened keeps nobody from proposing. */
  async #pull(stored: StoredProposal): Promise<StoredProposal> {
    const { forge, store, onFailure } = this.options;
    if (!forge) return stored;
    try {
      const { branch: head, base, title, body } = stored;
      const text = `${body}\n\nProposed by ${stored.author} through svc.`.trim();
      const { number, url } = await forge.openPullRequest({ head, base, title, body: text });
      const pulled = { ...stored, pullRequest: number, pullRequestUrl: url };
      await store.update(pulled);
      return pulled;
    } catch (cause) {
      onFailure(stored.branch, cause);
      return stored;
    }
  }

  async #mergePullRequest(stored: StoredProposal, forge: Forge): Promise<string> {
    const { repository, catchUp } = this.options;
    const expectedHead = (await repository.resolveRef(stored.branch)) ?? stored.head ?? '';
    const { title, pullRequest, base } = stored;
    const result = await forge.mergePullRequest(pullRequest ?? 0, { title, expectedHead });
    if (!result.merged)
      throw new Problem('merge_conflict', `${forge.location} does not merge it: ${result.message}`);
    await catchUp(base, undefined);
    return result.revision ?? expectedHead;
  }

  async #mergeHere(stored: StoredProposal, by: { principal: string; requestId: string }): Promise<string> {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const commit = await this.#tryMerge(stored, by);
      if (commit !== undefined) return this.#pushed(stored, commit);
    }
    throw new Problem('git_failed', `\`${stored.base}\` was moved by others each time svc tried to.`);
  }

  /** Undefined when the base has moved meanwhile. */
  async #tryMerge(
    stored: StoredProposal,
    by: { principal: string; requestId: string },
  ): Promise<string | undefined> {
    const { repository, limits, mailDomain } = this.options;
    const { writer } = repository;
    const head = await headOf(stored.base, this.options);
    const from = await repository.resolveRef(stored.branch);
    if (head.commit === null || from === undefined) {
      throw new Problem(
        'branch_not_found',
        `\`${head.commit === null ? stored.base : stored.branch}\` is gone.`,
      );
    }
    const into = head.commit;
    const merge = await mergeOf(repository, { into, from }, limits);
    if (merge.kind === 'conflict') throw conflictProblem(stored.base, merge.conflicts);
    if (merge.kind === 'nothing') return into;
    await this.#requireValid(head.snapshot, merge);
    if (merge.kind === 'fast-forward') {
      return (await writer.fastForward(stored.base, into, from)).ok ? from : undefined;
    }
    const outcome = await writer.commit({
      branch: stored.base,
      expected: into,
      changes: merge.changes,
      mergedParents: [from],
      author: authorOf(by.principal, mailDomain),
      message: `Merge proposal ${stored.id}: ${stored.title}`,
      trailers: trailersOf(by),
    });
    return outcome.ok ? outcome.commit : undefined;
  }

  async #requireValid(
    snapshot: Awaited<ReturnType<typeof headOf>>['snapshot'],
    { changes }: Merge,
  ): Promise<void> {
    const { inFiles, elsewhere } = causedFindings(
      snapshot,
      await withChanges(snapshot, changes, this.options),
    );
    const errors = [...inFiles, ...elsewhere].filter(({ severity }) => severity === 'error');
    const [first] = errors;
    if (!first) return;
    throw new Problem(
      'entity_invalid',
      `The merge would not be valid: ${first.file}:${first.line}: ${first.message}.`,
      {
        errors: errors.slice(0, 100).map(({ pointer, file, line, column, message }) => {
          return { pointer, file, line, column, message };
        }),
      },
    );
  }

  async #pushed(stored: StoredProposal, commit: string): Promise<string> {
    const { pusher, catchUp } = this.options;
    const fate = await pusher?.push(stored.base, commit);
    await catchUp(stored.base, commit);
    if (fate?.kind === 'declined') {
      throw new Problem('push_declined', `The remote does not take the merge: ${fate.message}`, {
        hints: ['Merge it at the remote, where its rules can be kept; svc notices.'],
      });
    }
    if (fate?.kind === 'conflict') throw conflictProblem(stored.base, [fate.conflict]);
    return fate?.kind === 'pushed' ? (fate.commit ?? commit) : commit;
  }

  /** @throws Problem proposal_not_found, proposal_settled */
  async #openOne(id: string): Promise<StoredProposal> {
    const stored = await this.options.store.get(id);
    if (stored.state === 'open') return stored;
    throw new Problem('proposal_settled', `The proposal \`${id}\` is ${stored.state}.`);
  }

  async #removeBranch({ branch }: StoredProposal, pusher: Pusher | undefined): Promise<void> {
    const { repository } = this.options;
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

/** Something to recognise it by, and something that tells it from others. */
function idFor(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return `${words === '' ? 'change' : words}-${randomBytes(3).toString('hex')}`;
}
