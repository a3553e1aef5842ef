import { createHash } from 'node:crypto';
import { parseJsonText, toJsonText } from '../../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import type { EntityQuery } from '../../contract/entities.js';
import type { Dialect } from '../engine/dialect.js';
import type { Column, Engine, Table } from '../engine/engine.js';
import { type Placeholders, quoted } from '../engine/placeholders.js';
import { comparable, invalid } from './row-filter.js';

interface Term {
  column: Column;
  isDown: boolean;
}

/**
 * The order of a list and the start of its next page: after the values of the last row (keyset), so that rows added or
 * removed in between shift nothing; tables without a key use an offset. Nulls come last, in both directions.
 */
export class RowOrder {
  readonly #terms: readonly Term[];
  readonly #digest: string;

  /** @throws Problem request_invalid */
  constructor(
    private readonly table: Table,
    { filter, order }: EntityQuery,
  ) {
    const terms = order.map((text) => {
      const isDown = text.startsWith('-');
      return { column: comparable(table, isDown ? text.slice(1) : text), isDown };
    });
    const rest = table.columns.filter(
      ({ name }) => table.key.includes(name) && !terms.some(({ column }) => column.name === name),
    );
    this.#terms = [...terms, ...rest.map((column) => ({ column, isDown: false }))];
    this.#digest = createHash('sha256')
      .update(toJsonText([table.name, filter, order]))
      .digest('hex')
      .slice(0, 16);
  }

  sql(dialect: Dialect): string {
    const parts = this.#terms.flatMap(({ column, isDown }) => {
      const name = quoted(dialect, column.name);
      return [...(column.nullable ? [`${name} is null`] : []), isDown ? `${name} desc` : name];
    });
    return parts.length === 0 ? '' : ` order by ${parts.join(', ')}`;
  }

  /** Returns the condition for rows after the cursor, and the rows to skip. @throws Problem request_invalid */
  after(
    cursor: string | undefined,
    engine: Engine,
    places: Placeholders,
  ): { condition?: string; offset: number } {
    if (cursor === undefined) return { offset: 0 };
    const { d, v, n } = parse(cursor);
    if (d !== this.#digest) throw foreignCursor();
    if (this.table.key.length === 0) return { offset: typeof n === 'number' && n >= 0 ? Math.trunc(n) : 0 };
    if (!Array.isArray(v) || v.length !== this.#terms.length) throw foreignCursor();
    return { condition: this.#afterValues(v, engine, places), offset: 0 };
  }

  cursor(row: JsonObject, offset: number): string {
    const isKeyed = this.table.key.length > 0;
    const place = isKeyed ? { v: this.#terms.map(({ column }) => row[column.name] ?? null) } : { n: offset };
    return Buffer.from(toJsonText({ d: this.#digest, ...place })).toString('base64url');
  }

  #afterValues(values: readonly Json[], engine: Engine, places: Placeholders): string {
    const getColumnName = (column: Column) => quoted(engine.dialect, column.name);
    // Each use of a value has a placeholder of its own, in the order of the text.
    const place = (at: number, column: Column) => places.add(engine.toSql(values[at] ?? null, column));
    const same = ({ column }: Term, at: number): string =>
      (values[at] ?? null) === null
        ? `${getColumnName(column)} is null`
        : `${getColumnName(column)} = ${place(at, column)}`;
    const cases = this.#terms.flatMap(({ column, isDown }, index) => {
      // Nothing comes after null.
      if ((values[index] ?? null) === null) return [];
      const before = this.#terms.slice(0, index).map(same);
      const behind = `${getColumnName(column)} ${isDown ? '<' : '>'} ${place(index, column)}`;
      return [
        [...before, column.nullable ? `(${behind} or ${getColumnName(column)} is null)` : behind].join(
          ' and ',
        ),
      ];
    });
    return cases.length === 0 ? '1 = 0' : `(${cases.map((one) => `(${one})`).join(' or ')})`;
  }
}

function parse(cursor: string): JsonObject {
  try {
    const value: unknown = parseJsonText(Buffer.from(cursor, 'base64url').toString());
    if (isObject(value)) return value;
  } catch {
    // Reported below.
  }
  throw foreignCursor();
}

function foreignCursor() {
  return invalid('The `cursor` does not belong to this list', [
    'Leave `cursor` out to start from the first page; keep `filter` and `order` between pages.',
  ]);
}
