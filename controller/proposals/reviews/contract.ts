export type ReviewVerdict = 'approved' | 'changes-requested';

/** The last judgement of one person on a proposal. */
export interface Review {
  /** The principal. */
  reviewer: string;
  verdict: ReviewVerdict;
  comment: string;
  /** The tip of the proposal that was judged; a new commit voids the review. */
  revision: string;
  /** RFC 3339. */
  createdAt: string;
}

/** A review, and if it counts now. */
export interface JudgedReview extends Review {
  counts: boolean;
  /** The reason for which it does not count. */
  reason: string | null;
}

/** `Git.Reviews` */
export interface ReviewRequirement {
  /** Approvals that a merge into a protected branch needs. */
  required: number;
  /** Changed files with owners in `CODEOWNERS` need the approval of one of them each. */
  codeOwners: boolean;
}

/** Of a branch that is not protected. */
export const noRequirement: ReviewRequirement = { required: 0, codeOwners: false };

/** The reviews of a proposal, judged by what its base requires. */
export interface ReviewState {
  required: number;
  /** Approvals that count. */
  approvals: number;
  /** True when nothing of the requirement is missing. */
  met: boolean;
  /** A sentence for each thing that is missing. */
  missing: readonly string[];
  /** Sentences about parts of `CODEOWNERS` that were not read. */
  notes: readonly string[];
  reviews: readonly JudgedReview[];
}
