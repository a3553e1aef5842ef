import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { getRowId, type Tables } from '../../storage/index.js';
import { maxIndexed, type RunStatus } from '../journal/run-state.js';

/** The runs of a list. */
export interface RunSelection {
  branch?: string;
  flow?: string;
  /** Only runs of one of these flows. */
  flows?: readonly string[];
  status?: RunStatus;
  /** Only runs in one of these states. */
  statuses?: readonly RunStatus[];
  environment?: string;
  trigger?: string;
  /** Only runs that faulted at this task: a reference, or the name of a task. */
  failedTask?: string;
  /** Only runs that faulted with this type or status: `communication`, a URI, `503`, or both as `communication/503`. */
  error?: string;
  /** Only runs with this signature of their path. */
  path?: string;
  /** Only runs that a run started as subflows: the id of that run. */
  parent?: string;
  /** Only runs with this text in the JSON of their input or output, as it is masked. */
  q?: string;
  /** RFC 3339, compared with `createdAt`. A subflow run also has to belong to a run of the period. */
  since?: string;
  until?: string;
}

type Builder = ExpressionBuilder<Tables, 'runs'>;
type Condition = Expression<SqlBool>;

const unfinished: readonly string[] = ['pending', 'running', 'waiting', 'suspended'];

/**
 * The conditions that an index serves in the order of the ids: a part of the index of a fixed number of entries can be read.
 * Without any, that is the index of the ids.
 */
export function getIndexedConditions(eb: Builder, selection: RunSelection): Condition[] {
  const { parent, flow } = selection;
  const statuses = getStatuses(selection);
  if (parent !== undefined) return [eb('parent_run_id', '=', parent)];
  // As the condition of the index has it: SQLite does not use the index for a parameter.
  if (isAboutFaults(selection)) return [sql<boolean>`status = 'faulted'`];
  if (statuses?.every((status) => unfinished.includes(status)))
    return [eb('ended_at', 'is', null), eb('status', 'in', statuses)];
  return flow === undefined ? [] : [eb('flow', '=', flow)];
}

function isAboutFaults(selection: RunSelection): boolean {
  const { failedTask, error } = selection;
  const statuses = getStatuses(selection);
  return failedTask !== undefined || error !== undefined || statuses?.join() === 'faulted';
}

function getStatuses({ status, statuses }: RunSelection): readonly RunStatus[] | undefined {
  if (status === undefined || statuses === undefined) return status === undefined ? statuses : [status];
  return statuses.filter((each) => each === status);
}

export function getConditions(eb: Builder, selection: RunSelection): Condition[] {
  const { flows, failedTask, error, path, q, since, until } = selection;
  const statuses = getStatuses(selection);
  const conditions = getIndexedConditions(eb, selection);
  for (const column of ['branch', 'flow', 'environment', 'trigger'] as const) {
    const value = selection[column];
    if (value !== undefined) conditions.push(eb(column, '=', value));
  }
  if (statuses !== undefined) conditions.push(isIn(eb, 'status', statuses));
  if (flows !== undefined) conditions.push(isIn(eb, 'flow', flows));
  if (failedTask !== undefined) conditions.push(failedAt(eb, failedTask));
  if (error !== undefined) conditions.push(failedWith(eb, error));
  if (path !== undefined) conditions.push(eb('path', '=', path));
  if (q !== undefined) conditions.push(containsText(q));
  if (since !== undefined) conditions.push(eb('created_at', '>=', Date.parse(since)));
  if (until !== undefined) conditions.push(eb('created_at', '<', Date.parse(until)));
  return conditions;
}

/** Ids do not go back when the clock is set back: they may be ahead of the time of creation. */
const maxAheadMs = 3_600_000;

/** The ids between which the runs of a period are. */
export function getIdRange({ since, until }: RunSelection): { from?: string; before?: string } {
  const from = since === undefined ? {} : { from: toFirstId(Date.parse(since)) };
  return until === undefined ? from : { ...from, before: toFirstId(Date.parse(until) + maxAheadMs) };
}

/** No run of this time or later has a smaller id. */
function toFirstId(time: number): string {
  return getRowId(Math.max(0, time), 0, '0'.repeat(16));
}

function isIn(eb: Builder, column: 'status' | 'flow', values: readonly string[]): Condition {
  return values.length === 0 ? sql<boolean>`1 = 0` : eb(column, 'in', values);
}

function failedAt(eb: Builder, task: string): Condition {
  if (task.startsWith('/')) return eb('failed_task', '=', task.slice(0, maxIndexed.task));
  return endsWith(eb, 'failed_task', `/${task.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

function failedWith(eb: Builder, error: string): Condition {
  if (/^\d+$/.test(error)) return eb('error_status', '=', toStatus(error));
  const [, type = '', status = ''] = /^(.+)\/(\d{3})$/.exec(error) ?? [];
  const isOfType = hasType(eb, error);
  if (status === '') return isOfType;
  return eb.or([isOfType, eb.and([hasType(eb, type), eb('error_status', '=', Number(status))])]);
}

/** Statuses that the column holds; no run has a larger one. */
function toStatus(text: string): number {
  return Math.min(Number(text), 2 ** 31 - 1);
}

/** A type as a URI, or its last segment: the errors of the language differ in that. */
function hasType(eb: Builder, type: string): Condition {
  if (type.includes(':')) return eb('error_type', '=', type.slice(0, maxIndexed.type));
  return eb.or([eb('error_type', '=', type), endsWith(eb, 'error_type', `/${type}`)]);
}

function endsWith(eb: Builder, column: 'failed_task' | 'error_type', end: string): Condition {
  const { length } = [...end];
  const ref = eb.ref(column);
  return sql<boolean>`substr(${ref}, length(${ref}) - ${sql.lit(length - 1)}) = ${end}`;
}

/** Letters of ASCII are compared without their case, as both databases can. */
function containsText(text: string): Condition {
  const inJson = JSON.stringify(text).slice(1, -1);
  const lower = inJson.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const pattern = `%${lower.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const contains = (column: string) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
  return sql<boolean>`(${contains('input')} or ${contains('output')})`;
}
