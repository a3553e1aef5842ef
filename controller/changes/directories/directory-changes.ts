import type { Snapshot } from '../../catalog/contract.js';
import { Problem } from '../../problems/index.js';
import type { Changes, WritePreview, WriteRequest, WriteResult } from '../contract.js';
import { filesOf, type PlanTools, planWrite } from '../edits/plan.js';
import { noProposals } from '../no-proposals.js';
import { previewOf, writtenBy } from '../written.js';
import { FileMoved, type FileWrite, writeFiles } from './write-files.js';

/** How often a write is worked out anew because an editor saved meanwhile. */
const mostAttempts = 10;

export interface DirectoryTools extends PlanTools {
  /** Where the files of a branch are written. */
  folder: string;
  /** The folder is laid over a branch: what is not in it may be there all the same. */
  isOverlay: boolean;
  /** Looks at the folder again, and answers with what it holds. */
  current(branch: string): Promise<Snapshot>;
}

/** The write path where files are written and nothing is committed: without Git, and on the overlay. */
export class DirectoryChanges implements Changes {
  readonly proposals = noProposals;
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly tools: DirectoryTools) {}

  async write(request: WriteRequest): Promise<WriteResult> {
    if (request.propose) await this.proposals.open(request);
    return this.#inTurn(() => this.#write(request));
  }

  put(writes: readonly FileWrite[]): Promise<void> {
    return this.#inTurn(() => writeFiles(this.tools.folder, writes, this.tools.isOverlay));
  }

  async pushStatus(): Promise<undefined> {
    return undefined;
  }

  async close(): Promise<void> {
    await this.#last;
  }

  async preview({ branch, changes }: WriteRequest): Promise<WritePreview> {
    return previewOf(await planWrite(await this.tools.current(branch), changes, this.tools));
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #write({ branch, changes }: WriteRequest): Promise<WriteResult> {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const plan = await planWrite(await this.tools.current(branch), changes, this.tools);
      if (plan.refusal) throw plan.refusal;
      const writes = plan.edits.flatMap((edit): FileWrite[] =>
        edit.change === 'unchanged' ? [] : filesOf(edit),
      );
      try {
        await writeFiles(this.tools.folder, writes, this.tools.isOverlay);
      } catch (cause) {
        if (cause instanceof FileMoved) continue;
        throw cause;
      }
      if (writes.length > 0) await this.tools.current(branch);
      return { branch, commit: null, entities: writtenBy(plan), findings: plan.findings };
    }
    throw new Problem('directory_failed', 'The files were changed by others each time svc tried to.');
  }
}
