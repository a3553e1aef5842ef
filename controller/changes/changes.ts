import { Problem } from '../problems/index.js';
import type { Changes, WritePreview, WriteRequest, WriteResult } from './contract.js';
import { planWrite } from './edits/plan.js';
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
    await this.options.pusher?.requireSeen(branch);
    const landed = await this.#laneOf(branch).write(request);
    const { plan, commit } = landed;
    if (commit === null) return { branch, commit, entities: writtenBy(plan), findings: plan.findings };
    const fate = await this.options.pusher?.push(branch, commit);
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
    const fate = await this.options.pusher?.pushAgain(branch, commit);
    if (fate?.kind === 'conflict') throw conflictProblem(branch, [fate.conflict]);
    if (fate?.kind === 'declined')
      throw new Problem('push_declined', `The remote does not take it on \`${branch}\`: ${fate.message}`);
    const landed = fate?.kind === 'pushed' ? fate.commit : commit;
    await this.options.catchUp(branch, landed ?? commit);
    return landed;
  }

  async close(): Promise<void> {
    this.proposals.stop();
    await this.options.pusher?.close();
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
      case 'declined': {
        const proposed = await this.#propose(request);
        return { ...proposed, notice: `The remote does not take it on \`${branch}\`: ${fate.message}` };
      }
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
