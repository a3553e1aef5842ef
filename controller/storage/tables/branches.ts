/** Branches, their history, and proposals. */
export interface BranchTables {
  /** The last state that each branch had in service. */
  applied_branches: {
    branch: string;
    revision: string;
    entities: number;
    /** The revision whose deletions a caller confirmed before it was applied. */
    confirmed: string | null;
    /** The version of svc that stored the row; null before it was stored. */
    engine: string | null;
    /** JSON: the entities of which no version was in service; null if there were too many, or the version stored none. */
    unserved: string | null;
  };
  /** The last valid versions of entities whose newest version is invalid. */
  held_entities: {
    branch: string;
    kind: string;
    name: string;
    path: string;
    blob_id: string;
    revision: string;
    /** The last revision at which the entity was ready; null when it is `revision`. */
    last_good: string | null;
    /** The first version of svc that does not keep the version in service, because it breaks a newer rule. */
    tolerated_until: string | null;
    content: string;
    attachments: string | null;
  };
  /** Changes on a branch of their own: open, merged or closed. */
  proposals: {
    id: string;
    branch: string;
    /** The branch that the changes are for. */
    base: string;
    title: string;
    body: string;
    author: string;
    created_at: number;
    state: string;
    /** Null while the proposal is open. */
    closed_at: number | null;
    closed_by: string | null;
    /** The tip of the branch when the proposal was closed. */
    head: string | null;
    /** The commit on `base` with the changes; null if the proposal was not merged. */
    merged_commit: string | null;
    pull_request: number | null;
    pull_request_url: string | null;
  };
  /** The last review of each person of a proposal. */
  proposal_reviews: {
    /** The id of the proposal. */
    proposal: string;
    /** The principal. */
    reviewer: string;
    verdict: string;
    comment: string;
    /** The tip of the proposal that was reviewed. */
    revision: string;
    created_at: number;
  };
  /** The commits whose changes are in `history_changes`. Derived from the repository, so it may be emptied at any time. */
  history_commits: {
    /** The number of the commit in the order of arrival, parents before children. */
    ordinal: number;
    id: string;
    /** The ordinals of the parents, separated by spaces. */
    parents: string;
    committed_at: number;
    author_name: string;
    author_email: string;
    message: string;
  };
  /** The paths that each commit changed. */
  history_changes: {
    path: string;
    ordinal: number;
    /** Blob ids; null for no file, the same where only the mode changed. */
    before_blob: string | null;
    after_blob: string | null;
  };
}
