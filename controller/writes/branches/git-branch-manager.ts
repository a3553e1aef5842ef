import type { Condition } from '../../catalog/index.js';
import { isBranchName } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import { mergeCommits } from '../merging/merge-commits.js';
import type { ReadScope } from '../versions/contract.js';
import { findRevision } from '../versions/revisions.js';
import type {
  BranchComparison,
  BranchManager,
  BranchMerge,
  BranchSummary,
  MergeRequest,
} from './contract.js';
import { entityDifferences } from './entity-differences.js';
import { getConflicts, mergeBranch } from './merge-branch.js';
import type { MergeTools } from './merge-steps.js';

const maxCommits = 200;

export interface GitBranchManagerOptions extends MergeTools {
  production: string;
  /** Lists the branches that callers can address. */
  branches(): Promise<readonly { name: string; revision: string | null }[]>;
  /** Undefined for a branch that is not followed. */
  status(branch: string): { readonly conditions: readonly Condition[] } | undefined;
  /** Returns the ids of the open proposals with this base. */
  openProposals(base: string): Promise<readonly string[]>;
}

/** The branches of the repository, and of its remote if it follows one: created and deleted on both sides, or on neither. */
export class GitBranchManager implements BranchManager {
  constructor(private readonly options: GitBranchManagerOptions) {}

  async list(): Promise<BranchSummary[]> {
    const { repository, production, status, branches } = this.options;
    const tip = await repository.resolveRef(production);
    const summaries: BranchSummary[] = [];
    for (const { name, revision } of await branches()) {
      const isHere =
        tip !== undefined && revision !== null && (await repository.resolveRef(name)) !== undefined;
      const { base, ahead, behind } = isHere
        ? await repository.history.compare(tip, revision)
        : { base: null, ahead: null, behind: null };
      const counts = base === null ? { ahead: null, behind: null } : { ahead, behind };
      const isProduction = name === production;
      const conditions = status(name)?.conditions ?? [];
      summaries.push({ name, production: isProduction, revision, ...counts, conditions });
    }
    return summaries;
  }

  async create(
    { name, from, dryRun }: { name: string; from?: string | undefined; dryRun?: boolean | undefined },
    readScope: ReadScope,
  ): Promise<{ name: string; revision: string }> {
    requireBranchName(name);
    const { repository, production, pushes } = this.options;
    const tip = await repository.resolveRef(production);
    if (tip === undefined) {
      throw new Problem('branch_not_found', `\`${production}\` has no commit to start from.`);
    }
    const { commit } = await findRevision(repository, from ?? 'HEAD', { tip, readScope });
    if (dryRun) {
      const other = await this.#inTheWay(name);
      if (other !== undefined) throw taken(name, other);
      return { name, revision: commit };
    }
    await pushes?.requireRemote();
    const created = await repository.writer.createBranch(name, commit);
    if (!created.ok) throw taken(name, await this.#inTheWay(name));
    const outcome = await pushes?.push(name, commit);
    if (outcome === undefined || outcome.kind === 'pushed') return { name, revision: commit };
    await repository.writer.deleteBranch(name, commit);
    if (outcome.kind === 'declined') {
      throw new Problem('push_declined', `The remote declined the branch \`${name}\`: ${outcome.message}`);
    }
    const reason =
      outcome.kind === 'pending' ? outcome.reason : 'the remote has another branch with this name';
    throw new Problem('git_failed', `\`${name}\` could not be created at the remote: ${reason}.`, {
      hints: ['A branch is created on both sides or on neither: try again when the remote answers.'],
    });
  }

  async remove(
    name: string,
    { dryRun = false }: { dryRun?: boolean | undefined } = {},
  ): Promise<{ name: string; revision: string; unmerged: number | null }> {
    const { repository, production, pushes } = this.options;
    const revision = await this.#requireUnused(name);
    const tip = await repository.resolveRef(production);
    const unmerged = tip === undefined ? null : (await repository.history.compare(tip, revision)).ahead;
    if (dryRun) return { name, revision, unmerged };
    await pushes?.deleteBranch(name);
    await repository.keepDisplaced(revision);
    const deleted = await repository.writer.deleteBranch(name, revision);
    if (!deleted.ok && deleted.actual !== null) {
      throw new Problem('git_failed', `\`${name}\` was moved meanwhile, and was not deleted.`, {
        hints: ['Check the new commits of the branch, then try again.'],
      });
    }
    return { name, revision, unmerged };
  }

  async compare(branch: string, other: string): Promise<BranchComparison> {
    const { repository, limits } = this.options;
    const { history } = repository;
    const [from, into] = [await this.#requireTip(branch), await this.#requireTip(other)];
    const { base, ahead, behind } = await history.compare(into, from);
    const commits = await history.log(from, into, maxCommits);
    const differences = await entityDifferences(repository, { from: base ?? into, to: from }, limits);
    const merge = await mergeCommits(repository, { into, from }, limits);
    return {
      branch,
      with: other,
      revision: from,
      withRevision: into,
      base,
      ahead,
      behind,
      commits,
      entities: differences.entities,
      files: differences.files,
      truncated: differences.truncated || ahead > commits.length,
      mergeability: merge.kind,
      conflicts: await getConflicts(repository, merge, { into, from }, limits),
    };
  }

  async merge(request: MergeRequest): Promise<BranchMerge> {
    await this.options.pushes?.requireRemote();
    return mergeBranch(request, this.options);
  }

  /** @returns the tip of a branch that may be deleted. @throws Problem branch_in_use, branch_not_found */
  async #requireUnused(name: string): Promise<string> {
    const { repository, production, openProposals } = this.options;
    if (name === production) {
      throw new Problem('branch_in_use', `\`${name}\` is the production branch and cannot be deleted.`);
    }
    const revision = await repository.resolveRef(name);
    if (revision === undefined) throw new Problem('branch_not_found', `There is no branch \`${name}\`.`);
    const proposals = await openProposals(name);
    if (proposals.length > 0) {
      const ids = proposals.map((id) => `\`${id}\``).join(', ');
      throw new Problem('branch_in_use', `\`${name}\` is the base of open proposals: ${ids}.`, {
        hints: ['Merge or close them first.'],
      });
    }
    if (name.startsWith('proposals/')) {
      throw new Problem('branch_in_use', `\`${name}\` is the branch of a proposal.`, {
        hints: [
          {
            text: 'Close the proposal with {call}; that deletes the branch.',
            operation: 'close-proposal',
            arguments: { id: name.slice('proposals/'.length) },
          },
        ],
      });
    }
    return revision;
  }

  async #requireTip(name: string): Promise<string> {
    const tip = await this.options.repository.resolveRef(name);
    if (tip !== undefined) return tip;
    throw new Problem('branch_not_found', `There is no branch \`${name}\`, or it has no commit yet.`);
  }

