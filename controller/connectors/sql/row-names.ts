import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../../schemas/json.js';
import type { Table } from './engine.js';

/** The name of a row: the values of its key, with commas between; commas and percent signs in them are escaped. */
export function rowName(values: readonly Json[]): string {
  return values
    .map((value) => (value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .map((text) => text.replace(/[%,]/g, encodeURIComponent))
    .join(',');
}

/** The values of a key that a name means; undefined for one that no row of the table can have. */
export function keyOf({ key }: Table, name: string): string[] | undefined {
  const parts = name.split(',');
  if (key.length === 0 || parts.length !== key.length) return undefined;
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Changes with every value of the row. */
export function rowEtag(row: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 32);
}

/** The rows of other tables that a row points to. */
export function rowReferences(table: Table, row: JsonObject, tables: ReadonlyMap<string, Table>) {
  return table.foreignKeys.flatMap(({ columns, table: target, targets }) => {
    const other = tables.get(target);
    if (!other || other.key.length !== targets.length) return [];
    const values = other.key.map((name) => row[columns[targets.indexOf(name)] ?? ''] ?? null);
    if (values.includes(null)) return [];
    return [
      {
        type: target,
        name: rowName(values),
        pointer: `/${columns[0]?.replace(/~/g, '~0').replace(/\//g, '~1')}`,
      },
    ];
  });
}
