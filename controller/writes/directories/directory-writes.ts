import type { Snapshot } from '../../catalog/index.js';
import { Problem } from '../../problems/index.js';
import type { WritePreview, WriteRequest, WriteResult } from '../edits/contract.js';
import { changedFiles, type FileContent } from '../edits/file-edit.js';
import { describeWritten, getPreview, type PlanTools, planWrite } from '../edits/plan.js';
import { writeFiles } from './write-files.js';

/** How often a write is planned again because an editor saved files meanwhile. */
const maxAttempts = 10;

export interface DirectoryWritesTools extends PlanTools {
  /** The directory of the branch's files. */
  directory: string;
  /** The directory is laid over a branch: files that are not in it may be in the branch. */
  isOverlay: boolean;
  /** Reads the directory again, and returns its content. */
  current(branch: string): Promise<Snapshot>;
}

/** Writes entities to files of a directory, without commits: where there is no Git, and in the overlay. */
export class DirectoryWrites {
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly tools: DirectoryWritesTools) {}

  /** Writes the files, and resolves when they are on the disk and in service. @throws Problem as `Changes.write` */
  write({ branch, changes, refuse }: WriteRequest): Promise<WriteResult> {
    return this.#oneAtATime(async () => {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const before = await this.tools.current(branch);
        const plan = await planWrite(before, changes, this.tools);
        const refusal = refuse?.(before, plan.next) ?? plan.refusal;
        if (refusal) throw refusal;
        const files = plan.edits.flatMap((edit) => (edit.change === 'unchanged' ? [] : changedFiles(edit)));
        if ((await writeFiles(this.tools.directory, files, this.tools.isOverlay)) === 'moved') continue;
        if (files.length > 0) await this.tools.current(branch);
        return { branch, commit: null, ...describeWritten(plan) };
      }
      throw new Problem('directory_failed', 'Other programs changed the files during each attempt.');
    });
  }

  /** Returns what `write` would do; changes nothing. @throws Problem as `write`, but not for findings in the result */
  async preview({ branch, changes, refuse }: WriteRequest): Promise<WritePreview> {
    const before = await this.tools.current(branch);
    const plan = await planWrite(before, changes, this.tools);
    const refusal = refuse?.(before, plan.next);
    if (refusal) throw refusal;
    return getPreview(plan);
  }

  /**
   * Writes files as they are.
   * @returns `moved`, without a change, if a file does not hold its `base`
   * @throws Problem directory_failed, name_taken
   */
  writeFiles(files: readonly FileContent[]): Promise<'written' | 'moved'> {
    return this.#oneAtATime(() => writeFiles(this.tools.directory, files, this.tools.isOverlay));
  }

  async close(): Promise<void> {
    await this.#last;
  }

  #oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
