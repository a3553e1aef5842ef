import type pg from 'pg';
import { Problem } from '../../problems/index.js';
import { dropStaged } from './attached-tables.js';
import { type Claimant, Membership, requireUnused } from './membership.js';
import { isNewest, migratePostgres } from './migrations/index.js';
import { nodesTable } from './node-table.js';
import { getReads } from './reads.js';
import { sharedTextsTable } from './shared-texts.js';
import { openVersions } from './versions.js';

/** The oldest version of PostgreSQL that svc runs on. */
const oldestVersion = 13;
/** Any number that no other program uses in this database. */
const migrationLock = 7_398_221_004;
/** The longest wait for another process that migrates, and the longest step of a migration. */
const migrationMs = 3_600_000;

interface NewTables<Result> {
  place: string;
  /** The id of the data directory. */
  node: string;
  /** Of a statement. */
  timeoutMs: number;
  /** Throws for a database that is not to be used. */
  check(client: pg.PoolClient): Promise<void>;
  fill(client: pg.PoolClient): Promise<Result>;
}

/**
 * Makes the tables of an installation and fills them, in one transaction: a failure, or the end of this process, leaves the
 * database as it was. Processes that open the database meanwhile wait.
 * @throws Problem database_unsupported, database_in_use
 */
export async function makeTables<Result>(
  pool: pg.Pool,
  { place, node, timeoutMs, check, fill }: NewTables<Result>,
): Promise<Result> {
  return locked(pool, async (client) => {
    await requireFit(client, place);
    // The end of the connection without a commit undoes all of it.
    await client.query('begin');
    await check(client);
    await client.query(nodesTable);
    await requireUnused(client, place, node);
    await client.query(sharedTextsTable);
    await migratePostgres(getReads(client, timeoutMs), place, { isInTransaction: true });
    const result = await fill(client);
    await openVersions(client);
    await client.query('commit');
    return result;
  });
}

/**
 * Claims the database, which may take until another process ends. The leader then brings its tables to the newest schema: the
 * leader before may be of an earlier version.
 */
export async function openDatabase(pool: pg.Pool, place: string, claimant: Claimant): Promise<Membership> {
  await locked(pool, async (client) => {
    await requireFit(client, place);
    await client.query(nodesTable);
    await client.query(sharedTextsTable);
  });
  const membership = await Membership.claim(pool, place, claimant, () => isNewest(getReads(pool as never)));
  if (membership.role === 'member') return membership;
  try {
    await locked(pool, async (client) => {
      await migratePostgres(getReads(client, migrationMs), place);
      await openVersions(client);
      await dropStaged(client);
    });
    return membership;
  } catch (error) {
    await membership.release();
    throw error;
  }
}

/** Two processes that start at once wait for each other (advisory lock). */
async function locked<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    const lock = { text: 'select pg_advisory_lock($1)', values: [migrationLock], query_timeout: migrationMs };
    await client.query(lock);
    return await work(client);
  } finally {
    // Ends the lock with the session.
    client.release(true);
  }
}

/** @throws Problem database_unsupported */
async function requireFit(client: pg.PoolClient, place: string): Promise<void> {
  const { rows } = await client.query(`select current_setting('server_version') as version,
    current_setting('server_version_num')::int as number, current_setting('server_encoding') as encoding,
    pg_is_in_recovery() as standby`);
  const { version, number, encoding, standby } = rows[0];
  const fault = findFault({ major: Math.floor(number / 10_000), encoding, standby });
  if (fault)
    throw new Problem('database_unsupported', `The database ${place} (PostgreSQL ${version}) ${fault.is}`, {
      hints: [fault.hint],
    });
}

function findFault(server: {
  major: number;
  encoding: string;
  standby: boolean;
}): { is: string; hint: string } | undefined {
  if (server.major < oldestVersion)
    return {
      is: `is older than ${oldestVersion}`,
      hint: `Update the server to PostgreSQL ${oldestVersion} or newer, and start svc again.`,
    };
  if (server.encoding !== 'UTF8')
    return {
      is: `has the encoding ${server.encoding}`,
      hint: 'Create the database with `createdb --encoding UTF8 --template template0 <name>`.',
    };
  if (server.standby)
    return {
      is: 'is a standby, which takes no writes',
      hint: 'Name the primary server in `Database.Url`.',
    };
  return undefined;
}
