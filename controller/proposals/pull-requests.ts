import type { Forge } from '../git/forges/index.js';
import type { Repository } from '../git/index.js';
import { Problem } from '../problems/index.js';
import type { ProposalStore, StoredProposal } from './proposal-store.js';

/** The pull requests of proposals at a forge. */
export class PullRequests {
  readonly #opening = new Map<string, Promise<StoredProposal>>();
  /** Proposals for which the forge refused a pull request. */
  readonly #refused = new Set<string>();

  constructor(
    private readonly tools: {
      repository: Repository;
      store: ProposalStore;
      forge: Forge;
      onPullRequest(): void;
    },
  ) {}

  /** Returns true if a pull request should be opened as soon as possible. */
  isWanted({ id, state, pullRequest }: StoredProposal): boolean {
    return state === 'open' && pullRequest === null && !this.#refused.has(id);
  }

  /** Returns true if the forge has the branch, so that a pull request can be opened. */
  async canOpen({ branch }: StoredProposal): Promise<boolean> {
    return (await this.tools.repository.mirroredTip(branch)) !== undefined;
  }

  /** Opens a pull request, or finds the open one. @throws Problem forge_failed, forge_refused */
  open(stored: StoredProposal): Promise<StoredProposal> {
    const { id } = stored;
    const opening = this.#opening.get(id) ?? this.#open(stored).finally(() => this.#opening.delete(id));
    this.#opening.set(id, opening);
    return opening;
  }

  /** Returns a proposal as settled, if its pull request is no longer open. @throws Problem forge_failed, forge_refused */
  async settled(stored: StoredProposal, signal?: AbortSignal): Promise<StoredProposal | undefined> {
    const { forge, repository } = this.tools;
    if (stored.pullRequest === null) return undefined;
    const request = await forge.getPullRequest(stored.pullRequest, signal);
    const head = await repository.resolveRef(stored.branch);
    // If the forge no longer knows the pull request, the branch decides.
    if (request ? request.state === 'open' : head !== undefined) return undefined;
    const isMerged = request?.state === 'merged';
    const tip = isMerged ? (request.mergedRevision ?? (await repository.resolveRef(stored.base))) : undefined;
    const outcome = { state: isMerged ? 'merged' : 'closed', mergedCommit: tip ?? null } as const;
    return { ...stored, head: head ?? stored.head, ...outcome, closedAt: new Date().toISOString() };
  }

  /** Merges the pull request. @returns the commit. @throws Problem merge_conflict, forge_failed, forge_refused */
  async merge(number: number, title: string, expectedHead: string): Promise<string> {
    const { forge } = this.tools;
    const result = await forge.mergePullRequest(number, { title, expectedHead });
    if (result.merged) return result.revision ?? expectedHead;
    const detail = `${forge.location} did not merge the pull request: ${result.message}`;
    throw new Problem('merge_conflict', detail);
  }

  /** @throws Problem forge_failed, forge_refused */
  async close({ pullRequest }: StoredProposal): Promise<void> {
    if (pullRequest !== null) await this.tools.forge.closePullRequest(pullRequest);
  }

  async #open(stored: StoredProposal): Promise<StoredProposal> {
    const { forge, store, onPullRequest } = this.tools;
    const { branch: head, base, title, body, author } = stored;
    const text = `${body}\n\nProposed by ${author} through svc.`.trim();
    try {
      const { number, url } = await forge.openPullRequest({ head, base, title, body: text });
      const pulled = { ...stored, pullRequest: number, pullRequestUrl: url };
      await store.update(pulled);
      onPullRequest();
      return pulled;
    } catch (cause) {
      if (cause instanceof Problem && cause.code === 'forge_refused') this.#refused.add(stored.id);
      throw cause;
    }
  }
}
