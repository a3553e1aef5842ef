import { Problem } from '../problems/index.js';
import type { Changes, WritePreview, WriteRequest, WriteResult } from './contract.js';
import { planWrite } from './edits/plan.js';
import type { EntityName } from './hold.js';
import { BranchLane, type Landed } from './lanes/branch-lane.js';
import { GitProposals, type ProposalsOptions } from './proposals/git-proposals.js';
import { conflictProblem } from './pushing/conflict-problem.js';
import type { Fate, PushStatus } from './pushing/contract.js';
import { previewOf, writtenBy } from './written.js';

export type ChangesOptions = ProposalsOptions;

/** The write path over a Git repository. */
export class GitChanges implements Changes {
  readonly proposals: GitProposals;
  readonly #lanes = new Map<string, BranchLane>();

  constructor(private readonly options: ChangesOptions) {
    this.proposals = new GitProposals(options);
  }

  async write(request: WriteRequest): Promise<WriteResult> {
    if (request.propose) return this.#propose(request);
    const { branch } = request;
    const { pusher } = this.options;
    await pusher?.requireSeen(branch);
    const write = async () => {
      const landed = await this.#laneOf(branch).write(request);
      return { landed, fate: landed.commit === null ? undefined : await pusher?.push(branch, landed.commit) };
    };
    const { landed, fate } = await (pusher ? pusher.during(branch, write) : write());
    const { plan, commit } = landed;
    if (commit === null && request.hold) await this.#hold(request, plan.edits);
    if (commit === null) return { branch, commit, entities: writtenBy(plan), findings: plan.findings };
    const isDeleting = plan.edits.some(({ change }) => change === 'deleted');
    await this.options.catchUp(branch, isDeleting ? commit : undefined);
    return this.#answer(request, landed, fate);
  }

  async preview({ branch, changes }: WriteRequest): Promise<WritePreview> {
    return previewOf(await planWrite(await this.options.head(branch), changes, this.options));
  }

  async pushStatus(branch: string): Promise<PushStatus | undefined> {
    return this.options.pusher?.status(branch);
  }

  async bring(branch: string, commit: string): Promise<string | null> {
    const fate = await this.options.pusher?.push(branch, commit);
    if (fate?.kind === 'conflict') throw conflictProblem(branch, [fate.conflict]);
    if (fate?.kind === 'declined')
      throw new Problem('push_declined', `The remote does not take it on \`${branch}\`: ${fate.message}`);
    const landed = fate?.kind === 'pushed' ? fate.commit : commit;
    await this.options.catchUp(branch, landed ?? commit);
    return landed;
  }

  async release(branch: string, entity: EntityName): Promise<boolean> {
    const isReleased = (await this.options.pusher?.release(branch, entity)) ?? false;
    if (isReleased) await this.options.catchUp(branch, undefined);
    return isReleased;
  }

  async close(): Promise<void> {
    this.proposals.stop();
    await this.options.pusher?.close();
  }

  /** What says so already may be here only. */
  async #hold({ branch }: WriteRequest, edits: Landed['plan']['edits']): Promise<void> {
    for (const { type, name, path } of edits) {
      if (await this.options.pusher?.hold(branch, { type, name, path }))
        await this.options.catchUp(branch, undefined);
    }
  }

  async #answer(
    request: WriteRequest,
    { plan, commit }: Landed,
    fate: Fate | undefined,
  ): Promise<WriteResult> {
    const { branch } = request;
    const result = { branch, commit, entities: writtenBy(plan), findings: plan.findings };
    switch (fate?.kind) {
      case undefined:
        return result;
      case 'pushed':
        return { ...result, commit: fate.commit, push: 'pushed' };
      case 'pending':
        return {
          ...result,
          push: 'pending',
          notice: `The commit is kept and will be pushed: ${fate.reason}`,
        };
      case 'conflict':
        throw conflictProblem(branch, [fate.conflict]);
      case 'declined':
        if (fate.heldAs !== undefined) {
          const notice = `The remote does not take it on \`${branch}\`, where it is held and proposed: ${fate.message}`;
          return { ...result, commit: fate.heldAs, push: 'pending', notice };
        }
        return this.#proposeDeclined(request, result, fate.message);
    }
  }

  /** What the remote declined, alone; where it makes sense only on what was declined with it, with that. */
  async #proposeDeclined(request: WriteRequest, made: WriteResult, reason: string): Promise<WriteResult> {
    const { branch, origin } = request;
    const notice = `The remote does not take it on \`${branch}\`: ${reason}`;
    try {
      return { ...(await this.#propose(request)), notice };
    } catch (error) {
      if (!(error instanceof Problem) || made.commit === null) throw error;
      const stray = { branch, commit: made.commit, reason };
      const proposal = await this.proposals.adopt(stray, origin.principal);
      return {
        ...made,
        commit: null,
        proposal,
        notice: `${notice} The proposal holds what it builds on, too.`,
      };
    }
  }

  async #propose(request: WriteRequest): Promise<WriteResult> {
    const { plan, proposal } = await this.proposals.propose(request);
    const { branch } = request;
    return { branch, commit: null, entities: writtenBy(plan), findings: plan.findings, proposal };
  }

  #laneOf(branch: string): BranchLane {
    const lane = this.#lanes.get(branch) ?? new BranchLane(branch, this.options);
    this.#lanes.set(branch, lane);
    return lane;
  }
}
