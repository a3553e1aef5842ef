import { Problem } from '../../problems/index.js';
import type { ReadSet, Row, Write, WriteUnit } from '../contract/statements.js';
import { type DatabaseLocation, isConstraintViolation, storageFault } from '../contract/storage-faults.js';
import type { SqliteDatabase, SqliteStatement } from './sqlite-engine.js';

/** The shortest time between two attempts to write for the readiness alone. */
const probeEveryMs = 5_000;

/** One caller makes a run and its audit record. A transaction with more units shows that several callers are at work. */
const unitsOfOne = 2;
/** Turns that a transaction waits for more units, while several callers are at work. A turn costs a hundredth of a disk flush. */
const maxLaterTurns = 3;
/**
 * The largest transaction of one turn: writes, each of which counts one more for every KiB of text, since both take 5 to 20 µs. It
 * ends with the unit that reaches this, and the next turn goes on.
 */
const maxSize = 1_000;
const sizeOfText = 1_024;

interface PendingUnit {
  unit: WriteUnit;
  resolve(): void;
  reject(error: unknown): void;
}

/** A unit of a transaction. The writes of one that depends on rows are collected inside of it. */
interface CollectedUnit {
  readonly waiting: PendingUnit;
  readonly readSet: ReadSet | undefined;
  writes: readonly Write[];
}

/**
 * Runs one transaction for all writers of a turn of the event loop, and of the next few while many write, because a disk flush
 * costs the same for one row as for a hundred. Units are asked for their writes last, so that later work of a run is included.
 */
export class GroupCommit {
  readonly counts = { transactions: 0, writes: 0 };
  readonly #database: SqliteDatabase;
  readonly #statements = new Map<string, SqliteStatement>();
  readonly #begin: SqliteStatement;
  readonly #commit: SqliteStatement;
  readonly #rollback: SqliteStatement;
  #waiting: PendingUnit[] = [];
  #scheduled = false;
  /** Of the last transaction. */
  #lastUnits = 0;

  /** The failure of the last transaction; undefined when it was written. */
  #refusal: Problem | undefined;
  /** ms since the epoch: when a transaction or a probe last ended. */
  #checkedAt = 0;

  constructor(
    database: SqliteDatabase,
    private readonly place: DatabaseLocation,
  ) {
    this.#database = database;
    this.#begin = database.prepare('begin immediate');
    this.#commit = database.prepare('commit');
    this.#rollback = database.prepare('rollback');
  }

  commit(unit: WriteUnit): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ unit, resolve, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      this.#gather(0, this.#lastUnits > unitsOfOne ? maxLaterTurns : 0);
    });
  }

  /** Flushes at the end of this turn, or of a later one while further turns bring further units. */
  #gather(size: number, laterTurns: number): void {
    setImmediate(() => {
      const { length } = this.#waiting;
      if (laterTurns > 0 && length > size) this.#gather(length, laterTurns - 1);
      else this.#flushTurn();
    });
  }

  /** Returns the reason why the database takes no writes; tries one if none was made lately. */
  refusal(now = Date.now()): Problem | undefined {
    if (now - this.#checkedAt < probeEveryMs) return this.#refusal;
    this.#checkedAt = now;
    try {
      // Writes a page of the database, without an effect.
      this.#database.exec('begin immediate; pragma user_version = 1; commit');
      this.#refusal = undefined;
    } catch (error) {
      this.#rollBack();
      this.#refusal = this.#explained(error as Error);
    }
    return this.#refusal;
  }

  /** Writes all waiting units now. */
  flush(): void {
    while (this.#waiting.length > 0) this.#flushSome();
    this.#scheduled = false;
  }

  #flushTurn(): void {
    this.#flushSome();
    this.#scheduled = this.#waiting.length > 0;
    // Requests and timers have a turn first.
    if (this.#scheduled) this.#gather(0, 0);
  }

  /** Writes the units that wait longest, as many as one transaction takes. */
  #flushSome(): void {
    const { length } = this.#waiting;
    // `flush` may have written them before their turn; that says nothing of how many callers are at work.
    if (length === 0) return;
    const collected: CollectedUnit[] = [];
    let taken = 0;
    for (let size = 0; size < maxSize && taken < length; taken += 1) {
      const waiting = this.#waiting[taken] as PendingUnit;
      try {
        const readSet = waiting.unit.getReadSet?.();
        const writes = readSet ? [] : waiting.unit.collect([]);
        collected.push({ waiting, readSet, writes });
        // Each lock is of a row that is written.
        size += measureSize(writes) + (readSet?.locks.length ?? 0);
      } catch (error) {
        waiting.reject(error);
      }
    }
    this.#waiting.splice(0, taken);
    this.#lastUnits = taken;
    if (collected.length === 0) return;
    if (this.#tryTransaction(collected) === undefined) {
      for (const { waiting } of collected) waiting.resolve();
      return;
    }
    // A write failed: each unit is repeated on its own, so that only the failing unit is rejected.
    for (const one of collected) {
      const error = this.#tryTransaction([one]);
      if (error === undefined) one.waiting.resolve();
      else one.waiting.reject(isConstraintViolation(error) ? error : this.#explained(error));
    }
  }

  #tryTransaction(units: readonly CollectedUnit[]): Error | undefined {
    const error = this.#attempt(units);
    this.#checkedAt = Date.now();
    this.#refusal = error && !isConstraintViolation(error) ? this.#explained(error) : undefined;
    return error;
  }

  #attempt(units: readonly CollectedUnit[]): Error | undefined {
    try {
      this.#begin.run();
    } catch (error) {
      return error as Error;
    }
    try {
      for (const unit of units) {
        if (unit.readSet) unit.writes = unit.waiting.unit.collect(this.#read(unit.readSet));
        for (const write of unit.writes) this.#statement(write.sql).run(...write.values);
      }
      this.#commit.run();
      this.counts.transactions += 1;
      for (const { writes } of units) this.counts.writes += writes.length;
      return undefined;
    } catch (error) {
      this.#rollBack();
      return error as Error;
    }
  }

  /** Locks nothing: this process is the only one that writes. */
  #read({ reads }: ReadSet): Row[][] {
    return reads.map(({ sql, values }) => this.#statement(sql).all(...values) as Row[]);
  }

  #rollBack(): void {
    try {
      this.#rollback.run();
    } catch {
      // After some errors, such as a full disk, SQLite has already rolled back.
    }
  }

  #explained(error: Error): Problem {
    const fault = storageFault(error, this.place);
    if (fault instanceof Problem) return fault;
    const detail = `The database ${this.place.file} refused a write: ${error.message}`;
    return new Problem('storage_failed', detail, { cause: error });
  }

  #statement(sql: string): SqliteStatement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function measureSize(writes: readonly Write[]): number {
  let size = writes.length;
  for (const { values } of writes)
    for (const value of values)
      if (typeof value === 'string' || value instanceof Uint8Array) size += value.length / sizeOfText;
  return size;
}
