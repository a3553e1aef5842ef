import type { Write } from '../../storage/index.js';
import type { TableRule } from '../archive/categories.js';
import type { ChangeKind } from './changes.js';

export interface Column {
  name: string;
  type: string;
  /** 0 or 1. */
  required: number;
  /** The default, as SQL. */
  fallback: string | null;
}

/** Returns the statements that take over the staged rows of a table, as its rule says. */
export function takeOver(rule: TableRule, columns: readonly Column[]): Write[] {
  const { table, key, restore, ofRun } = rule;
  const names = columns.map(({ name }) => `"${name}"`);
  const values = columns.map(({ name }) => sourceOf(rule, name));
  const isNew = ofRun
    ? `not exists (select 1 from main.runs r where r.id = s."${ofRun}")`
    : `not exists (select 1 from main."${table}" m where ${same(key, 'm', 's')})`;
  // Rows of a present run are not taken over; leftover rows of a run that is gone are replaced.
  const verb = ofRun ? 'insert or replace' : 'insert';
  const insert = `${verb} into main."${table}" (${names.join(', ')}) select ${values.join(', ')} from staged."${table}" s where ${isNew}`;
  if (restore === 'add') return [write(insert)];
  const all = columns.map(({ name }) => name);
  const remove = `delete from main."${table}" as m where not exists (select 1 from staged."${table}" s where ${same(all, 'm', 's')})`;
  const ends = table === 'users' ? endingSessions : [];
  return [...ends, remove, insert].map(write);
}

/** Returns queries for the labels of created, changed and deleted rows; none for a table without a label. */
export function labelQueries(
  { table, restore, label }: TableRule,
  columns: readonly Column[],
): Partial<Record<ChangeKind, string>> {
  if (label === undefined) return {};
  const all = columns.map(({ name }) => name);
  const staged = `select ${label} as label from staged."${table}"`;
  const present = `select ${label} as label from main."${table}"`;
  const created = `${staged} except ${present} order by 1`;
  if (restore === 'add') return { created };
  const differ = (one: string, other: string) =>
    `select ${label} as label from ${one}."${table}" o where not exists (select 1 from ${other}."${table}" t where ${same(all, 'o', 't')})`;
  const changed = `select distinct label from (${differ('staged', 'main')} union ${differ('main', 'staged')}) where label in (${staged}) and label in (${present}) order by 1`;
  return { created, changed, deleted: `${present} except ${staged} order by 1` };
}

/** Users that are deleted, disabled or get another password have to sign in again. */
const endingSessions = [
  `delete from main.sessions where user not in (
    select s.name from staged.users s join main.users m on m.name = s.name and m.password = s.password where s.disabled = 0)`,
  'delete from main.refresh_tokens where session not in (select id from main.sessions)',
];

/**
 * An idempotency key that a present run has is not given to a restored run. A restored run receives the events from now on:
 * positions of another database mean nothing here.
 */
function sourceOf({ table }: TableRule, column: string): string {
  if (table === 'runs' && column === 'events_before') return '(select max(seq) from main.branch_events)';
  if (table !== 'runs' || column !== 'idempotency_key') return `s."${column}"`;
  return 'case when exists (select 1 from main.runs r where r.idempotency_key = s.idempotency_key) then null else s.idempotency_key end';
}

function same(columns: readonly string[], one: string, other: string): string {
  return columns.map((column) => `${one}."${column}" is ${other}."${column}"`).join(' and ');
}

function write(sql: string): Write {
  return { sql, values: [] };
}
