import { startThread, Thread, ThreadEnded } from '../../concurrency/thread.js';
import type { Write } from '../contract/statements.js';
import { type CommitAnswer, type CommitJob, CommitJobs, closing } from './commit-job.js';
import type { SqliteDatabase, SqliteStatement } from './sqlite-engine.js';

const program = 'controller/storage/sqlite/commit-thread';

type CommitThread = Thread<CommitJob | typeof closing, CommitAnswer>;

/** A thread that writes to the database over a connection of its own. */
export class CommitWorker {
  readonly #jobs = new CommitJobs();
  readonly #version: SqliteStatement;

  private constructor(
    private readonly thread: CommitThread,
    /** The connection of this thread, which must not write while a job is under way. */
    database: SqliteDatabase,
  ) {
    this.#version = database.prepare('pragma data_version');
  }

  /** @throws ThreadEnded when the thread cannot open the file */
  static async start(
    path: string,
    database: SqliteDatabase,
    start: typeof startThread = startThread,
  ): Promise<CommitWorker> {
    // The values of a job are garbage when the transaction is made.
    const resourceLimits = { maxYoungGenerationSizeMb: 4 };
    const thread: CommitThread = new Thread(start(program, { workerData: { path }, resourceLimits }));
    await thread.ready;
    return new CommitWorker(thread, database);
  }

  get hasEnded(): boolean {
    return this.thread.ended;
  }

  /**
   * Writes all units in one transaction. @returns the error for which nothing was written; a `ThreadEnded` where the thread ended
   * first, and `hasEnded` is true from then on
   */
  async write(units: readonly (readonly Write[])[]): Promise<Error | undefined> {
    const before = this.#dataVersion();
    try {
      const failure = await this.thread.run(this.#jobs.of(units));
      return failure && new Error(failure.message);
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      // It changes with each transaction of another connection: the thread may have ended before its answer, or before its commit.
      return this.#dataVersion() === before ? error : undefined;
    }
  }

  /** Call it while no job is under way. */
  async close(): Promise<void> {
    await this.thread.run(closing).catch(() => {});
    await this.thread.end();
  }

  #dataVersion(): unknown {
    const [row] = this.#version.all() as Record<string, unknown>[];
    return row?.['data_version'];
  }
}
