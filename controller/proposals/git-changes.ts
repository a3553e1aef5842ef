import { Problem } from '../problems/index.js';
import type { EntityName } from '../writes/commits/commit-queue.js';
import type { WritePreview, WriteRequest } from '../writes/edits/contract.js';
import { describeWritten } from '../writes/edits/plan.js';
import type { DeclinedWrite, GitWrites } from '../writes/git-writes.js';
import type { PushStatus } from '../writes/push/contract.js';
import type { ChangeRequest, ChangeResult, Changes } from './contract.js';
import type { GitProposals } from './git-proposals.js';

/** Writes to the branches of a Git repository. A write that the remote declines becomes a proposal. */
export class GitChanges implements Changes {
  constructor(
    private readonly writes: GitWrites,
    readonly proposals: GitProposals,
  ) {}

  async write(request: ChangeRequest): Promise<ChangeResult> {
    if (request.propose) return this.#propose(request);
    const { result, declined } = await this.writes.write(request);
    return declined ? this.#proposeDeclined(request, result, declined) : result;
  }

  preview(request: WriteRequest): Promise<WritePreview> {
    return this.writes.preview(request);
  }

  pushStatus(branch: string): Promise<PushStatus | undefined> {
    return this.writes.pushStatus(branch);
  }

  release(branch: string, entity: EntityName): Promise<boolean> {
    return this.writes.release(branch, entity);
  }

  async #propose(request: ChangeRequest): Promise<ChangeResult> {
    const { plan, proposal } = await this.proposals.propose(request);
    const { branch } = request;
    return { branch, commit: null, ...describeWritten(plan), proposal };
  }

  /** Proposes the declined write alone, or together with the commits below it if it is not valid without them. */
  async #proposeDeclined(
    request: ChangeRequest,
    result: ChangeResult,
    { commit, reason }: DeclinedWrite,
  ): Promise<ChangeResult> {
    const { branch, origin } = request;
    const notice = `The remote declined the commit on \`${branch}\`: ${reason}`;
    try {
      return { ...(await this.#propose(request)), notice };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const proposal = await this.proposals.adopt({ branch, commit, reason }, origin.principal);
      const whole = `${notice} The proposal contains the commits it builds on, too.`;
      return { ...result, commit: null, proposal, notice: whole };
    }
  }
}
