import type { Json } from '../../../../schemas/json/types.js';
import type { Column, ForeignKey, Session, Table } from '../engine/engine.js';
import { columnType } from './values.js';

const all = { maxRows: 100_000, foreign: false };

const listing = `
  select table_name, table_type, table_comment from information_schema.tables
  where table_schema = ? and table_type in ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW') order by table_name`;
const columns = `
  select table_name, column_name, data_type, column_type, is_nullable, column_default, extra
  from information_schema.columns where table_schema = ? order by table_name, ordinal_position`;
const keys = `
  select table_name, constraint_name, column_name, referenced_table_name, referenced_column_name
  from information_schema.key_column_usage
  where table_schema = ? and (constraint_name = 'PRIMARY' or referenced_table_schema = table_schema)
  order by table_name, constraint_name, ordinal_position`;
/** MariaDB declares JSON as text with a check. */
const jsonChecks = `
  select table_name, check_clause from information_schema.check_constraints
  where constraint_schema = ? and check_clause like 'json_valid(%'`;

/** Reads the tables and views of a database. */
export async function readTables(session: Session, schema: string): Promise<Table[]> {
  const read = async (sql: string, ...values: string[]) => (await session.run(sql, values, all)).rows;
  const [[version = null] = []] = await read('select version()');
  const tables = await read(listing, schema);
  const columnRows = await read(columns, schema);
  const keyRows = await read(keys, schema);
  const checks = /mariadb/i.test(String(version)) ? await read(jsonChecks, schema) : [];
  const json = new Set(checks.map(([table, clause]) => `${table} ${jsonColumn(String(clause))}`));
  return tables.map(([name, kind, comment]) => {
    const own = keyRows.filter(([table]) => table === name);
    return {
      name: String(name),
      isView: kind === 'VIEW',
      comment: kind === 'VIEW' || comment === '' || comment === null ? null : String(comment),
      columns: columnRows.filter(([table]) => table === name).map((row) => column(row, json)),
      key: own.filter(([, constraint]) => constraint === 'PRIMARY').map(([, , part]) => String(part)),
      foreignKeys: references(own),
    };
  });
}

function jsonColumn(clause: string): string | undefined {
  return /^json_valid\(`((?:[^`]|``)*)`\)$/.exec(clause)?.[1]?.replaceAll('``', '`');
}

function column(
  [table, name, dataType, declared, nullable, fallback, extra]: Json[],
  json: ReadonlySet<string>,
): Column {
  const type = String(declared);
  const more = String(extra);
  const isCounter = /auto_increment/i.test(more);
  // MariaDB writes the lack of a default of a nullable column as a text.
  const hasFallback = fallback !== null && fallback !== 'NULL';
  const values = /^enum\((.*)\)$/is.exec(type)?.[1];
  return {
    name: String(name),
    type: json.has(`${table} ${name}`) ? 'json' : columnType(String(dataType), type),
    declared: type,
    nullable: nullable === 'YES',
    hasDefault: hasFallback || isCounter,
    isCounter,
    generated: /\b(?:virtual|stored|persistent) generated\b/i.test(more),
    ...(values === undefined ? {} : { values: texts(values) }),
  };
}

function texts(list: string): string[] {
  return [...list.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) => text.replaceAll("''", "'"));
}

function references(rows: readonly Json[][]): ForeignKey[] {
  const keys = new Map<string, { columns: string[]; table: string; targets: string[] }>();
  for (const [, constraint, column, table, target] of rows) {
    if (table === null) continue;
    const key = keys.get(String(constraint)) ?? { columns: [], table: String(table), targets: [] };
    keys.set(String(constraint), key);
    key.columns.push(String(column));
    key.targets.push(String(target));
  }
  return [...keys.values()];
}
