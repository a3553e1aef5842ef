import { createHash } from 'node:crypto';
import { toJsonText } from '../../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { pointerTo } from '../../../../schemas/json/values.js';
import type { Table } from '../engine/engine.js';

/** Returns the name of a row: the values of its key, joined by commas; commas and percent signs in them are escaped. */
export function rowName(values: readonly Json[]): string {
  return values
    .map((value) => (value === null ? '' : typeof value === 'object' ? toJsonText(value) : String(value)))
    .map((text) => text.replace(/[%,]/g, encodeURIComponent))
    .join(',');
}

/** Returns the values of the key in a name; undefined for a name that no row of the table can have. */
export function findKey({ key }: Table, name: string): string[] | undefined {
  const parts = name.split(',');
  if (key.length === 0 || parts.length !== key.length) return undefined;
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Returns a version that changes with every value of the row. */
export function rowEtag(row: JsonObject): string {
  return createHash('sha256').update(toJsonText(row)).digest('hex').slice(0, 32);
}

/** Returns the rows of other tables to which a row refers. */
export function rowReferences(table: Table, row: JsonObject, tables: ReadonlyMap<string, Table>) {
  return table.foreignKeys.flatMap(({ columns, table: target, targets }) => {
    const other = tables.get(target);
    if (!other || other.key.length !== targets.length) return [];
    const values = other.key.map((name) => row[columns[targets.indexOf(name)] ?? ''] ?? null);
    if (values.includes(null)) return [];
    return [{ type: target, name: rowName(values), pointer: pointerTo('', columns[0] ?? '') }];
  });
}
