import { isDeepStrictEqual } from 'node:util';
import { findFaults } from '../../../../schemas/index.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { mergePatch } from '../../../../schemas/json/values.js';
import { Problem, type ProblemDetail } from '../../../problems/index.js';
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
  const given = new Map(Object.entries(definition));
  const errors: ProblemDetail[] = [];
  const columns: { column: Column; value: Json }[] = [];
  for (const column of table.columns) {
    const { name, generated } = column;
    const was = before?.[name] ?? null;
    const isFixed = generated || (before !== undefined && table.key.includes(name));
    const value = given.has(name) ? merged(column, given.get(name) ?? null, was, mode) : undefined;
    if (isFixed) {
      if (value !== undefined && !(before && isDeepStrictEqual(value, was))) {
        const message = generated
          ? 'is computed by the database'
          : 'is part of the name, which cannot change';
        errors.push({ pointer: `/${name}`, message });
      }
    } else if (value !== undefined) {
      if (!before || !isDeepStrictEqual(value, was)) columns.push({ column, value });
    } else if (before && mode === 'replace' && was !== null) columns.push({ column, value: null });
  }
  const after = Object.fromEntries(columns.map(({ column, value }) => [column.name, value]));
  const unknown = Object.entries(definition).filter(
    ([name]) => !table.columns.some((known) => known.name === name),
  );
  const asWritten = { ...Object.fromEntries(unknown), ...after };
  errors.push(
    ...findFaults(schemaFor(table, before), asWritten).map(({ pointer, message }) => ({ pointer, message })),
  );
  if (errors.length === 0) return columns;
  const [first] = errors;
  throw new Problem(
    'entity_invalid',
    `The row does not fit \`${table.name}\`: \`${first?.pointer || '/'}\` ${first?.message}`,
    { errors },
  );
}

/** Merges the fields of a JSON column; replaces any other value. */
function merged({ type }: Column, value: Json, was: Json, mode: EntityChange['mode']): Json {
  return mode === 'merge' && type === 'json' ? mergePatch(was, value) : value;
}

/** Returns the schema of a write; a change need not repeat the values that the row has. */
function schemaFor(table: Table, before: JsonObject | undefined): JsonObject {
  const schema = rowSchema(table);
  return before === undefined ? schema : { ...schema, required: [] };
}

/** @throws Problem version_conflict */
export function requireVersion(
  { name: table }: Table,
  { name, etag }: ConnectorEntity,
  ifMatch: readonly string[] | undefined,
): void {
  if (ifMatch === undefined || ifMatch.includes('*') || ifMatch.includes(etag)) return;
  const asked = ifMatch.map((one) => `\`${one.slice(0, 100)}\``).join(', ');
  throw new Problem(
    'version_conflict',
    `The row \`${name}\` of \`${table}\` has the version \`${etag}\`, not ${asked}`,
  );
}

/** Converts the error of a database constraint; returns any other error unchanged. */
export function writeProblem(error: unknown, { name }: Table, verb: Verb): unknown {
  if (!(error instanceof ConstraintError)) return error;
  const { constraint, message } = error;
  if (constraint === 'unique') {
    return new Problem('name_taken', `\`${name}\` already has such a row: ${message}`, { cause: error });
  }
  if (constraint === 'foreign-key' && verb === 'delete') {
    return new Problem('entity_in_use', `Other rows refer to this one of \`${name}\`: ${message}`, {
      cause: error,
    });
  }
  return new Problem('entity_invalid', `The database refuses the row of \`${name}\`: ${message}`, {
    cause: error,
  });
}
