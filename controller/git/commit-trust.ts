import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { emptyTree, parseCommit } from './objects/commit-object.js';
import type { Repository } from './repository.js';
import type { CommitKeys } from './signatures/commit-keys.js';

/** The most new commits that are checked one by one; a tip with more is not applied. */
const maxCommits = 10_000;
const perRead = 64;
/** Commits that are checked before others have their turn. */
const perTurn = 8;
const maxShownLength = 80;
const maxReasonLength = 300;
const unsignedByUs =
  'svc made it and did not sign it, because a commit below it was not signed, or svc had no key then';
const incomplete = 'the remote does not give its parents, so that they cannot be checked';

/** A commit that may not be applied, as it describes itself: its author is a claim. */
export interface UnverifiedCommit {
  commit: string;
  /** `<name> <<address>>`, cleaned. */
  author: string;
  /** The first line of its message, cleaned. */
  subject: string;
  /** Such as "it is not signed". */
  reason: string;
}

export interface CommitTrustOptions {
  repository: Repository;
  keys: CommitKeys;
  /** `tip`: the newest commit of a branch; `all`: each that is new since the one in service. */
  commits: 'tip' | 'all';
  production: string;
}

/** Decides which commits may be applied (`Git.Verify`), and which ones svc may put its own signature on. */
export class CommitTrust {
  /** Branch → the commit in service. */
  readonly #inService = new Map<string, string>();

  constructor(private readonly options: CommitTrustOptions) {}

  /** Notes that a commit is in service; it needs no signature any more. */
  note(branch: string, commit: string): void {
    this.#inService.set(branch, commit);
  }

  /**
   * Returns the commit that keeps a tip from being applied; undefined when there is none. Of a branch without a commit in
   * service, the commits that production has in service count as checked; without these, the signature of the tip vouches
   * for all before it. @throws Problem git_failed
   */
  async findUnverified(branch: string, tip: string): Promise<UnverifiedCommit | undefined> {
    const { repository, production, commits } = this.options;
    if (tip === emptyTree) return undefined;
    const ofProduction = branch === production ? undefined : this.#inService.get(production);
    const { history } = repository;
    const before = this.#inService.get(branch) ?? ofProduction;
    if (tip === before) return undefined;
    if (ofProduction !== undefined && (await history.isAncestor(tip, ofProduction))) return undefined;
    const deciding = await this.#findDeciding(tip, before);
    const unverifiedTip = deciding === undefined ? undefined : await this.#check(deciding);
    if (unverifiedTip || commits === 'tip' || before === undefined) return unverifiedTip;
    const fresh = await history.newCommits(tip, before, maxCommits + 1);
    if (fresh.length <= maxCommits) return this.#findFirst(fresh.reverse());
    const reason = `more than ${maxCommits} commits are new, and each would have to be checked`;
    return this.#describe(tip, reason);
  }

  /**
   * True for a commit that is signed, or that production has in service or in its history; also for one that leaves svc's
   * folder as such a commit has it. Other branches may have commits in service from before signatures were demanded: a
   * signature on top of these would bring them to production.
   */
  async trusts(commit: string): Promise<boolean> {
    if (!(await this.#check(commit))) return true;
    const { repository, production } = this.options;
    const ofProduction = this.#inService.get(production);
    if (ofProduction === commit) return true;
    if (ofProduction !== undefined && (await repository.history.isAncestor(commit, ofProduction)))
      return true;
    const deciding = await this.#findDeciding(commit, undefined);
    return deciding !== undefined && deciding !== commit && this.trusts(deciding);
  }

  /** Returns the commit that made svc's folder what it is at a tip; undefined when that is the one in service. */
  async #findDeciding(tip: string, before: string | undefined): Promise<string | undefined> {
    let commit = tip;
    for (let count = 0; count < maxCommits; count++) {
      if (commit === before) return undefined;
      const parent = await this.options.repository.findSameParent(commit);
      if (parent === undefined) break;
      commit = parent;
    }
    return commit;
  }

  async #findFirst(commits: readonly string[]): Promise<UnverifiedCommit | undefined> {
    const { repository, keys } = this.options;
    for (let from = 0; from < commits.length; from += perRead) {
      const ids = commits.slice(from, from + perRead);
      const objects = await repository.objects.read(ids);
      for (const [index, id] of ids.entries()) {
        if (index % perTurn === 0) await yieldToOthers();
        const verdict = await keys.verify(objects.get(id)?.content ?? new Uint8Array());
        // The remote says where the history ends, and could hide an unsigned commit before a signed one.
        if (repository.isShallow(id)) return this.#describe(id, incomplete);
        // Of commits outside of svc's folder no signature is needed.
        if (verdict.isValid || (await repository.findSameParent(id)) !== undefined) continue;
        return this.#describe(id, verdict.reason);
      }
    }
    return undefined;
  }

  async #check(commit: string): Promise<UnverifiedCommit | undefined> {
    const { repository, keys } = this.options;
    const objects = await repository.objects.read([commit]);
    const verdict = await keys.verify(objects.get(commit)?.content ?? new Uint8Array());
    if (verdict.isValid) return undefined;
    const isUnsignedOwn = verdict.isUnsigned && (await repository.readCommit(commit)).change !== undefined;
    return this.#describe(commit, isUnsignedOwn ? unsignedByUs : verdict.reason);
  }

  async #describe(commit: string, reason: string): Promise<UnverifiedCommit> {
    const objects = await this.options.repository.objects.read([commit]);
    const { author, message } = parseCommit(commit, objects.get(commit));
    const [subject = ''] = message.split('\n', 1);
    return {
      commit,
      author: clean(`${author.name} <${author.email}>`, maxShownLength),
      subject: clean(subject, maxShownLength),
      // Parts of it can be words of the signature.
      reason: clean(reason, maxReasonLength),
    };
  }
}

/** Texts of commits are shown on terminals. */
function clean(text: string, maxLength: number): string {
  const plain = text.slice(0, 4 * maxLength).replaceAll(/[\p{C}`]/gu, '');
  return plain.length <= maxLength ? plain : `${plain.slice(0, maxLength - 1)}…`;
}
