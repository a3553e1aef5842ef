import { isDeepStrictEqual } from 'node:util';
import { findFaults } from '../../../../schemas/index.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { member, mergePatch } from '../../../../schemas/json/values.js';
import { Problem, type ProblemCode, type ProblemDetail } from '../../../problems/index.js';
import type { ConnectorEntity, EntityChange } from '../../contract/entities.js';
import type { Column, Table } from '../engine/engine.js';
import { ConstraintError } from '../engine/errors.js';
import { rowSchema } from './entity-types.js';

export type Verb = 'create' | 'update' | 'delete';

/**
 * Returns the columns that a write of a definition sets.
 * @param before the current row; undefined for a new one
 * @throws Problem entity_invalid with every fault
 */
export function columnsToWrite(
  table: Table,
  { definition, mode }: EntityChange,
  before: JsonObject | undefined,
): { column: Column; value: Json }[] {
  const errors: ProblemDetail[] = [];
  const columns: { column: Column; value: Json }[] = [];
  for (const column of table.columns) {
    const { name, generated } = column;
    const was = before?.[name] ?? null;
    const isFixed = generated || (before !== undefined && table.key.includes(name));
    const keyValue = member(definition, name);
    const isMerged = keyValue !== undefined && mode === 'merge' && column.type === 'json';
    const value = isMerged ? mergePatch(was, keyValue) : keyValue;
    const isChange = value !== undefined && !(before && isDeepStrictEqual(value, was));
    if (isChange && isFixed) {
      const reason = generated ? 'is computed by the database' : 'is part of the name, which cannot change';
      errors.push({ pointer: `/${name}`, message: reason });
    } else if (isChange) columns.push({ column, value });
    else if (!isFixed && before && mode === 'replace' && value === undefined && was !== null) {
      columns.push({ column, value: null });
    }
  }
  const after = Object.fromEntries(columns.map(({ column, value }) => [column.name, value]));
  const unknown = Object.entries(definition).filter(
    ([name]) => !table.columns.some((column) => column.name === name),
  );
  const asWritten = { ...Object.fromEntries(unknown), ...after };
  // A change need not repeat the values that the row has.
  const schema = { ...rowSchema(table), ...(before && { required: [] }) };
  errors.push(...findFaults(schema, asWritten).map(({ pointer, message }) => ({ pointer, message })));
  if (errors.length === 0) return columns;
  const [first] = errors;
  const detail = `The row does not fit \`${table.name}\`: \`${first?.pointer || '/'}\` ${first?.message}`;
  throw new Problem('entity_invalid', detail, { errors });
}

/**
 * Returns the key of a new row as it is written; undefined for a value that the database counts.
 * @throws Problem entity_invalid for a value that the database makes in another way: the row could not be found again
 */
export function writtenKey(
  { name: table, key, columns: tableColumns }: Table,
  columns: readonly { column: Column; value: Json }[],
): (Json | undefined)[] {
  return key.map((name) => {
    const value = columns.find(({ column }) => column.name === name)?.value ?? undefined;
    if (value !== undefined || tableColumns.find((column) => column.name === name)?.isCounter) return value;
    const message =
      'must be written: it is part of the key, and the database does not return the value that it makes';
    throw new Problem('entity_invalid', `The row of \`${table}\` needs \`${name}\``, {
      errors: [{ pointer: `/${name}`, message }],
    });
  });
}

/** @throws Problem version_conflict */
export function requireVersion(
  { name: table }: Table,
  { name, etag }: ConnectorEntity,
  ifMatch: readonly string[] | undefined,
): void {
  if (ifMatch === undefined || ifMatch.includes('*') || ifMatch.includes(etag)) return;
  const expected = ifMatch.map((one) => `\`${one.slice(0, 100)}\``).join(', ');
  const detail = `The row \`${name}\` of \`${table}\` has the version \`${etag}\`, not ${expected}`;
  throw new Problem('version_conflict', detail);
}

/** Converts the error of a database constraint; returns any other error unchanged. */
export function writeProblem(error: unknown, { name }: Table, verb: Verb): unknown {
  if (!(error instanceof ConstraintError)) return error;
  const { constraint, message } = error;
  const problem = (code: ProblemCode, detail: string) =>
    new Problem(code, `${detail}: ${message}`, { cause: error });
  if (constraint === 'unique') return problem('name_taken', `\`${name}\` already has such a row`);
  if (constraint === 'foreign-key' && verb === 'delete') {
    return problem('entity_in_use', `Other rows refer to this one of \`${name}\``);
  }
  return problem('entity_invalid', `The database refuses the row of \`${name}\``);
}
