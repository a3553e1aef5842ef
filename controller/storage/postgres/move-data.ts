import { createHash } from 'node:crypto';
import type pg from 'pg';
import { Problem } from '../../problems/index.js';
import { getLocation } from '../contract/database-location.js';
import { storageFault } from '../contract/storage-faults.js';
import { newestMigration } from '../migrations/index.js';
import { openSqlite, type SqliteDatabase } from '../sqlite/sqlite-engine.js';
import { openPool } from './clients.js';
import { copyRows } from './copy-rows.js';
import { makeTables } from './open-database.js';
import { openingFault, postgresFault } from './postgres-fault.js';

export interface MoveOptions {
  /** The SQLite file of an installation that does not run. */
  file: string;
  url: string;
  /** The id of the data directory. */
  node: string;
  /** Checks everything and copies nothing. */
  isDry: boolean;
  /** Called with each table after its rows were copied and compared. */
  report(table: string, rows: number): void;
}

export interface Moved {
  /** The address without a password. */
  place: string;
  tables: readonly { table: string; rows: number }[];
}

/** Statements on many rows may take long. */
const slowMs = 3_600_000;

/**
 * Copies an installation from SQLite to an empty PostgreSQL database, in one transaction with the tables themselves, and compares
 * both. The file stays as it is. A move that fails, or whose process is killed, leaves the database as it was.
 * @throws Problem database_unreachable, database_unsupported, database_in_use, database_not_empty, database_copy_differs,
 *   storage_failed
 */
export async function moveData(options: MoveOptions): Promise<Moved> {
  const { file, url, isDry, node } = options;
  const place = getLocation(url);
  const source = openSqlite(file);
  const pool = openPool(url, { query_timeout: slowMs, max: 3 });
  try {
    source.exec('pragma query_only = 1');
    const names = getTables(source, file);
    if (isDry) {
      await requireEmpty(pool, place, names);
      return { place, tables: names.map((table) => ({ table, rows: getCount(source, table) })) };
    }
    const tables = await makeTables(pool, {
      place,
      node,
      timeoutMs: slowMs,
      check: (client) => requireEmpty(client, place, names),
      fill: (client) => copyAll(source, client, names, options),
    });
    return { place, tables };
  } catch (error) {
    throw moveFault(error, file, place);
  } finally {
    source.close();
    await pool.end();
  }
}

/** Returns a failure of either database as a problem with its cause; any other error unchanged. */
function moveFault(error: unknown, file: string, place: string): unknown {
  return [
    (cause: unknown) => openingFault(cause, place),
    (cause: unknown) => postgresFault(cause, place, 'write'),
    (cause: unknown) => storageFault(cause, { file }),
  ].reduce((cause, toFault) => toFault(cause), error);
}

/** The tables of a file with the newest schema. @throws Problem database_unsupported */
function getTables(source: SqliteDatabase, file: string): string[] {
  const [row] = source.prepare('select max(name) as name from kysely_migration').all();
  const { name } = row as { name: string };
  if (name !== newestMigration)
    throw new Problem(
      'database_unsupported',
      `The schema of ${file} is ${name}, and this version of svc has ${newestMigration}`,
      {
        hints: [
          'Start this version of svc once on SQLite, which brings the tables to its schema, then stop it and move.',
        ],
      },
    );
  const rows = source
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like 'kysely%' order by name`,
    )
    .all();
  return (rows as { name: string }[]).map((table) => table.name);
}

/** @throws Problem database_not_empty for tables of other programs, and for rows in those of svc */
async function requireEmpty(
  connection: Pick<pg.Pool, 'query'>,
  place: string,
  names: readonly string[],
): Promise<void> {
  const { rows } = await connection.query(
    `select tablename as name from pg_tables where schemaname = current_schema() and tablename not like 'kysely%'
     and tablename not in ('nodes', 'versions')`,
  );
  const present = rows.map(({ name }) => String(name));
  const foreign = present.filter((name) => name !== 'shared_texts' && !names.includes(name));
  const filled: string[] = [];
  for (const name of present.filter((one) => !foreign.includes(one)))
    if ((await connection.query(`select 1 from "${name}" limit 1`)).rows.length > 0) filled.push(name);
  const tables = [...foreign, ...filled];
  if (tables.length === 0) return;
  const detail = `The database ${place} is not empty: it has ${tables.slice(0, 5).join(', ')}${tables.length > 5 ? ' and others' : ''}`;
  throw new Problem('database_not_empty', detail);
}

async function copyAll(
  source: SqliteDatabase,
  client: pg.PoolClient,
  names: readonly string[],
  { report }: MoveOptions,
): Promise<Moved['tables']> {
  const tables: { table: string; rows: number }[] = [];
  for (const table of names) {
    const digest = new RowDigest();
    const rows = await copyRows(source, client, {
      table,
      into: `"${table}"`,
      observe: (row) => digest.add(row),
    });
    await compare(client, table, digest);
    await advance(client, source, table);
    tables.push({ table, rows });
    report(table, rows);
  }
  return tables;
}

/** Reads the copy, and compares it with what was read from the file. @throws Problem database_copy_differs */
async function compare(client: pg.PoolClient, table: string, expected: RowDigest): Promise<void> {
  const digest = new RowDigest();
  await client.query(`declare copied no scroll cursor for select * from "${table}"`);
  for (;;) {
    const { rows } = await client.query('fetch 1000 from copied');
    for (const row of rows) digest.add(row);
    if (rows.length === 0) break;
  }
  await client.query('close copied');
  if (digest.text() === expected.text()) return;
  const detail = `The copy of the table ${table} differs: ${expected.text()} in the file, ${digest.text()} in PostgreSQL`;
  throw new Problem('database_copy_differs', detail);
}

/** Rows that are made later get numbers above all that SQLite has given, also to rows that are gone. */
async function advance(client: pg.PoolClient, source: SqliteDatabase, table: string): Promise<void> {
  const { rows } = await client.query(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_identity = 'YES'`,
    [table],
  );
  for (const { name } of rows) {
    const [column] = source.prepare('select seq from sqlite_sequence where name = ?').all(table);
    const last = Number((column as { seq: number } | undefined)?.seq ?? 0);
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest(1, $3, max("${name}")), greatest($3, max("${name}")) > 0)
       from "${table}"`,
      [`"${table}"`, name, last],
    );
  }
}

function getCount(source: SqliteDatabase, table: string): number {
  const [row] = source.prepare(`select count(*) as n from "${table}"`).all();
  return Number((row as { n: number }).n);
}

/** The number of rows and a digest of their values, whatever their order. */
class RowDigest {
  #rows = 0;
  readonly #sum = new Uint8Array(32);

  add(row: Record<string, unknown>): void {
    const cells = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
    const texts = cells.map(([name, value]) => [
      name,
      value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value,
    ]);
    const hash = createHash('sha256').update(JSON.stringify(texts)).digest();
    for (const [index, byte] of hash.entries()) this.#sum[index] = (this.#sum[index] ?? 0) ^ byte;
    this.#rows += 1;
  }

  text(): string {
    return `${this.#rows} rows, ${Buffer.from(this.#sum).toString('hex')}`;
  }
}
