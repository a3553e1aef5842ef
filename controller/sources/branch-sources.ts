import type { Mirror, Repository } from '../repository/index.js';
import { branchNotFound } from './branch-names.js';
import type { Source } from './contract.js';

/** All branches of an installation: what they are called, and where their files come from. */
export interface BranchSources {
  /** The production branch; `live` with Git off. */
  readonly production: string;
  /** What the branches lie in; undefined with Git off. */
  readonly git?: { readonly repository: Repository; readonly mirror: Mirror | undefined } | undefined;
  /** Undefined for a name no branch can have. Whether the branch exists, its `observe` tells. */
  sourceFor(branch: string): Source | undefined;
  /** From the decoded `{branch}` segment to the branch it means. @throws Problem branch_not_found, overlay_disabled */
  resolve(segment: string): Promise<string>;
  list(): Promise<{ name: string; production: boolean; revision: string | null }[]>;
  /** Brings in what the remote has now, of all branches. @throws Problem git_failed */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** @throws Problem branch_not_found for a name no branch can have */
export function requireSource(branches: BranchSources, branch: string): Source {
  const source = branches.sourceFor(branch);
  if (!source) throw branchNotFound(branch, [], branches.production);
  return source;
}

/** Branches that an overlay can be laid over. */
export interface LowerBranches extends BranchSources {
  /** A source of production that nobody else looks through. */
  newSource(): Source;
}
