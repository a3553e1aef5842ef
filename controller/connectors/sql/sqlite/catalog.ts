import type { Json } from '../../../../schemas/json/types.js';
import type { Column, ForeignKey, Session, Table } from '../engine/engine.js';
import { columnType } from './values.js';

const all = { maxRows: 100_000, foreign: false };

const listing = `
  select name, type from sqlite_schema
  where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\'
    and (type = 'view' or name not in (select name from pragma_table_list where type = 'shadow'))
  order by name`;
const columns = `
  select m.name, c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden
  from sqlite_schema m, pragma_table_xinfo(m.name) c
  where m.type in ('table', 'view') and c.hidden <> 1 order by m.name, c.cid`;
const foreignKeys = `
  select m.name, f.id, f."table", f."from", f."to"
  from sqlite_schema m, pragma_foreign_key_list(m.name) f
  where m.type = 'table' order by m.name, f.id, f.seq`;

/** Reads the tables and views of the file. */
export async function readTables(session: Session): Promise<Table[]> {
  const tables = (await session.run(listing, [], all)).rows;
  const columnRows = (await session.run(columns, [], all)).rows;
  const keyRows = (await session.run(foreignKeys, [], all)).rows;
  const getColumns = (table: Json) => columnRows.filter(([owner]) => owner === table);
  const getPrimaryKey = (table: Json) => primaryKey(getColumns(table));
  return tables.map(([name = null, type]) => {
    const key = type === 'table' ? getPrimaryKey(name) : [];
    return {
      name: String(name),
      isView: type === 'view',
      comment: null,
      columns: getColumns(name).map((row) => column(row, key)),
      key,
      foreignKeys: references(
        keyRows.filter(([owner]) => owner === name),
        getPrimaryKey,
      ),
    };
  });
}

function primaryKey(rows: readonly Json[][]): string[] {
  const members = rows.filter(([, , , , , pk]) => Number(pk) > 0);
  return members.sort((a, b) => Number(a[5]) - Number(b[5])).map(([, name]) => String(name));
}

function column([, name, declared, notNull, fallback, , hidden]: Json[], key: readonly string[]): Column {
  const type = String(declared ?? '');
  const isKey = key.includes(String(name));
  // `INTEGER PRIMARY KEY` is the row's number, which SQLite assigns.
  const isRowNumber = isKey && key.length === 1 && type.toUpperCase() === 'INTEGER';
  return {
    name: String(name),
    type: columnType(type) ?? 'text',
    declared: type,
    nullable: notNull !== 1 && !isKey,
    hasDefault: fallback !== null || isRowNumber,
    generated: hidden === 2 || hidden === 3,
  };
}

function references(rows: readonly Json[][], findPrimaryKey: (table: Json) => string[]): ForeignKey[] {
  const keys = new Map<number, { columns: string[]; table: string; targets: string[] }>();
  for (const [, id, table = null, from, to] of rows) {
    const key = keys.get(Number(id)) ?? { columns: [], table: String(table), targets: [] };
    keys.set(Number(id), key);
    key.columns.push(String(from));
    // A declaration without target columns refers to the primary key.
    const target = to ?? findPrimaryKey(table)[key.columns.length - 1];
    if (target !== undefined) key.targets.push(String(target));
  }
  return [...keys.values()];
}
