import { Problem } from '../../problems/index.js';
import type { Write, WriteUnit } from '../contract/statements.js';
import { type DatabasePlace, isConstraintViolation, storageFault } from '../contract/storage-faults.js';
import { CommitWorker } from './commit-worker.js';
import type { SqliteDatabase } from './sqlite-engine.js';
import { Transactions } from './transactions.js';
import { WriteLoad } from './write-load.js';

/** The shortest time between two attempts to write for the readiness alone. */
const probeEveryMs = 5_000;

interface Waiting {
  unit: WriteUnit;
  resolve(): void;
  reject(error: unknown): void;
}

interface Collected {
  waiting: Waiting;
  writes: readonly Write[];
}

/** `thread` writes in a thread from the start, `here` never; without either, svc does once it writes much. */
export type WritesIn = 'thread' | 'here' | undefined;

/**
 * Runs one transaction at a time for all writers that wait, because a disk flush costs the same for one row as for a hundred.
 * Units are asked for their writes at the end of a turn of the event loop, so that later work of a run is included.
 *
 * A service that writes little writes in its own thread: each transaction ends in the turn that begins it. One that writes much
 * has a thread for it; then the next units wait for the transaction under way, as they would for the disk.
 */
export class GroupCommit {
  readonly counts = { transactions: 0, writes: 0 };
  readonly #transactions: Transactions;
  readonly #load = new WriteLoad();
  #waiting: Waiting[] = [];
  #scheduled = false;
  /** The transaction in the thread; never rejects. */
  #running: Promise<void> | undefined;
  #worker: CommitWorker | undefined;
  #starting: Promise<void> | undefined;
  /** Callers that need all writes in this thread. */
  #keptHere = 0;

  /** The failure of the last transaction; undefined when it was written. */
  #refusal: Problem | undefined;
  /** ms since the epoch: when a transaction or a probe last ended. */
  #checkedAt = 0;

  constructor(
    private readonly database: SqliteDatabase,
    private readonly place: DatabasePlace,
    private readonly writesIn: WritesIn,
  ) {
    this.#transactions = new Transactions(database);
  }

  commit(unit: WriteUnit): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ unit, resolve, reject });
      this.#schedule();
    });
  }

  /** Returns the reason why the database takes no writes; tries one if none was made lately. */
  refusal(now = Date.now()): Problem | undefined {
    if (this.#running || now - this.#checkedAt < probeEveryMs) return this.#refusal;
    // Writes a page of the database, without an effect.
    this.#note(
      this.#transactions.attempt(() => this.database.exec('pragma user_version = 1')),
      now,
    );
    return this.#refusal;
  }

  /** Resolves when there is a thread for the writes. @throws ThreadEnded */
  openThread(): Promise<void> {
    this.#starting ??= CommitWorker.start(this.place.file, this.database).then((worker) => {
      this.#worker = worker;
    });
    return this.#starting;
  }

  /** Makes all transactions that begin meanwhile in this thread, over the one connection. */
  async here<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#keptHere += 1;
    await this.#running;
    try {
      return await work();
    } finally {
      this.#keptHere -= 1;
    }
  }

  /** Writes all waiting units and ends the thread. */
  async close(): Promise<void> {
    this.#keptHere += 1;
    await this.#running;
    this.#writeHere(this.#collect());
    await this.#starting?.catch(() => {});
    await this.#worker?.close();
  }

  #schedule(): void {
    if (this.#scheduled || this.#running) return;
    this.#scheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#scheduled = false;
    const collected = this.#collect();
    if (collected.length === 0) return;
    const worker = this.#keptHere > 0 ? undefined : this.#worker;
    if (worker) {
      this.#running = this.#writeThere(worker, collected).then(() => {
        this.#running = undefined;
        if (this.#waiting.length > 0) this.#schedule();
      });
    } else this.#writeHere(collected);
  }

  /** The writes of all waiting units. */
  #collect(): Collected[] {
    const batch = this.#waiting;
    this.#waiting = [];
    const collected: Collected[] = [];
    for (const waiting of batch) {
      try {
        collected.push({ waiting, writes: waiting.unit.collect() });
      } catch (error) {
        waiting.reject(error);
      }
    }
    return collected;
  }

  #writeHere(collected: readonly Collected[]): void {
    const begun = performance.now();
    if (this.#attempt(collected) === undefined) for (const { waiting } of collected) waiting.resolve();
    // A write failed: each unit is repeated on its own, so that only the failing unit is rejected.
    else for (const each of collected) this.#settle(each, this.#attempt([each]));
    const isBusy = this.#load.isHeavy(begun, performance.now());
    // Without a thread the service goes on as before.
    if (isBusy && this.writesIn === undefined) this.openThread().catch(() => {});
  }

  async #writeThere(worker: CommitWorker, collected: readonly Collected[]): Promise<void> {
    if ((await this.#attemptIn(worker, collected)) === undefined) {
      for (const { waiting } of collected) waiting.resolve();
      return;
    }
    for (const each of collected) {
      const error = await this.#attemptIn(worker, [each]);
      // The thread has ended without it.
      this.#settle(each, error && worker.hasEnded ? this.#attempt([each]) : error);
    }
    if (worker.hasEnded) this.#worker = undefined;
  }

  #attempt(collected: readonly Collected[]): Error | undefined {
    const error = this.#transactions.attempt(() => {
      for (const { writes } of collected)
        for (const { sql, values } of writes) this.#transactions.statement(sql).run(...values);
    });
    return this.#noted(collected, error);
  }

  async #attemptIn(worker: CommitWorker, collected: readonly Collected[]): Promise<Error | undefined> {
    return this.#noted(collected, await worker.write(collected.map(({ writes }) => writes)));
  }

  #settle({ waiting }: Collected, error: Error | undefined): void {
    if (error === undefined) waiting.resolve();
    else waiting.reject(isConstraintViolation(error) ? error : this.#explained(error));
  }

  #noted(collected: readonly Collected[], error: Error | undefined): Error | undefined {
    this.#note(error, Date.now());
    if (error) return error;
    this.counts.transactions += 1;
    for (const { writes } of collected) this.counts.writes += writes.length;
    return undefined;
  }

  #note(error: Error | undefined, at: number): void {
    this.#checkedAt = at;
    this.#refusal = error && !isConstraintViolation(error) ? this.#explained(error) : undefined;
  }

  #explained(error: Error): Problem {
    const fault = storageFault(error, this.place);
    if (fault instanceof Problem) return fault;
    const detail = `The database ${this.place.file} refused a write: ${error.message}`;
    return new Problem('storage_failed', detail, { cause: error });
  }
}
