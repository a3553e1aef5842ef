import { createHash } from 'node:crypto';
import pg from 'pg';
import type { ReadSet, Row, Write } from '../contract/statements.js';
import { answerMs, clientOptions, query, sqlState } from './clients.js';
import type { Member } from './membership.js';
import type { InsertMerger } from './merge-inserts.js';
import { fence, lastCommit } from './node-table.js';

/** The most time of a statement that may be slow, such as those of a restore. */
export const slowMs = 3_600_000;

/** The first statement that failed: its place among the writes; undefined for the transaction around them, or when merged. */
export class StatementFailed extends Error {
  constructor(
    override readonly cause: Error,
    readonly index: number | undefined,
    /** The writes were merged: without that, the place of the one that fails is known. */
    readonly isMerged: boolean,
  ) {
    super(cause.message);
  }
}

/** The content of a transaction. */
export interface Content {
  /** Undefined where the writes depend on no rows. */
  readonly readSet: ReadSet | undefined;
  /** True for a transaction with a write that may take minutes. */
  readonly isSlow: boolean;
  /** Returns the writes; called with the rows of each read. Must not throw. */
  collect(rows: readonly (readonly Row[])[]): readonly Write[];
}

/** The connection for writes. All statements of a transaction are sent at once, so that it costs one round trip. */
export class CommitConnection {
  #client: Promise<pg.Client> | undefined;

  constructor(
    private readonly url: string,
    private readonly member: Member,
    private readonly merger: InsertMerger,
  ) {}

  /**
   * Writes all or nothing. A transaction that reads costs two round trips, others cost one.
   * @throws StatementFailed; after it the transaction has no effect, unless the connection was lost
   */
  async transaction({ readSet, isSlow, collect }: Content, number: number, merges: boolean): Promise<void> {
    const client = await this.#connected();
    const { id, epoch } = this.member;
    const query_timeout = isSlow ? slowMs : answerMs;
    const send = (config: pg.QueryConfig): Promise<pg.QueryResult> =>
      client.query({ ...config, query_timeout } as pg.QueryConfig);
    const before = [
      send({ text: 'begin isolation level read committed' }),
      send({ name: 'svcfence', text: fence, values: [id, epoch, number] }),
    ];
    let rows: Row[][] = [];
    if (readSet) {
      if (readSet.locks.length > 0) before.push(send(query(lock, [toLockKeys(readSet.locks) as never])));
      const reads = readSet.reads.map(({ sql, values }) => send(query(sql, values)));
      const outcomes = await Promise.allSettled([...before.splice(0), ...reads]);
      const failed = outcomes.find(({ status }) => status === 'rejected');
      if (failed) {
        await send({ text: 'rollback' }).catch(() => {});
        throw new StatementFailed((failed as PromiseRejectedResult).reason, undefined, false);
      }
      rows = await Promise.all(reads.map(async (read) => (await read).rows as Row[]));
    }
    const units = collect(rows);
    const writes = merges ? this.merger.merged(units) : units;
    const outcomes = await Promise.allSettled([
      ...before,
      ...writes.map(({ sql, values }) => send(query(sql, values))),
      send({ text: 'commit' }),
    ]);
    const at = outcomes.findIndex(({ status }) => status === 'rejected');
    if (at < 0) return;
    const { reason } = outcomes[at] as PromiseRejectedResult;
    const index = at - before.length;
    const isOfWrites = index >= 0 && index < writes.length;
    const isMerged = writes.length < units.length;
    throw new StatementFailed(reason, isOfWrites && !isMerged ? index : undefined, isOfWrites && isMerged);
  }

  /** The epoch of this node and the number of its last transaction, after an earlier connection has ended its own. */
  async last(): Promise<{ epoch: number; number: number } | undefined> {
    const client = await this.#connected();
    const { rows } = await client.query(lastCommit, [this.member.id]);
    return rows[0] && { epoch: Number(rows[0].epoch), number: Number(rows[0].commits) };
  }

  /** Drops the connection, whatever it is doing. */
  drop(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.then(destroy, () => {});
  }

  async end(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...clientOptions(this.url),
      pipeline: true,
      // A process that is stopped must not keep the locks of its transaction for longer than others wait for them.
      idle_in_transaction_session_timeout: 5_000,
    });
    const connecting = client.connect().then(async () => {
      await client.query(durable);
      return client;
    });
    const forget = (): void => {
      if (this.#client === connecting) this.#client = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    connecting.catch(() => {
      forget();
      destroy(client);
    });
    return connecting;
  }
}

/** A commit is on disk when it is acknowledged, also where the server's own setting is weaker. */
const durable = `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;

/** Takes locks until the end of the transaction, in the order of the keys: transactions with sorted keys never wait in a circle. */
const lock = 'select pg_advisory_xact_lock(key) from unnest($1::bigint[]) as key';

/** The numbers that stand for names in the database, sorted, each once. */
function toLockKeys(names: readonly string[]): string[] {
  const keys = names.map((name) => createHash('sha256').update(name).digest().readBigInt64BE());
  return [...new Set(keys)].sort((a, b) => (a < b ? -1 : 1)).map(String);
}

function destroy(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** True when the server took the transaction back because another one was in its way. */
export function isRepeatable(error: Error): boolean {
  return ['40001', '40P01'].includes(sqlState(error) ?? '');
}
