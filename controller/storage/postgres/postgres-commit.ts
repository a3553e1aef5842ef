import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../problems/index.js';
import type { ReadSet, Write, WriteUnit } from '../contract/statements.js';
import { isConstraintViolation } from '../contract/storage-faults.js';
import { isConnectionLost, sqlState } from './clients.js';
import {
  CommitConnection,
  type Content,
  isRepeatable,
  StatementFailed,
  slowMs,
} from './commit-connection.js';
import type { Membership } from './membership.js';
import type { InsertMerger } from './merge-inserts.js';
import { fenceState } from './node-table.js';
import { postgresFault } from './postgres-fault.js';

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
  /** The error of `collect` inside of the transaction, which goes on without the unit. */
  failure: { readonly error: unknown } | undefined;
}

interface Transaction {
  units: readonly CollectedUnit[];
  number: number;
  merges: boolean;
}

/** Units of one transaction; more would make the first wait for long. */
const maxUnits = 2_000;
/** How long writes wait for a database that is away, before they are refused. */
const maxWaitMs = 30_000;

/**
 * Runs one transaction at a time for all writers that wait. A transaction whose connection is lost is repeated, unless the
 * node's row shows that it was committed: none is lost, and none has an effect twice.
 */
export class PostgresCommit {
  readonly counts = { transactions: 0, writes: 0 };
  readonly #connection: CommitConnection;
  #waiting: PendingUnit[] = [];
  #running: Promise<void> | undefined;
  /** The number of the last transaction. */
  #number = 0;
  #refusal: Problem | undefined;
  /** ms since the epoch. */
  #refusedAt = 0;
  #isClosed = false;

  constructor(
    url: string,
    private readonly membership: Membership,
    private readonly place: string,
    merger: InsertMerger,
  ) {
    this.#connection = new CommitConnection(url, membership.member, merger);
  }

  commit(unit: WriteUnit): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ unit, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** The reason why writes wait or are refused; undefined while they are written. */
  refusal(): Problem | undefined {
    // A renewal that was written later shows that the reason has passed.
    const isPast = this.membership.renewedAt > this.#refusedAt;
    return this.membership.refusal() ?? (isPast ? undefined : this.#refusal);
  }

  /** Writes all waiting units, if the database takes them now, and ends the connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    await this.#connection.end();
  }

  async #run(): Promise<void> {
    // Units of the same turn of the event loop join the first transaction.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#commitSome(this.#waiting.splice(0, maxUnits));
    this.#running = undefined;
  }

  async #commitSome(batch: readonly PendingUnit[]): Promise<void> {
    const collected: CollectedUnit[] = [];
    for (const waiting of batch) {
      try {
        const readSet = waiting.unit.getReadSet?.();
        const writes = readSet ? [] : waiting.unit.collect([]);
        collected.push({ waiting, readSet, writes, failure: undefined });
      } catch (error) {
        waiting.reject(error);
      }
    }
    let merges = true;
    for (let rest = collected; rest.length > 0; ) {
      const failure = await this.#transaction(rest, merges);
      if (failure === undefined) {
        for (const { waiting, failure: own } of rest) own ? waiting.reject(own.error) : waiting.resolve();
        return;
      }
      merges = false;
      if (failure instanceof StatementFailed && failure.isMerged) continue;
      // The unit of the statement that failed is rejected alone; the others are written without it.
      const failed = findUnit(rest, failure);
      const error = failure instanceof StatementFailed ? failure.cause : failure;
      const reason = isConstraintViolation(error) ? error : this.#explained(error);
      for (const one of rest) if (failed === undefined || failed === one) one.waiting.reject(reason);
      rest = failed === undefined ? [] : rest.filter((one) => one !== failed);
    }
  }

  /** Returns the failure of a statement, or the problem of a database that is away for too long. */
  async #transaction(units: readonly CollectedUnit[], merges: boolean): Promise<Error | undefined> {
    const number = ++this.#number;
    const isSlow = units.some(hasSlowWrite);
    const deadline = Date.now() + (isSlow ? slowMs : maxWaitMs);
    for (let attempt = 0; ; attempt++) {
      const failure = await this.#attempt({ units, number, merges }, attempt > 0);
      if (failure === undefined) {
        this.#refusal = undefined;
        this.counts.transactions += 1;
        for (const { writes } of units) this.counts.writes += writes.length;
        return undefined;
      }
      const error = failure instanceof StatementFailed ? failure.cause : failure;
      this.#refusal = isConstraintViolation(error) ? undefined : this.#explained(error);
      this.#refusedAt = Date.now();
      if (!mayPass(error)) return failure;
      if (isConnectionLost(error)) this.#connection.drop();
      if (Date.now() > deadline || this.#isClosed) return failure;
      await sleep(Math.min(500, 20 * 2 ** attempt));
    }
  }

  async #attempt({ units, number, merges }: Transaction, isRepeated: boolean): Promise<Error | undefined> {
    try {
      if (isRepeated) {
        const last = await this.#connection.last();
        if (last?.epoch !== this.membership.member.epoch) return this.membership.replaced();
        if (last.number === number) return undefined;
      }
      await this.#connection.transaction(getContent(units), number, merges);
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  #explained(error: Error): Problem {
    if (sqlState(error) === fenceState) return this.membership.ended();
    const fault = postgresFault(error, this.place, 'write');
    if (fault instanceof Problem) return fault;
    const detail = `The database ${this.place} refused a write: ${error.message}`;
    return new Problem('storage_failed', detail, { cause: error });
  }
}

function getContent(units: readonly CollectedUnit[]): Content {
  const dependent = units.filter(({ readSet }) => readSet);
  return {
    isSlow: units.some(hasSlowWrite),
    readSet:
      dependent.length === 0
        ? undefined
        : {
            locks: dependent.flatMap(({ readSet }) => readSet?.locks ?? []),
            reads: dependent.flatMap(({ readSet }) => readSet?.reads ?? []),
          },
    collect(rows) {
      let before = 0;
      for (const unit of dependent) {
        const { length } = unit.readSet?.reads ?? [];
        collectUnit(unit, rows.slice(before, before + length));
        before += length;
      }
      return units.flatMap(({ writes }) => writes);
    },
  };
}

function collectUnit(unit: CollectedUnit, rows: Parameters<WriteUnit['collect']>[0]): void {
  try {
    unit.failure = undefined;
    unit.writes = unit.waiting.unit.collect(rows);
  } catch (error) {
    unit.failure = { error };
    unit.writes = [];
  }
}

function hasSlowWrite({ writes }: CollectedUnit): boolean {
  return writes.some(({ isSlow }) => isSlow);
}

/** The unit that a failed statement belongs to; undefined for a failure of the whole transaction. */
function findUnit(units: readonly CollectedUnit[], failure: Error): CollectedUnit | undefined {
  if (!(failure instanceof StatementFailed) || failure.index === undefined) return undefined;
  let before = 0;
  return units.find(({ writes }) => {
    before += writes.length;
    return (failure.index ?? 0) < before;
  });
}

/** True for an error after which the same transaction may succeed: no connection, or a lease that is being renewed. */
function mayPass(error: Error): boolean {
  return isConnectionLost(error) || isRepeatable(error) || sqlState(error) === fenceState;
}
