import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  replaceWithNoncontingentExpression,
} from 'kysely';
import pg from 'pg';
import { Problem } from '../../problems/index.js';
import { compileStatement } from '../compile-statement.js';
import type { Standby } from '../lease.js';
import { type Storage, writesOf } from '../statements.js';
import type { Tables } from '../tables/index.js';
import { clientOptions, isConnectionLost, statementName } from './clients.js';
import { Membership, nodesTable } from './membership.js';
import { migratePostgres } from './migrations/index.js';
import { PostgresCommit } from './postgres-commit.js';
import { sharedTexts, sharedTextsTable } from './shared-texts.js';

export interface PostgresOptions {
  /** `postgres://…`; may contain a password. */
  url: string;
  /** The id of this data directory. */
  node: string;
  version: string;
  standby?: Standby | undefined;
  /** Connections for reads. */
  connections?: number;
}

/** How long a read waits for a database that is away. */
const patienceMs = 15_000;

/**
 * Opens storage in a PostgreSQL database, 13 or newer, and brings its tables to the newest schema.
 * @throws Problem database_unreachable, database_in_use
 */
export async function openPostgresStorage(options: PostgresOptions): Promise<Storage> {
  const { connections = 10 } = options;
  // Files of secrets often end with a line break.
  const url = options.url.trim();
  const place = placeOf(url);
  const pool = new pg.Pool({ ...clientOptions(url), max: connections });
  // An idle connection that ends is replaced when it is needed.
  pool.on('error', () => {});
  // One in use fails with its query.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const membership = await prepared(pool, options);
    const commit = new PostgresCommit(url, membership, place);
    const db = kyselyOf(pool);
    return {
      db,
      lease: membership,
      shared: sharedTexts(pool, commit),
      refusal: () => commit.refusal(),
      statement: (build) => compileStatement(db, build),
      commit: (unit) => commit.commit({ collect: () => writesOf(unit) }),
      counts: () => ({ ...commit.counts }),
      async integrity() {
        await pool.query('select 1');
        return 'ok';
      },
      // The server's own vacuum does.
      shrink() {},
      snapshot: (read) => readSnapshot(pool, read),
      async close() {
        await commit.close();
        await membership.release();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end().catch(() => {});
    if (!isConnectionLost(error) && !isRefused(error)) throw error;
    const detail = `The database ${place} cannot be reached: ${(error as Error).message}`;
    throw new Problem('database_unreachable', detail, { cause: error });
  }
}

/**
 * Claims the database, which may take until another process ends, then brings its tables to the newest schema: the process
 * before may be of an earlier version.
 */
async function prepared(pool: pg.Pool, { node: id, version, standby }: PostgresOptions): Promise<Membership> {
  await locked(pool, async (client) => {
    await client.query(nodesTable);
    await client.query(sharedTextsTable);
  });
  const membership = await Membership.claim({ pool, id, version, standby });
  try {
    await locked(pool, (client) => migratePostgres(kyselyOfClient(client)));
    return membership;
  } catch (error) {
    await membership.release();
    throw error;
  }
}

/** Two processes that start at once wait for each other. */
async function locked(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await work(client);
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  } finally {
    // Ends the lock also after a failure.
    client.release(true);
  }
}

/** Any number that no other program uses in this database. */
const migrationLock = 7_398_221_004;

/** Wrong passwords, unknown databases and users: classes 28 and 3D. */
function isRefused(error: unknown): boolean {
  return /^(28|3D|42501)/.test(String((error as { code?: unknown }).code ?? ''));
}

/** The URL without its password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

function kyselyOf(pool: pg.Pool): Kysely<Tables> {
  return new Kysely({ dialect: new PostgresDialect({ pool: new PatientPool(pool) }), plugins });
}

/** SQLite knows empty lists after `in`. */
const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })];

/** Over one connection, which the caller releases. */
function kyselyOfClient(client: pg.PoolClient): Kysely<Tables> {
  const kept = { query: client.query.bind(client), release() {} } as unknown as PostgresPoolClient;
  return new Kysely({
    dialect: new PostgresDialect({ pool: { connect: async () => kept, end: async () => {} } }),
    plugins,
  });
}

async function readSnapshot<Result>(
  pool: pg.Pool,
  read: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    // A backup may pause between two reads for longer than a writer may.
    await client.query("set idle_in_transaction_session_timeout = '10min'");
    await client.query('begin isolation level repeatable read read only');
    // The first statement takes the snapshot.
    await client.query('select 1');
    return await read(kyselyOfClient(client));
  } finally {
    client.release(true);
  }
}

/** Reads again over another connection when one was lost, for a while. */
class PatientPool implements PostgresPool {
  constructor(private readonly pool: pg.Pool) {}

  async connect(): Promise<PostgresPoolClient> {
    let client: pg.PoolClient | undefined = await this.#taken();
    const query = async (text: string, values: readonly unknown[]) => {
      const name = statementName(text);
      const config = { text, values: [...values], ...(name !== undefined && { name }) };
      const deadline = Date.now() + patienceMs;
      for (;;) {
        client ??= await this.#taken();
        try {
          return await client.query(config);
        } catch (error) {
          if (!isConnectionLost(error) || Date.now() > deadline) throw error;
          client.release(true);
          client = undefined;
        }
      }
    };
    return { query, release: () => client?.release() } as unknown as PostgresPoolClient;
  }

  end(): Promise<void> {
    return Promise.resolve();
  }

  async #taken(): Promise<pg.PoolClient> {
    const deadline = Date.now() + patienceMs;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.pool.connect();
      } catch (error) {
        if (!isConnectionLost(error) || Date.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.min(500, 20 * 2 ** attempt)));
      }
    }
  }
}
