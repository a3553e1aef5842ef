import type { Forge } from '../../forges/index.js';
import { Problem } from '../../problems/index.js';
import type { Repository } from '../../repository/index.js';
import type { ProposalStore, StoredProposal } from './proposal-store.js';

export interface PullRequestTools {
  repository: Repository;
  store: ProposalStore;
  forge: Forge | undefined;
}

/** The pull requests that stand for proposals, where there is a forge. */
export class PullRequests {
  readonly #opening = new Map<string, Promise<StoredProposal>>();
  /** Proposals for which the forge wants none. */
  readonly #refused = new Set<string>();

  constructor(private readonly tools: PullRequestTools) {}

  /** Whether one is to be opened as soon as it can be. */
  isWanted({ id, state, pullRequest }: StoredProposal): boolean {
    return (
      this.tools.forge !== undefined && state === 'open' && pullRequest === null && !this.#refused.has(id)
    );
  }

  /** Whether the forge has the branch: it can open none for another. */
  async canOpen({ branch }: StoredProposal): Promise<boolean> {
    return (await this.tools.repository.mirroredTip(branch)) !== undefined;
  }

  /** Opens it, or finds the one that is open. @throws Problem forge_failed, forge_refused */
  open(stored: StoredProposal): Promise<StoredProposal> {
    const { id } = stored;
    const opening = this.#opening.get(id) ?? this.#open(stored).finally(() => this.#opening.delete(id));
    this.#opening.set(id, opening);
    return opening;
  }

  /**
   * A proposal as its pull request is, where that was merged or closed at the forge; undefined while it is open, or none is
   * known. @throws Problem forge_failed, forge_refused
   */
  async settled(stored: StoredProposal, signal?: AbortSignal): Promise<StoredProposal | undefined> {
    const { forge, repository } = this.tools;
    if (!forge || stored.pullRequest === null) return undefined;
    const request = await forge.getPullRequest(stored.pullRequest, signal);
    const head = await repository.resolveRef(stored.branch);
    // A forge that knows nothing of it any more leaves the branch to tell.
    if (request ? request.state === 'open' : head !== undefined) return undefined;
    const isMerged = request?.state === 'merged';
    const tip = isMerged ? await repository.resolveRef(stored.base) : undefined;
    return {
      ...stored,
      head: head ?? stored.head,
      state: isMerged ? 'merged' : 'closed',
      closedAt: new Date().toISOString(),
      mergedCommit: isMerged ? (request.mergedRevision ?? tip ?? null) : null,
    };
  }

  /** Merges it. @returns the commit. @throws Problem merge_conflict, forge_failed, forge_refused */
  async merge({ title, pullRequest }: StoredProposal, expectedHead: string): Promise<string> {
    const { forge } = this.tools;
    if (!forge || pullRequest === null) throw new Error('A proposal without a pull request');
    const result = await forge.mergePullRequest(pullRequest, { title, expectedHead });
    if (result.merged) return result.revision ?? expectedHead;
    throw new Problem('merge_conflict', `${forge.location} does not merge it: ${result.message}`);
  }

  /** @throws Problem forge_failed, forge_refused */
  async close({ pullRequest }: StoredProposal): Promise<void> {
    if (pullRequest !== null) await this.tools.forge?.closePullRequest(pullRequest);
  }

  async #open(stored: StoredProposal): Promise<StoredProposal> {
    const { forge, store } = this.tools;
    if (!forge) return stored;
    const { branch: head, base, title, body, author } = stored;
    const text = `${body}\n\nProposed by ${author} through svc.`.trim();
    try {
      const { number, url } = await forge.openPullRequest({ head, base, title, body: text });
      const pulled = { ...stored, pullRequest: number, pullRequestUrl: url };
      await store.update(pulled);
      return pulled;
    } catch (cause) {
      if (cause instanceof Problem && cause.code === 'forge_refused') this.#refused.add(stored.id);
      throw cause;
    }
  }
}
