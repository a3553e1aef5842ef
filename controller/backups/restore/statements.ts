import type { Attached, StoredColumn, Write } from '../../storage/index.js';
import type { TableRule } from '../archive/categories.js';
import type { ChangeKind } from './changes.js';

/** Returns the statements that take over the staged rows of a table, as its rule says. */
export function takeOver(
  { main, staged }: Attached,
  rule: TableRule,
  columns: readonly StoredColumn[],
): Write[] {
  const { table, restore } = rule;
  const names = columns.map(({ name }) => `"${name}"`);
  const values = columns.map(({ name }) => getSource(main, rule, name));
  const insert = `insert into ${main}."${table}" (${names.join(', ')}) select ${values.join(', ')} from ${staged}."${table}" s where ${isAdded(main, rule)}${replacing(rule, columns)}`;
  if (restore !== 'replace') return [write(insert)];
  const all = columns.map(({ name }) => name);
  const remove = `delete from ${main}."${table}" as m where not exists (select 1 from ${staged}."${table}" s where ${same(all, 'm', 's')})`;
  const ends = table === 'users' ? endingSessions(main, staged) : [];
  return [...ends, remove, insert].map(write);
}

/** Returns the condition on a staged row `s` by which it is taken over. */
function isAdded(main: string, { table, key, ofRun, marks = [], rows }: TableRule): string {
  const hasMarks = marks.map((mark) => ` and m."${mark}" is not null`).join('');
  const isNew = ofRun
    ? `not exists (select 1 from ${main}.runs r where r.id = s."${ofRun}")`
    : `not exists (select 1 from ${main}."${table}" m where ${same(key, 'm', 's')}${hasMarks})`;
  return rows === undefined ? isNew : `${isNew} and (${rows})`;
}

/** Rows of a present run are not taken over; leftover rows of a run that is gone are replaced, and rows that are marked stay. */
function replacing({ key, ofRun, marks }: TableRule, columns: readonly StoredColumn[]): string {
  if (ofRun === undefined && marks === undefined) return '';
  const others = marks ?? columns.map(({ name }) => name).filter((name) => !key.includes(name));
  const set = others.map((name) => `"${name}" = excluded."${name}"`);
  return ` on conflict (${key.join(', ')}) do update set ${set.join(', ')}`;
}

/** Returns queries for the numbers of created, changed and deleted rows of a table. */
export function countQueries(
  { main, staged }: Attached,
  rule: TableRule,
  columns: readonly StoredColumn[],
): Partial<Record<ChangeKind, string>> {
  const { table, key, restore } = rule;
  const created = `select count(*) as count from ${staged}."${table}" s where ${isAdded(main, rule)}`;
  if (restore !== 'replace') return { created };
  const all = columns.map(({ name }) => name);
  const changed = `select count(*) as count from ${staged}."${table}" s join ${main}."${table}" m on ${same(key, 'm', 's')} where not (${same(all, 'm', 's')})`;
  const deleted = `select count(*) as count from ${main}."${table}" m where not exists (select 1 from ${staged}."${table}" s where ${same(key, 'm', 's')})`;
  return { created, changed, deleted };
}

/** Returns queries for the labels of created, changed and deleted rows; none for a table without a label. */
export function labelQueries(
  schemas: Attached,
  { table, restore, label, rows }: TableRule,
  columns: readonly StoredColumn[],
): Partial<Record<ChangeKind, string>> {
  if (label === undefined) return {};
  const all = columns.map(({ name }) => name);
  const only = rows === undefined ? '' : ` where ${rows}`;
  const staged = `select ${label} as label from ${schemas.staged}."${table}"${only}`;
  const present = `select ${label} as label from ${schemas.main}."${table}"${only}`;
  const created = `${staged} except ${present} order by 1`;
  if (restore !== 'replace') return { created };
  const differ = (one: string, other: string) =>
    `select ${label} as label from ${one}."${table}" o where not exists (select 1 from ${other}."${table}" t where ${same(all, 'o', 't')})`;
  const changed = `select distinct label from (${differ(schemas.staged, schemas.main)} union ${differ(schemas.main, schemas.staged)}) as differing where label in (${staged}) and label in (${present}) order by 1`;
  return { created, changed, deleted: `${present} except ${staged} order by 1` };
}

/** Users that are deleted, disabled or get another password have to sign in again. */
function endingSessions(main: string, staged: string): string[] {
  return [
    `delete from ${main}.sessions where "user" not in (
      select s.name from ${staged}.users s join ${main}.users m on m.name = s.name and m.password = s.password where s.disabled = 0)`,
    `delete from ${main}.refresh_tokens where session not in (select id from ${main}.sessions)`,
    `delete from ${main}.console_sessions where issuer is null and principal not in (
      select 'user:' || s.name from ${staged}.users s join ${main}.users m on m.name = s.name and m.password = s.password where s.disabled = 0)`,
  ];
}

/**
 * An idempotency key that a present run has is not given to a restored run. A restored run receives the events from now on:
 * positions of another database mean nothing here. A trigger that is not here yet gets its times when its definition comes.
 */
function getSource(main: string, { table }: TableRule, column: string): string {
  if (table === 'triggers' && column === 'timetable') return "''";
  if (table === 'triggers' && ['next_at', 'due_at', 'awaited_run'].includes(column)) return 'null';
  if (table === 'runs' && column === 'events_before') return `(select max(seq) from ${main}.branch_events)`;
  if (table !== 'runs' || column !== 'idempotency_key') return `s."${column}"`;
  return `case when exists (select 1 from ${main}.runs r where r.idempotency_key = s.idempotency_key) then null else s.idempotency_key end`;
}

function same(columns: readonly string[], one: string, other: string): string {
  return columns
    .map((column) => `${one}."${column}" is not distinct from ${other}."${column}"`)
    .join(' and ');
}

function write(sql: string): Write {
  return { sql, values: [], isSlow: true };
}
