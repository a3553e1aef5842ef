import type { Finding, Snapshot, UnrunnableEntity } from '../catalog/index.js';
import type { EntityName } from '../writes/commits/commit-queue.js';
import type {
  WriteOrigin,
  WritePreview,
  WriteRequest,
  WriteResult,
  WrittenEntity,
} from '../writes/edits/contract.js';
import type { FileConflict } from '../writes/merging/merge-file.js';
import type { PushStatus } from '../writes/push/contract.js';
import type { ReviewState, ReviewVerdict } from './reviews/contract.js';

export type ProposalState = 'open' | 'merged' | 'closed';

/** A change on a branch of its own, for review. */
export interface Proposal {
  id: string;
  branch: string;
  /** The branch that the proposal is to be merged into. */
  base: string;
  title: string;
  body: string;
  /** The principal who made it. */
  author: string;
  /** RFC 3339. */
  createdAt: string;
  state: ProposalState;
  closedAt: string | null;
  closedBy: string | null;
  /** The commit on `base` that contains the change, once the proposal is merged. */
  mergedCommit: string | null;
  /** The page on which people review it. */
  compareUrl: string;
  pullRequestUrl: string | null;
}

/** A proposal with the effects that merging it into its base would have now. */
export interface ProposalDetails extends Proposal {
  /** The tip of its branch. */
  revision: string | null;
  /** The tip of `base`; null where nothing is to be merged. */
  baseRevision: string | null;
  diff: string;
  entities: readonly Omit<WrittenEntity, 'etag'>[];
  /** Changed files that define no entity. */
  files: readonly string[];
  findings: readonly Finding[];
  /** The changed entities that could not run after the merge, for want of something that the installation does not have. */
  notRunnable: readonly UnrunnableEntity[];
  /** False if the base would not be valid after the merge. */
  valid: boolean;
  mergeability: 'fast-forward' | 'merge' | 'conflict' | 'settled';
  conflicts: readonly FileConflict[];
  review: ReviewState;
}

/** The judgement of a person on a proposal. */
export interface ReviewRequest {
  verdict: ReviewVerdict;
  /** The principal. */
  reviewer: string;
  comment: string;
  /** The tip that was looked at; left out, that of now is meant. */
  revision?: string | undefined;
}

export type SeenTips = Pick<ProposalDetails, 'revision' | 'baseRevision'>;

/** A branch before and after a merge. */
export interface MergePreview {
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** The tip of the branch that would be merged. */
  readonly revision: string;
}

export interface MergedProposal {
  proposal: Proposal;
  commit: string;
}

export interface ProposalFilter {
  state?: ProposalState | undefined;
  limit: number;
  /** The `id` of the last proposal of the page before. */
  after?: string | undefined;
}

export interface Proposals {
  /** Puts a write on a branch of its own. @throws Problem as `Changes.write` */
  open(request: WriteRequest): Promise<Proposal>;
  /** Lists proposals, the newest first. */
  list(filter: ProposalFilter): Promise<Proposal[]>;
  /** @throws Problem proposal_not_found */
  read(id: string): Promise<ProposalDetails>;
  /** Returns what a merge of a branch would make of its base; changes nothing. @throws Problem branch_not_found, merge_conflict */
  preview(base: string, branch: string): Promise<MergePreview>;
  /**
   * @param seen the tips that the merge was agreed for; left out, those of now are merged
   * @throws Problem proposal_not_found, proposal_settled, proposal_moved, review_missing, merge_conflict, entity_invalid,
   *   push_declined, git_failed, forge_failed, forge_refused
   */
  merge(id: string, by: WriteOrigin, seen?: SeenTips): Promise<MergedProposal>;
  /** Stores a review in place of the earlier one of the same person. @throws Problem proposal_not_found, proposal_settled, proposal_moved */
  review(id: string, request: ReviewRequest): Promise<ProposalDetails>;
  /** @throws Problem proposal_not_found, proposal_settled, forge_failed, forge_refused */
  close(id: string, by: { principal: string }): Promise<Proposal>;
}

export interface ChangeRequest extends WriteRequest {
  /** Put the write on a branch of its own, for review. A write that the remote declines becomes a proposal in any case. */
  propose?: boolean | undefined;
}

export interface ChangeResult extends WriteResult {
  /** Opened in place of a commit on the branch. */
  proposal?: Proposal | undefined;
}

/** Every change of entities goes through here: writes to a branch or a directory, and proposals. */
export interface Changes {
  /**
   * Makes the changes, and resolves when they are on the disk and in service.
   * @throws Problem entity_invalid, entity_not_found, entity_in_use, entity_file_unreadable, name_taken,
   *   version_conflict, patch_invalid, patch_conflict, git_failed
   */
  write(request: ChangeRequest): Promise<ChangeResult>;
  /** Returns what `write` would do; changes nothing. @throws Problem as `write`, but not for findings in the result */
  preview(request: WriteRequest): Promise<WritePreview>;
  /** @throws Problem git_versioning_disabled from each method, where there is no Git */
  readonly proposals: Proposals;
  /** Returns how much of the branch the remote has; undefined without a remote. */
  pushStatus(branch: string): Promise<PushStatus | undefined>;
  /** Releases the held commits of an entity on a branch. @returns true if there were any */
  release(branch: string, entity: EntityName): Promise<boolean>;
}
