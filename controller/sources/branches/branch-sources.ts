import type { Mirror, Repository } from '../../git/index.js';
import { branchNotFound } from '../source/branch-names.js';
import type { Source } from '../source/source.js';

export interface BranchInfo {
  name: string;
  production: boolean;
  /** The tip; null where it is unknown. */
  revision: string | null;
}

/** All branches of an installation, and the sources of their files. */
export interface BranchSources {
  /** The production branch; `live` with Git off. */
  readonly production: string;
  /** The repository of the branches; undefined with Git off. */
  readonly git?: { readonly repository: Repository; readonly mirror: Mirror | undefined } | undefined;
  /** Returns undefined for a name that no branch can have. A missing branch is reported by `observe` of its source. */
  sourceFor(branch: string): Source | undefined;
  /** Returns the branch of the decoded `{branch}` segment. @throws Problem branch_not_found, overlay_disabled */
  resolve(segment: string): Promise<string>;
  list(): Promise<BranchInfo[]>;
  /** Fetches all branches of the remote. @throws Problem git_failed */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** @throws Problem branch_not_found for a name that no branch can have */
export function requireSource(branches: BranchSources, branch: string): Source {
  const source = branches.sourceFor(branch);
  if (!source) throw branchNotFound(branch, [], branches.production);
  return source;
}

/** Branches that an overlay can be laid over. */
export interface LowerBranches extends BranchSources {
  /** Returns a source of production for one reader only. */
  newSource(): Source;
}
