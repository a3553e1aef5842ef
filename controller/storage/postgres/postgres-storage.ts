import type pg from 'pg';
import { compileStatement } from '../contract/compile-statement.js';
import { getLocation } from '../contract/database-location.js';
import type { Standby } from '../contract/lease.js';
import { type Storage, toUnit } from '../contract/statements.js';
import { attachedTables, columnTypes, getColumns } from './attached-tables.js';
import { openPool } from './clients.js';
import type { Membership } from './membership.js';
import { InsertMerger } from './merge-inserts.js';
import { openDatabase } from './open-database.js';
import { PostgresCommit } from './postgres-commit.js';
import { openingFault, postgresFault } from './postgres-fault.js';
import { readSnapshot, readsOver } from './reads.js';
import { sharedTexts } from './shared-texts.js';

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

/**
 * Opens storage in a PostgreSQL database, 13 or newer, and brings its tables to the newest schema.
 * @throws Problem database_unreachable, database_unsupported, database_in_use
 */
export async function openPostgresStorage(options: PostgresOptions): Promise<Storage> {
  const { node: id, version, standby, connections = 10 } = options;
  // Files of secrets often end with a line break.
  const url = options.url.trim();
  const place = getLocation(url);
  const pool = openPool(url, { max: connections });
  try {
    const membership = await openDatabase(pool, place, { id, version, standby });
    const commit = new PostgresCommit(url, membership, place, new InsertMerger(await columnTypes(pool)));
    const db = readsOver(pool, place);
    const guarded = <Result>(work: Promise<Result>): Promise<Result> =>
      work.catch((error) => {
        throw postgresFault(error, place, 'read');
      });
    let closing: Promise<void> | undefined;
    return {
      db,
      place,
      lease: membership,
      node: membership,
      shared: sharedTexts(pool, commit),
      refusal: () => commit.refusal(),
      statement: (build) => compileStatement(db, build),
      commit: (unit) => commit.commit(toUnit(unit)),
      counts: () => ({ ...commit.counts }),
      async integrity() {
        await guarded(pool.query('select 1'));
        return 'ok';
      },
      // The server's own vacuum does.
      shrink() {},
      server: () => guarded(serverState(pool)),
      columns: (table) => guarded(getColumns(pool, table)),
      attached: (path, tables, work) => attachedTables(pool, path, tables, work),
      snapshot: (read) => readSnapshot(pool, place, read),
      close() {
        closing ??= closed(commit, membership, pool);
        return closing;
      },
    };
  } catch (error) {
    await pool.end().catch(() => {});
    throw openingFault(error, place);
  }
}

async function closed(commit: PostgresCommit, membership: Membership, pool: pg.Pool): Promise<void> {
  await commit.close();
  await membership.release();
  await pool.end();
}

async function serverState(pool: pg.Pool) {
  const { rows } = await pool.query(
    `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
  );
  const begun = performance.now();
  await pool.query('select 1');
  return {
    version: String(rows[0].version),
    bytes: Number(rows[0].bytes),
    latencyMs: performance.now() - begun,
  };
}
