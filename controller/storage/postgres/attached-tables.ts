import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Attached, StoredColumn } from '../contract/statements.js';
import { openSqlite } from '../sqlite/sqlite-engine.js';
import { copyRows } from './copy-rows.js';
import type { ColumnTypes } from './merge-inserts.js';

/** The columns of a table in the words of SQLite, which backups and their staged tables use. */
export async function getColumns(pool: pg.Pool, table: string): Promise<StoredColumn[]> {
  const { rows } = await pool.query(
    `select column_name as name, data_type as type, is_nullable as nullable, column_default as fallback
     from information_schema.columns where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
    [table],
  );
  return rows.map(({ name, type, nullable, fallback }) => ({
    name,
    type: types[String(type)] ?? 'text',
    required: nullable === 'NO' ? 1 : 0,
    fallback: fallback === null ? null : String(fallback).replace(/::[a-z ]+$/, ''),
  }));
}

/** The types of the columns of all tables. */
export async function columnTypes(pool: pg.Pool): Promise<ColumnTypes> {
  const { rows } = await pool.query(
    `select table_name as table, column_name as name, data_type as type
     from information_schema.columns where table_schema = current_schema()`,
  );
  const all = new Map<string, Map<string, string>>();
  for (const { table, name, type } of rows) {
    const columns = all.get(table) ?? new Map<string, string>();
    all.set(table, columns.set(name, type));
  }
  return all;
}

const types: Readonly<Record<string, string>> = { bigint: 'bigint', integer: 'bigint', bytea: 'blob' };

interface FileColumn {
  name: string;
  /** The place in the primary key; 0 for none. */
  pk: number;
}

/** Copies the tables of an SQLite file into a schema of the database for as long as `work` runs. */
export async function attachedTables<Result>(
  pool: pg.Pool,
  path: string,
  tables: readonly string[],
  work: (schemas: Attached) => Promise<Result>,
): Promise<Result> {
  const main = await currentSchema(pool);
  const staged = stagedSchema(main);
  await dropStaged(pool);
  await pool.query(`create schema ${staged}`);
  const file = openSqlite(path);
  try {
    for (const table of tables) {
      const columns = file
        .prepare(`select name, pk from pragma_table_info('${table}')`)
        .all() as FileColumn[];
      const names = columns.map(({ name }) => `"${name}"`).join(', ');
      const key = columns.filter(({ pk }) => pk > 0).map(({ name }) => `"${name}"`);
      // Unlogged: a crash of the server empties these tables, and the service makes them again.
      await pool.query(
        `create unlogged table ${staged}."${table}" as select ${names} from "${main}"."${table}" with no data`,
      );
      await copyRows(file, pool, { table, into: `${staged}."${table}"` });
      if (key.length > 0) await pool.query(`create index on ${staged}."${table}" (${key.join(', ')})`);
      await pool.query(`analyze ${staged}."${table}"`);
    }
    return await work({ main: `"${main}"`, staged });
  } finally {
    file.close();
    await dropStaged(pool).catch(() => {});
  }
}

/** Removes the copies that an ended process of the same installation has left. */
export async function dropStaged(connection: Pick<pg.Pool, 'query'>): Promise<void> {
  const staged = stagedSchema(await currentSchema(connection));
  await connection.query(`drop schema if exists ${staged} cascade`);
}

async function currentSchema(connection: Pick<pg.Pool, 'query'>): Promise<string> {
  const { rows } = await connection.query('select current_schema() as name');
  return String(rows[0].name);
}

/**
 * Returns the name of the schema for the copies of an installation: those in other schemas of the database may restore at the
 * same time. A hash, since names end at 63 bytes.
 */
function stagedSchema(main: string): string {
  if (main === 'public') return 'svc_staged';
  return `svc_staged_${createHash('sha256').update(main).digest('hex').slice(0, 16)}`;
}
