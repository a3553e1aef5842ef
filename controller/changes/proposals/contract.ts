import type { Finding } from '../../catalog/contract.js';
import type { WriteRequest, WrittenEntity } from '../intents.js';
import type { ReplayConflict } from '../pushing/replay.js';

export type ProposalState = 'open' | 'merged' | 'closed';

/** A change that waits on a branch of its own. */
export interface Proposal {
  id: string;
  branch: string;
  /** The branch it is to be merged into. */
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
  /** The commit on `base` that holds the change, once it is merged. */
  mergedCommit: string | null;
  /** Where people look at it. */
  compareUrl: string;
  pullRequestUrl: string | null;
}

/** What a proposal would do to its base as that is now. */
export interface ProposalDetails extends Proposal {
  /** The tip of its branch. */
  revision: string | null;
  diff: string;
  entities: readonly Omit<WrittenEntity, 'etag'>[];
  /** Changed files that are of no entity. */
  files: readonly string[];
  findings: readonly Finding[];
  /** Whether the base would stay valid. */
  valid: boolean;
  mergeability: 'fast-forward' | 'merge' | 'conflict' | 'settled';
  conflicts: readonly ReplayConflict[];
}

export interface MergedProposal {
  proposal: Proposal;
  commit: string;
}

export interface Proposals {
  /** Puts a write on a branch of its own. @throws Problem as `Changes.write` */
  open(request: WriteRequest): Promise<Proposal>;
  /** Newest first. @param after the `id` of the last one of the page before */
  list(filter: {
    state?: ProposalState | undefined;
    limit: number;
    after?: string | undefined;
  }): Promise<Proposal[]>;
  /** @throws Problem proposal_not_found */
  read(id: string): Promise<ProposalDetails>;
  /** @throws Problem proposal_not_found, proposal_settled, merge_conflict, entity_invalid, push_declined, git_failed,
   *   forge_failed, forge_refused */
  merge(id: string, by: { principal: string; requestId: string }): Promise<MergedProposal>;
  /** @throws Problem proposal_not_found, proposal_settled, forge_failed, forge_refused */
  close(id: string, by: { principal: string }): Promise<Proposal>;
}
