import type pg from 'pg';
import type { SqliteDatabase } from '../sqlite/sqlite-engine.js';
import { toStored } from './texts.js';

/** Rows of one statement, and about the most characters of their values. */
const maxRows = 1_000;
const maxSize = 4 * 1_048_576;

type Queryable = Pick<pg.Pool, 'query'>;
type Row = Record<string, unknown>;

/** Copies the rows of a table of an SQLite file, in batches, so that memory does not grow with it. @returns their number */
export async function copyRows(
  file: SqliteDatabase,
  target: Queryable,
  { table, into, observe }: { table: string; into: string; observe?: (row: Row) => void },
): Promise<number> {
  const names = (
    file.prepare(`select name from pragma_table_info('${table}')`).all() as { name: string }[]
  ).map(({ name }) => name);
  const types = await getTypes(target, into);
  const insert = getInsert(into, names, types);
  let [batch, size, rows]: [Row[], number, number] = [[], 0, 0];
  const write = async (): Promise<void> => {
    if (batch.length === 0) return;
    await target.query(
      insert,
      names.map((name) => batch.map((row) => toStored(row[name]))),
    );
    [batch, size] = [[], 0];
  };
  for (const row of file.iterate(`select * from "${table}"`) as IterableIterator<Row>) {
    observe?.(row);
    batch.push(row);
    rows += 1;
    size += measureRowSize(row);
    if (batch.length >= maxRows || size > maxSize) await write();
  }
  await write();
  return rows;
}

/** One statement for any number of rows: an array for each column. */
function getInsert(into: string, names: readonly string[], types: ReadonlyMap<string, string>): string {
  const columns = names.map((name) => `"${name}"`).join(', ');
  const arrays = names.map((name, index) => `$${index + 1}::${types.get(name) ?? 'text'}[]`).join(', ');
  return `insert into ${into} (${columns}) select * from unnest(${arrays})`;
}

/** The types of the columns of a table, by name. */
async function getTypes(target: Queryable, table: string): Promise<Map<string, string>> {
  const { rows } = await target.query(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  return new Map(rows.map(({ name, type }) => [String(name), String(type)]));
}

function measureRowSize(row: Row): number {
  let size = 0;
  for (const value of Object.values(row))
    if (typeof value === 'string' || value instanceof Uint8Array) size += value.length;
  return size;
}
