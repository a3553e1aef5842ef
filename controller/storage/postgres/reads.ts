import { setTimeout as sleep } from 'node:timers/promises';
import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  replaceWithNoncontingentExpression,
} from 'kysely';
import type pg from 'pg';
import type { Tables } from '../tables/index.js';
import { answerMs, isConnectionLost, query, sqlState } from './clients.js';
import { PagedRows } from './paged-rows.js';
import { postgresFault } from './postgres-fault.js';

/** How long a read waits for a database that is away. */
const maxWaitMs = 15_000;

/** Reads over the connections of a pool. A read whose connection is lost is repeated over another one. */
export function readsOver(pool: pg.Pool, place: string): Kysely<Tables> {
  return getKysely({ connect: async () => new PatientClient(pool, place) as unknown as PostgresPoolClient });
}

/**
 * Reads over one connection, which the caller releases.
 * @param timeoutMs of each query
 */
export function getReads(client: pg.PoolClient, timeoutMs = answerMs): Kysely<Tables> {
  const timeout = { query_timeout: timeoutMs };
  const kept = {
    query: (request: string | PagedRows, values: readonly unknown[] = []) =>
      request instanceof PagedRows
        ? request.over(client, true)
        : client.query({ ...query(request, values), ...timeout }),
    release() {},
  };
  return getKysely({ connect: async () => kept as unknown as PostgresPoolClient });
}

function getKysely(pool: Pick<PostgresPool, 'connect'>): Kysely<Tables> {
  const dialect = new PostgresDialect({
    pool: { ...pool, end: async () => {} },
    cursor: PagedRows as never,
  });
  // SQLite takes an empty list.
  const lists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });
  return new Kysely({ dialect, plugins: [lists] });
}

class PatientClient {
  #client: pg.PoolClient | undefined;

  constructor(
    private readonly pool: pg.Pool,
    private readonly place: string,
  ) {}

  query(request: string | PagedRows, values: readonly unknown[] = []): unknown {
    if (request instanceof PagedRows) return request.over(this.#taken(), false);
    return this.#repeated(request, values);
  }

  release(): void {
    this.#client?.release();
    this.#client = undefined;
  }

  async #repeated(text: string, values: readonly unknown[]): Promise<unknown> {
    const deadline = Date.now() + maxWaitMs;
    for (let attempt = 0; ; attempt++) {
      try {
        return await (await this.#taken()).query(query(text, values));
      } catch (error) {
        // A connection that gave no answer may give it to the next query.
        if (isConnectionLost(error)) this.#drop();
        if (!isConnectionLost(error) || Date.now() > deadline) throw postgresFault(error, this.place, 'read');
        await sleep(Math.min(500, 20 * 2 ** attempt));
      }
    }
  }

  async #taken(): Promise<pg.PoolClient> {
    this.#client ??= await this.pool.connect();
    return this.#client;
  }

  #drop(): void {
    this.#client?.release(true);
    this.#client = undefined;
  }
}

/** Reads one moment of the database. */
export async function readSnapshot<Result>(
  pool: pg.Pool,
  place: string,
  read: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    // The first statement takes the snapshot.
    await client.query('select 1');
    return await read(getReads(client));
  } catch (error) {
    throw sqlState(error) === undefined && !isConnectionLost(error)
      ? error
      : postgresFault(error, place, 'read');
  } finally {
    // Ends the transaction with its connection.
    client.release(true);
  }
}
