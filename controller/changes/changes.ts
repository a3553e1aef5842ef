import type { Changes, WritePreview, WriteRequest, WriteResult } from './contract.js';
import { planWrite } from './edits/plan.js';
import { BranchLane, type LaneTools } from './lanes/branch-lane.js';
import { previewOf, writtenBy } from './written.js';

export interface ChangesOptions extends LaneTools {
  /**
   * Puts in service what the branch holds by now.
   * @param confirmed a commit whose deletions were asked for one by one: it is not held for them
   */
  catchUp(branch: string, confirmed: string | undefined): Promise<void>;
}

/** The write path over a Git repository. */
export function createChanges(options: ChangesOptions): Changes {
  return new GitChanges(options);
}

class GitChanges implements Changes {
  readonly #lanes = new Map<string, BranchLane>();

  constructor(private readonly options: ChangesOptions) {}

  async write(request: WriteRequest): Promise<WriteResult> {
    const { branch } = request;
    const { plan, commit } = await this.#laneOf(branch).write(request);
    const isDeleting = plan.edits.some(({ change }) => change === 'deleted');
    if (commit !== null) await this.options.catchUp(branch, isDeleting ? commit : undefined);
    return { branch, commit, entities: writtenBy(plan), findings: plan.findings };
  }

  async preview({ branch, changes }: WriteRequest): Promise<WritePreview> {
    return previewOf(await planWrite(await this.options.head(branch), changes, this.options));
  }

  #laneOf(branch: string): BranchLane {
    const lane = this.#lanes.get(branch) ?? new BranchLane(branch, this.options);
    this.#lanes.set(branch, lane);
    return lane;
  }
}
