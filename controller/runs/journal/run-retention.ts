import { BackgroundPasses, bind, type Storage } from '../../storage/index.js';
import type { RunStore } from './run-store.js';

const day = 86_400_000;
/** Rows that are looked at, and runs that are deleted, in one step: each takes milliseconds. */
const rowsPerStep = 500;
const runsPerStep = 100;
const documentsPerStep = 200;
/** Pauses before the first step, and after each pass, which reads all runs that are older than the shorter time. */
const firstMs = 60_000;
const pauseMs = 3_600_000;

export interface RetentionOptions {
  /** Removes the files of a run that is no longer in the database. */
  removeFiles(runId: string): Promise<void>;
  /** The settings in force, in days. */
  days(): { readonly CompletedRuns: number; readonly FaultedRuns: number };
  /** Called with errors; the step is tried again later. */
  report(error: unknown): void;
  /** ms since the epoch. */
  now?: () => number;
}

/**
 * Deletes runs that ended long ago, with their journals, in small steps from the oldest on, and gives their space back. A
 * run that another unfinished run started stays, as that one may look for its result. Each pass ends with the documents
 * that no run is pinned to any more.
 */
export class RunRetention {
  readonly #now: () => number;
  readonly #statements;
  /** Runs up to this id were looked at. */
  #after = '';
  /** The documents up to this id were looked at; undefined while runs are. */
  #afterDocuments: string | undefined;
  readonly #passes: BackgroundPasses;

  constructor(
    private readonly storage: Storage,
    private readonly store: Pick<RunStore, 'listDocuments' | 'removeDocuments'>,
    private readonly options: RetentionOptions,
  ) {
    this.#now = options.now ?? Date.now;
    const { report } = options;
    this.#passes = new BackgroundPasses({ step: () => this.step(), firstMs, pauseMs, report });
    this.#statements = {
      journal: storage.statement<{ id: string }>((db, p) =>
        db.deleteFrom('journal').where('run_id', '=', p.id),
      ),
      files: storage.statement<{ id: string }>((db, p) =>
        db.deleteFrom('run_files').where('run_id', '=', p.id),
      ),
      tasks: storage.statement<{ id: string }>((db, p) =>
        db.deleteFrom('human_tasks').where('run_id', '=', p.id),
      ),
      run: storage.statement<{ id: string }>((db, p) => db.deleteFrom('runs').where('id', '=', p.id)),
    };
  }

  /** Goes through the runs from now on: without a pause while there is something to delete. */
  start(): void {
    this.#passes.start();
  }

  /** Resolves when the step under way has ended. */
  stop(): Promise<void> {
    return this.#passes.stop();
  }

  /** Looks at the next runs or documents. @returns false at the end of a pass */
  async step(): Promise<boolean> {
    if (this.#afterDocuments === undefined && (await this.#stepRuns())) return true;
    return this.#stepDocuments();
  }

  async #stepDocuments(): Promise<boolean> {
    const documents = await this.store.listDocuments(this.#afterDocuments ?? '', documentsPerStep);
    const unused = documents.filter(({ isUsed }) => !isUsed);
    if (unused.length > 0) {
      await this.storage.commit(unused.map(({ id }) => this.store.removeDocuments(id)));
      this.storage.shrink();
    }
    this.#afterDocuments = documents.length < documentsPerStep ? undefined : documents.at(-1)?.id;
    return this.#afterDocuments !== undefined;
  }

  /** @returns false when it has come to runs that are all too young */
  async #stepRuns(): Promise<boolean> {
    const { CompletedRuns: completed, FaultedRuns: faulted } = this.options.days();
    const now = this.#now();
    const rows = await this.storage.db
      .selectFrom('runs as run')
      .leftJoin('runs as parent', 'parent.id', 'run.parent_run_id')
      .select(['run.id', 'run.status', 'run.ended_at', 'run.created_at', 'parent.id as parent'])
      .select('parent.ended_at as parent_ended_at')
      .where('run.id', '>', this.#after)
      .orderBy('run.id')
      .limit(rowsPerStep)
      .execute();
    const oldest = Math.min(completed, faulted) * day;
    const old = rows.filter(({ created_at }) => created_at < now - oldest);
    const due = old.filter(({ status, ended_at, parent, parent_ended_at }) => {
      const days = status === 'completed' ? completed : faulted;
      const isAwaited = parent !== null && parent_ended_at === null;
      return ended_at !== null && ended_at < now - days * day && !isAwaited;
    });
    const deleted = due.slice(0, runsPerStep);
    const { journal, run, tasks, files } = this.#statements;
    if (deleted.length > 0) {
      await this.storage.commit(
        deleted.flatMap(({ id }) => [journal, tasks, files, run].map((each) => bind(each, { id }))),
      );
      for (const { id } of deleted) await this.options.removeFiles(id);
      this.storage.shrink();
    }
    const last = due.length > deleted.length ? deleted.at(-1) : old.at(-1);
    const isAtEnd = old.length < rowsPerStep && due.length === deleted.length;
    this.#after = isAtEnd ? '' : (last?.id ?? '');
    return !isAtEnd;
  }
}
