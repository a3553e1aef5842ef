/** Branches: what they have in service, how they became so, and what waits to be merged. */
export interface BranchTables {
  applied_branches: AppliedBranchesTable;
  held_entities: HeldEntitiesTable;
  proposals: ProposalsTable;
  history_commits: HistoryCommitsTable;
  history_changes: HistoryChangesTable;
}

/** What each branch had in service last. */
export interface AppliedBranchesTable {
  branch: string;
  revision: string;
  entities: number;
  /** The revision whose deletions somebody confirmed before it was applied. */
  confirmed: string | null;
}

/** Last good versions of entities whose newest is invalid. */
export interface HeldEntitiesTable {
  branch: string;
  kind: string;
  name: string;
  path: string;
  blob_id: string;
  revision: string;
  content: string;
  attachments: string | null;
}

/** Changes that wait on a branch of their own to be merged, and those that did. */
export interface ProposalsTable {
  id: string;
  branch: string;
  /** The branch they are to be merged into. */
  base: string;
  title: string;
  body: string;
  author: string;
  created_at: number;
  state: string;
  /** Null while it is open. */
  closed_at: number | null;
  closed_by: string | null;
  /** The tip of the branch when it was closed. */
  head: string | null;
  /** The commit on `base` that holds the changes; null for one that was not merged. */
  merged_commit: string | null;
  pull_request: number | null;
  pull_request_url: string | null;
}

/** The commits whose changes are in `history_changes`. Derived from the repository: may be emptied at any time. */
export interface HistoryCommitsTable {
  /** Counts the commits as they came, parents before children. */
  ordinal: number;
  id: string;
  /** The parents' ordinals, with spaces between. */
  parents: string;
  committed_at: number;
  author_name: string;
  author_email: string;
  message: string;
}

/** Which commit changed which path. */
export interface HistoryChangesTable {
  path: string;
  ordinal: number;
  /** Blobs; null where there is no file. */
  before_blob: string | null;
  after_blob: string | null;
  /** Where a renamed file was before. */
  previous_path: string | null;
}
