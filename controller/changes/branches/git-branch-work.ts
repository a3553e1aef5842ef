import type { Condition } from '../../catalog/contract.js';
import { Problem } from '../../problems/index.js';
import type { Sight } from '../versions/index.js';
import { findRevision } from '../versions/revisions.js';
import { requireBranchName } from './branch-names.js';
import type { BranchComparison, BranchMerge, BranchSummary, BranchWork, MergeRequest } from './contract.js';
import { entityDifferences } from './entity-differences.js';
import { conflictsOf, mergeBranch } from './merge-branch.js';
import { mergeOf } from './merge-of.js';
import type { MergeTools } from './merge-steps.js';

const mostCommits = 200;

export interface BranchWorkOptions extends MergeTools {
  production: string;
  /** The branches that can be addressed. */
  branches(): Promise<readonly { name: string; revision: string | null }[]>;
  conditions(branch: string): readonly Condition[];
  /** The ids of the proposals that wait to be merged into a branch. */
  openProposals(base: string): Promise<readonly string[]>;
}

/** The branches of the repository, and of its remote where it follows one: they are made and deleted on both, or on none. */
export class GitBranchWork implements BranchWork {
  constructor(private readonly options: BranchWorkOptions) {}

  async list(): Promise<BranchSummary[]> {
    const { repository, production, conditions, branches } = this.options;
    const tip = await repository.resolveRef(production);
    const found: BranchSummary[] = [];
    for (const { name, revision } of await branches()) {
      const there =
        tip !== undefined && revision !== null && (await repository.resolveRef(name)) !== undefined;
      const { base, ahead, behind } = there
        ? await repository.history.compare(tip, revision)
        : { base: null, ahead: null, behind: null };
      const is = base === null ? { ahead: null, behind: null } : { ahead, behind };
      found.push({ name, production: name === production, revision, ...is, conditions: conditions(name) });
    }
    return found;
  }

  async create(
    { name, from, dryRun }: { name: string; from?: string | undefined; dryRun?: boolean | undefined },
    sight: Sight,
  ): Promise<{ name: string; revision: string }> {
    requireBranchName(name);
    const { repository, production, pusher } = this.options;
    const tip = await repository.resolveRef(production);
    if (tip === undefined)
      throw new Problem('branch_not_found', `\`${production}\` has no commit to start from.`);
    const { commit } = await findRevision(repository, from ?? 'HEAD', { tip, sight });
    if (dryRun) {
      const other = await this.#inTheWay(name);
      if (other !== undefined) throw taken(name, other);
      return { name, revision: commit };
    }
    const made = await repository.writer.createBranch(name, commit);
    if (!made.ok) throw taken(name, await this.#inTheWay(name));
    const fate = await pusher?.push(name, commit);
    if (fate === undefined || fate.kind === 'pushed') return { name, revision: commit };
    await repository.writer.deleteBranch(name, commit);
    if (fate.kind === 'declined') {
      throw new Problem('push_declined', `The remote does not take a branch \`${name}\`: ${fate.message}`);
    }
    const reason = fate.kind === 'pending' ? fate.reason : 'it has a branch of this name';
    throw new Problem('git_failed', `\`${name}\` could not be made at the remote: ${reason}.`, {
      hints: ['A branch is made on both sides or on none: try again when the remote answers.'],
    });
  }

  async remove(
    name: string,
    { dryRun = false }: { dryRun?: boolean | undefined } = {},
  ): Promise<{ name: string; revision: string; unmerged: number | null }> {
    const { repository, production, openProposals, pusher } = this.options;
    if (name === production) {
      throw new Problem('branch_in_use', `\`${name}\` is the production branch, which stays.`);
    }
    const revision = await repository.resolveRef(name);
    if (revision === undefined) throw new Problem('branch_not_found', `There is no branch \`${name}\`.`);
    const proposals = await openProposals(name);
    if (proposals.length > 0) {
      const ids = proposals.map((id) => `\`${id}\``).join(', ');
      throw new Problem('branch_in_use', `Proposals wait to be merged into \`${name}\`: ${ids}.`, {
        hints: ['Merge or close them first.'],
      });
    }
    if (name.startsWith('proposals/')) {
      throw new Problem('branch_in_use', `\`${name}\` is the branch of a proposal.`, {
        hints: [`Close the proposal with \`POST /api/v1/platform/${name}/close\`; the branch goes with it.`],
      });
    }
    const tip = await repository.resolveRef(production);
    const unmerged = tip === undefined ? null : (await repository.history.compare(tip, revision)).ahead;
    if (dryRun) return { name, revision, unmerged };
    await pusher?.deleteBranch(name);
    await repository.keepDisplaced(revision);
    const gone = await repository.writer.deleteBranch(name, revision);
    if (!gone.ok && gone.actual !== null) {
      throw new Problem('git_failed', `\`${name}\` was moved meanwhile; it stays.`, {
        hints: ['Look again, then repeat.'],
      });
    }
    return { name, revision, unmerged };
  }

  async compare(branch: string, other: string): Promise<BranchComparison> {
    const { repository, limits } = this.options;
    const { history } = repository;
    const [from, into] = await Promise.all([branch, other].map((name) => this.#tip(name)));
    if (from === undefined || into === undefined) throw new Error('A branch without a tip');
    const { base, ahead, behind } = await history.compare(into, from);
    const commits = await history.log(from, into, mostCommits);
    const differences = await entityDifferences(repository, { from: base ?? into, to: from }, limits);
    const merge = await mergeOf(repository, { into, from }, limits);
    return {
      ...{ branch, with: other, revision: from, withRevision: into, base, ahead, behind, commits },
      entities: differences.entities,
      files: differences.files,
      truncated: differences.truncated || ahead > commits.length,
      mergeability: merge.kind,
      conflicts: await conflictsOf(repository, merge, { into, from }, limits),
    };
  }

  async merge(request: MergeRequest): Promise<BranchMerge> {
    return mergeBranch(request, this.options);
  }

  async #tip(name: string): Promise<string> {
    const tip = await this.options.repository.resolveRef(name);
    if (tip !== undefined) return tip;
    throw new Problem('branch_not_found', `There is no branch \`${name}\`, or it has no commit yet.`);
  }

  /** The branch that keeps a name from being given, if there is one. */
  async #inTheWay(name: string): Promise<string | undefined> {
    const names = [...(await this.options.repository.listBranches()).keys()];
    return names.find((each) => each === name || each.startsWith(`${name}/`) || name.startsWith(`${each}/`));
  }
}

/** The refusal of a name. @param other what is in its way, where that is still there */
function taken(name: string, other: string | undefined): Problem {
  if (other === undefined || other === name) {
    return new Problem('name_taken', `There is a branch \`${name}\` already.`);
  }
  return new Problem('name_taken', `\`${name}\` cannot stand beside the branch \`${other}\`.`, {
    hints: [
      'Git keeps branches as files and folders: choose a name that is not the beginning of another up to a `/`.',
    ],
  });
}
