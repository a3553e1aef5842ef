import { BackgroundPasses, type Storage } from '../../../storage/index.js';
import type { FileContents } from './file-contents.js';

const runsPerStep = 200;
const firstMs = 120_000;
const pauseMs = 6 * 3_600_000;
/** The files of a run that takes over results come before the run. */
const youngMs = 3_600_000;

interface Services {
  readonly storage: Storage;
  readonly folder: Pick<FileContents, 'runs' | 'measureAge' | 'removeRun'>;
  report(error: unknown): void;
}

/**
 * Removes the folders of runs that are not in the database: a process that stopped had removed the run, but not yet its
 * files.
 */
export class FileSweep {
  #left: string[] | undefined;
  readonly #passes: BackgroundPasses;

  constructor(private readonly services: Services) {
    const { report } = services;
    this.#passes = new BackgroundPasses({ step: () => this.step(), firstMs, pauseMs, report });
  }

  start(): void {
    this.#passes.start();
  }

  /** Resolves when the step under way has ended. */
  stop(): Promise<void> {
    return this.#passes.stop();
  }

  /** Looks at some folders. @returns false at the end of a pass */
  async step(): Promise<boolean> {
    const { storage, folder } = this.services;
    this.#left ??= await folder.runs();
    const looked = this.#left.splice(0, runsPerStep);
    if (looked.length > 0) {
      const rows = await storage.db.selectFrom('runs').select('id').where('id', 'in', looked).execute();
      const ids = new Set(rows.map(({ id }) => id));
      for (const id of looked) {
        if (!ids.has(id) && (await folder.measureAge(id)) > youngMs) await folder.removeRun(id);
      }
    }
    if (this.#left.length > 0) return true;
    this.#left = undefined;
    return false;
  }
}
