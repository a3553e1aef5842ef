import type { Condition, Finding } from '../../catalog/index.js';
import type { CommitInfo } from '../../git/index.js';
import type { ValueChange } from '../../yaml-edit/compare/changes-between.js';
import type { MergeConflict } from '../../yaml-edit/merge/merge-definitions.js';
import type { WriteOrigin } from '../edits/contract.js';
import type { ReadScope } from '../versions/contract.js';

/** A branch, compared with production. */
export interface BranchSummary {
  name: string;
  production: boolean;
  /** The commit at its tip; null while it was never read. */
  revision: string | null;
  /** The number of commits that production does not have; null if the two share no history. */
  ahead: number | null;
  /** The number of commits that only production has. */
  behind: number | null;
  /** The conditions of the branch in service; empty while it is not in use. */
  conditions: readonly Condition[];
}

/** The change of an entity on one branch since that branch left another. */
export interface EntityDifference {
  type: string;
  name: string;
  change: 'created' | 'updated' | 'deleted';
  path: string;
  /** The earlier path of its file, if it moved. */
  previousPath?: string;
  /** The changed fields; null if one of the files cannot be read. */
  changes: readonly ValueChange[] | null;
}

/** A file that both branches changed in different ways. */
export interface BranchConflict {
  file: string;
  /** Left out for files that define no entity. */
  type?: string;
  name?: string;
  /** Empty if the two versions of the file cannot be merged at all. `ours` is the side of the branch merged into. */
  places: readonly MergeConflict[];
}

/** The commits and changes of one branch that another branch does not have. */
export interface BranchComparison {
  branch: string;
  with: string;
  revision: string;
  withRevision: string;
  /** The commit at which the two parted; null if they share no history. */
  base: string | null;
  ahead: number;
  behind: number;
  /** The commits of the branch alone, the newest first. */
  commits: readonly CommitInfo[];
  /** The changes of the branch since `base`. */
  entities: readonly EntityDifference[];
  /** Changed files that define no entity. */
  files: readonly string[];
  /** True if there are more commits or files than shown. */
  truncated: boolean;
  /** The kind of merge that would bring the branch into the other. */
  mergeability: 'nothing' | 'fast-forward' | 'merge' | 'conflict';
  conflicts: readonly BranchConflict[];
}

export interface MergeRequest {
  from: string;
  into: string;
  message?: string | undefined;
  /** Return the result without merging. */
  dryRun?: boolean | undefined;
  origin: WriteOrigin;
  /** Throws if the caller may not make these changes. Files that define no entity have neither type nor name. */
  authorize(
    changed: readonly { type: string | undefined; name: string | undefined }[],
    tips: { from: string; into: string },
  ): void;
}

export interface BranchMerge {
  from: string;
  into: string;
  kind: 'nothing' | 'fast-forward' | 'merge';
  /** The tip of `into` after the merge; null for a dry run. */
  commit: string | null;
  entities: readonly Omit<EntityDifference, 'changes'>[];
  findings: readonly Finding[];
  /** The reason why the remote does not have the merge yet. */
  pending?: string;
}

/** Creates, deletes, compares and merges branches, here and at the remote. */
export interface BranchManager {
  list(): Promise<BranchSummary[]>;
  /**
   * @param request `from` is a revision; the tip of production if left out
   * @throws Problem branch_name_invalid, name_taken, commit_not_found, git_failed, push_declined
   */
  create(
    request: { name: string; from?: string | undefined; dryRun?: boolean | undefined },
    readScope: ReadScope,
  ): Promise<{ name: string; revision: string }>;
  /** @throws Problem branch_not_found, branch_in_use, git_failed, push_declined */
  remove(
    name: string,
    options?: { dryRun?: boolean | undefined },
  ): Promise<{ name: string; revision: string; unmerged: number | null }>;
  /** @throws Problem branch_not_found, git_failed */
  compare(branch: string, other: string): Promise<BranchComparison>;
  /** @throws Problem branch_not_found, merge_conflict, entity_invalid, git_failed, push_declined */
  merge(request: MergeRequest): Promise<BranchMerge>;
}
