import type { Condition, Finding } from '../../catalog/contract.js';
import type { CommitInfo } from '../../repository/index.js';
import type { ValueChange } from '../compare/index.js';
import type { WriteOrigin } from '../intents.js';
import type { MergeConflict } from '../merge/index.js';
import type { Sight } from '../versions/index.js';

/** A branch, beside production. */
export interface BranchSummary {
  name: string;
  production: boolean;
  /** The commit at its tip; null while it was never read. */
  revision: string | null;
  /** Commits that production has not; null where they share no history. */
  ahead: number | null;
  /** Commits that only production has. */
  behind: number | null;
  /** How it is in service; empty while nobody uses it. */
  conditions: readonly Condition[];
}

/** What one branch made of an entity since it left the other. */
export interface EntityDifference {
  type: string;
  name: string;
  change: 'created' | 'updated' | 'deleted';
  path: string;
  /** Where its file was, if that was elsewhere. */
  previousPath?: string;
  /** Field by field; null where one of the files cannot be read. */
  changes: readonly ValueChange[] | null;
}

/** What both branches changed in two ways. */
export interface BranchConflict {
  file: string;
  /** Left out for files that are of no entity. */
  type?: string;
  name?: string;
  /** Without places, the two files cannot stand side by side. `ours` is what the branch merged into has. */
  places: readonly MergeConflict[];
}

/** One branch as seen from another: what it has that the other has not. */
export interface BranchComparison {
  branch: string;
  with: string;
  revision: string;
  withRevision: string;
  /** Where the two parted; null when they share no history. */
  base: string | null;
  ahead: number;
  behind: number;
  /** Of the branch alone, the newest first. */
  commits: readonly CommitInfo[];
  /** Of the branch since `base`. */
  entities: readonly EntityDifference[];
  /** Changed files that are of no entity. */
  files: readonly string[];
  /** Whether there are more commits or files than shown. */
  truncated: boolean;
  /** What merging the branch into the other would be. */
  mergeability: 'nothing' | 'fast-forward' | 'merge' | 'conflict';
  conflicts: readonly BranchConflict[];
}

export interface MergeRequest {
  from: string;
  into: string;
  message?: string | undefined;
  /** Say what would be done, and do nothing. */
  dryRun?: boolean | undefined;
  origin: WriteOrigin;
  /** Refuses a merge that changes what the caller may not; files that are of no entity have neither type nor name. */
  authorize(changed: readonly { type: string | undefined; name: string | undefined }[]): void;
}

export interface BranchMerge {
  from: string;
  into: string;
  kind: 'nothing' | 'fast-forward' | 'merge';
  /** The commit `into` is at; null for what was only tried. */
  commit: string | null;
  entities: readonly Omit<EntityDifference, 'changes'>[];
  findings: readonly Finding[];
  /** Set while the remote does not have it yet: why not. */
  pending?: string;
}

/** What can be done to branches, here and at the remote. */
export interface BranchWork {
  list(): Promise<BranchSummary[]>;
  /**
   * @param request `from` is a revision; production's tip when left out
   * @throws Problem branch_name_invalid, name_taken, commit_not_found, git_failed, push_declined
   */
  create(
    request: { name: string; from?: string | undefined; dryRun?: boolean | undefined },
    sight: Sight,
  ): Promise<{ name: string; revision: string }>;
  /** @throws Problem branch_not_found, branch_in_use, git_failed, push_declined */
  remove(
    name: string,
    manner?: { dryRun?: boolean | undefined },
  ): Promise<{ name: string; revision: string; unmerged: number | null }>;
  /** @throws Problem branch_not_found, git_failed */
  compare(branch: string, other: string): Promise<BranchComparison>;
  /** @throws Problem branch_not_found, merge_conflict, entity_invalid, git_failed, push_declined */
  merge(request: MergeRequest): Promise<BranchMerge>;
}
