import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Problem } from '../../problems/index.js';
import type { Write, WriteUnit } from '../statements.js';
import { isConstraintViolation } from '../storage-faults.js';
import { clientOptions, isConnectionLost, statementName } from './clients.js';
import { fence, fenceState, lastCommit, type Membership } from './membership.js';

interface Waiting {
  unit: WriteUnit;
  resolve(): void;
  reject(error: unknown): void;
}

/** Units of one transaction; more would make the first wait for long. */
const mostUnits = 2_000;
/** How long writes wait for a database that is away, before they are refused. */
const patienceMs = 60_000;

/**
 * Runs one transaction at a time for all writers that wait, over one connection: all statements of a transaction are sent
 * at once (pipelining), so it costs one round trip. A transaction whose connection is lost is repeated, unless the node's row
 * shows that it was committed.
 */
export class PostgresCommit {
  readonly counts = { transactions: 0, writes: 0 };
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #client: Promise<pg.Client> | undefined;
  /** The number of the last transaction. */
  #number = 0;
  #refusal: Problem | undefined;
  #isClosed = false;

  constructor(
    private readonly url: string,
    private readonly membership: Pick<Membership, 'member' | 'replaced'>,
    private readonly place: string,
  ) {}

  commit(unit: WriteUnit): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ unit, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** The reason why the last transaction was not written; undefined when it was. */
  refusal(): Problem | undefined {
    return this.#refusal;
  }

  /** Writes all waiting units and ends the connection. */
  async close(): Promise<void> {
    await this.#running;
    this.#isClosed = true;
    await (await this.#client?.catch(() => undefined))?.end().catch(() => {});
  }

  async #run(): Promise<void> {
    // Units of the same turn of the event loop join the first transaction.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#commitSome(this.#waiting.splice(0, mostUnits));
    this.#running = undefined;
  }

  async #commitSome(batch: readonly Waiting[]): Promise<void> {
    const collected: { waiting: Waiting; writes: readonly Write[] }[] = [];
    for (const waiting of batch) {
      try {
        collected.push({ waiting, writes: waiting.unit.collect() });
      } catch (error) {
        waiting.reject(error);
      }
    }
    const failure = await this.#transaction(collected.flatMap(({ writes }) => writes));
    if (failure === undefined) {
      for (const { waiting } of collected) waiting.resolve();
      return;
    }
    // A write failed: each unit is repeated on its own, so that only the failing unit is rejected.
    const isAlone = collected.length === 1 || failure instanceof Problem;
    for (const { waiting, writes } of collected) {
      const error = isAlone ? failure : await this.#transaction(writes);
      if (error === undefined) waiting.resolve();
      else waiting.reject(isConstraintViolation(error) ? error : this.#explained(error));
    }
  }

  /** Returns the error of a statement, or the problem of a database that is away for too long. */
  async #transaction(writes: readonly Write[]): Promise<Error | undefined> {
    const number = ++this.#number;
    const deadline = Date.now() + patienceMs;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#attempt(writes, number, attempt > 0);
      if (outcome === 'committed') {
        this.#refusal = undefined;
        this.counts.transactions += 1;
        this.counts.writes += writes.length;
        return undefined;
      }
      if (outcome instanceof Error && !mayPass(outcome)) return outcome;
      if (outcome instanceof Error) this.#refusal = this.#explained(outcome);
      if (Date.now() > deadline || this.#isClosed) return this.#refusal;
      await sleep(Math.min(1_000, 50 * 2 ** attempt));
    }
  }

  async #attempt(
    writes: readonly Write[],
    number: number,
    isRepeated: boolean,
  ): Promise<'committed' | Error> {
    const { id, epoch } = this.membership.member;
    try {
      const client = await this.#connected();
      if (isRepeated) {
        const { rows } = await client.query(lastCommit, [id]);
        if (Number(rows[0]?.epoch) !== epoch) return this.membership.replaced();
        if (Number(rows[0]?.commits) === number) return 'committed';
      }
      const queries = [
        client.query('begin'),
        client.query({ name: 'svcfence', text: fence, values: [id, epoch, number] }),
        ...writes.map(({ sql, values }) => client.query(statement(sql, values))),
        client.query('commit'),
      ];
      const outcomes = await Promise.allSettled(queries);
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      return failed ? (failed.reason as Error) : 'committed';
    } catch (error) {
      return error as Error;
    }
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...clientOptions(this.url), pipeline: true });
    const forget = (): void => {
      this.#client = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
      return client;
    } catch (error) {
      forget();
      throw error;
    }
  }

  #explained(error: Error): Problem {
    if (error instanceof Problem) return error;
    const detail = `The database ${this.place} refused a write: ${error.message}`;
    return new Problem('storage_failed', detail, { cause: error });
  }
}

/** True for an error after which the same transaction may succeed: no connection, or a lease that is being renewed. */
function mayPass(error: Error): boolean {
  return isConnectionLost(error) || (error as { code?: string }).code === fenceState;
}

function statement(text: string, values: readonly unknown[]): pg.QueryConfig {
  const name = statementName(text);
  return { text, values: [...values], ...(name !== undefined && { name }) };
}
