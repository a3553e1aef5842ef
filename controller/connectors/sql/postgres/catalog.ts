import type { Json } from '../../../../schemas/json/types.js';
import type { Column, ForeignKey, Session, Table } from '../engine/engine.js';
import { columnType } from './values.js';

const all = { maxRows: 100_000, foreign: false };

/** Tables, partitioned and foreign ones, views and materialized views that the user may read. */
const relations = `
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relkind in ('r', 'p', 'f', 'v', 'm') and not c.relispartition
    and has_table_privilege(c.oid, 'select')`;
const listing = `
  select c.relname, c.relkind in ('v', 'm'), obj_description(c.oid, 'pg_class') ${relations} order by c.relname`;
const columns = `
  select r.relname, a.attname, case when t.typtype = 'd' then t.typbasetype else t.oid end::int8,
    format_type(a.atttypid, a.atttypmod), a.attnotnull or t.typnotnull,
    a.atthasdef or a.attidentity <> '' or t.typdefault is not null,
    a.attgenerated <> '' or a.attidentity = 'a',
    (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)
  from (select c.oid, c.relname ${relations}) r
    join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
  order by r.relname, a.attnum`;
const constraints = `
  select r.relname, k.contype::text, f.relname, nf.nspname = $1,
    (select json_agg(a.attname order by u.n) from unnest(k.conkey) with ordinality u(num, n)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num),
    (select json_agg(a.attname order by u.n) from unnest(k.confkey) with ordinality u(num, n)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.num)
  from (select c.oid, c.relname ${relations}) r
    join pg_constraint k on k.conrelid = r.oid and k.contype in ('p', 'f')
    left join pg_class f on f.oid = k.confrelid left join pg_namespace nf on nf.oid = f.relnamespace
  order by r.relname, k.conname`;

/** Reads the tables and views of a schema. */
export async function readTables(session: Session, schema: string): Promise<Table[]> {
  const tables = (await session.run(listing, [schema], all)).rows;
  const columnRows = (await session.run(columns, [schema], all)).rows;
  const constraintRows = (await session.run(constraints, [schema], all)).rows;
  return tables.map(([name, isView, comment]) => {
    const own = constraintRows.filter(([table]) => table === name);
    const primary = own.find(([, type]) => type === 'p');
    return {
      name: String(name),
      isView: isView === true,
      comment: typeof comment === 'string' ? comment : null,
      columns: columnRows.filter(([table]) => table === name).map(column),
      key: (primary?.[4] ?? []) as string[],
      foreignKeys: own.flatMap(foreignKey),
    };
  });
}

function column([, name, oid, declared, notNull, hasDefault, generated, values]: Json[]): Column {
  return {
    name: String(name),
    type: columnType(Number(oid)),
    declared: String(declared),
    nullable: notNull !== true,
    hasDefault: hasDefault === true,
    generated: generated === true,
    ...(Array.isArray(values) ? { values: values.map(String) } : {}),
  };
}

function foreignKey([, type, table, isHere, from, to]: Json[]): ForeignKey[] {
  if (type !== 'f' || isHere !== true) return [];
  return [{ columns: from as string[], table: String(table), targets: to as string[] }];
}