  /** Returns the branch that prevents the creation of one with this name, if there is one. */
  async #inTheWay(name: string): Promise<string | undefined> {
    const names = [...(await this.options.repository.listBranches()).keys()];
    return names.find((each) => each === name || each.startsWith(`${name}/`) || name.startsWith(`${each}/`));
  }
}

/** @param other the branch in the way, if it still exists */
function taken(name: string, other: string | undefined): Problem {
  if (other === undefined || other === name) {
    return new Problem('name_taken', `The branch \`${name}\` exists already.`);
  }
  return new Problem('name_taken', `\`${name}\` cannot exist beside the branch \`${other}\`.`, {
    hints: [
      'Git stores branches as files and folders: choose a name that is not a folder of another branch.',
    ],
  });
}

/** @throws Problem branch_name_invalid for names that Git refuses, and for names with another meaning */
function requireBranchName(name: string): void {
  const reason = reasonAgainst(name);
  if (reason === undefined) return;
  throw new Problem('branch_name_invalid', `No branch can be named \`${name.slice(0, 300)}\`: ${reason}.`, {
    errors: [{ pointer: '/name', message: reason }],
    hints: isReserved(name)
      ? [`Choose another name, such as \`feature/${name.replace(/[^a-z0-9]+/gi, '-')}\`.`]
      : [],
  });
}

/** True for a name that Git takes, and svc uses itself. */
function isReserved(name: string): boolean {
  return name === 'live' || name === 'local' || /^platform(?:$|[-/.])/.test(name);
}

function reasonAgainst(name: string): string | undefined {
  if (name === 'live' || name === 'local') return `\`${name}\` has a meaning of its own`;
  if (/^platform(?:$|[-/.])/.test(name)) {
    return 'names that start with `platform` are reserved for the installation';
  }
  if (name.startsWith('proposals/') || name === 'proposals') return '`proposals/` is reserved for proposals';
  if (name === 'HEAD' || name.startsWith('refs/')) return 'Git would take it for another ref';
  if (/^[0-9a-f]{40}$/.test(name)) return 'it looks like the id of a commit';
  if (isBranchName(name)) return undefined;
  const character = /[\s~^:?*[\\\p{Cc}]/u.exec(name)?.[0];
  if (character !== undefined) return `it contains ${JSON.stringify(character)}`;
  if (/\.\.|\/\/|@\{/.test(name)) return 'it contains `..`, `//` or `@{`';
  if (/^[-./]|[./]$|\/\.|\.lock(?:\/|$)/.test(name)) {
    return 'no part of it may begin with `.` or end with `.lock`, and it may not begin with `-` or end with `/` or `.`';
  }
  return name === '' ? 'it is empty' : 'Git refuses it (`git check-ref-format`)';
}
