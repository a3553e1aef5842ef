import { didYouMean } from '../../../../schemas/nearest.js';
import { Problem } from '../../../problems/index.js';
import type { Column, Engine, Table } from '../engine/engine.js';
import { type Placeholders, quoted } from '../engine/placeholders.js';

const incomparable: ReadonlySet<Column['type']> = new Set(['json', 'bytes', 'array']);
const condition = /^(.+?)\s*(!=|>=|<=|\^=|=|>|<)([\s\S]*)$/;
const nullness = /^(.+?)\s+is\s+(not\s+)?null$/i;
const operators: Readonly<Record<string, string>> = {
  '=': '=',
  '!=': '<>',
  '>': '>',
  '<': '<',
  '>=': '>=',
  '<=': '<=',
};

/** Compiles `price>=10` and the like to SQL: columns are of the catalog, values bound. @throws Problem request_invalid */
export function filterSql(engine: Engine, table: Table, text: string, places: Placeholders): string {
  const { dialect } = engine;
  const [, named, negated] = nullness.exec(text) ?? [];
  if (named !== undefined)
    return `${quoted(dialect, columnNamed(table, named).name)} is ${negated ? 'not ' : ''}null`;
  const [, name = '', operator = '', value = ''] = condition.exec(text) ?? [];
  if (operator === '') {
    throw invalid(`\`${text.slice(0, 100)}\` is not a condition`, [
      'Write `column=value`, with `=`, `!=`, `>`, `>=`, `<`, `<=` or `^=` (begins with), or `column is null`.',
    ]);
  }
  const column = comparable(table, name);
  const place = quoted(dialect, column.name);
  if (operator === '^=') {
    // A number of characters is safe in the text of the statement.
    const length = [...value].length;
    return `substr(cast(${place} as ${dialect.textType}), 1, ${length}) = ${places.add(value)}`;
  }
  return `${place} ${operators[operator]} ${places.add(engine.toSql(typed(column, value), column))}`;
}

/** @throws Problem request_invalid for a column that has no order */
export function comparable(table: Table, name: string): Column {
  const column = columnNamed(table, name);
  if (!incomparable.has(column.type)) return column;
  throw invalid(`\`${name}\` of \`${table.name}\` is ${column.declared} and cannot be compared`);
}

function columnNamed({ name: table, columns }: Table, name: string): Column {
  const column = columns.find((column) => column.name === name);
  if (column) return column;
  const names = columns.map((column) => column.name);
  const [hint = `Columns: ${names.map((column) => `\`${column}\``).join(', ')}.`] = didYouMean(name, names);
  throw invalid(`\`${table}\` has no column \`${name.slice(0, 100)}\``, [hint]);
}

function typed({ name, type }: Column, text: string): string | boolean {
  const wrong = (what: string) => invalid(`\`${text.slice(0, 100)}\` is ${what}, as \`${name}\` needs`);
  if (type === 'boolean') {
    if (text !== 'true' && text !== 'false') throw wrong('neither `true` nor `false`');
    return text === 'true';
  }
  if (type === 'integer' && !/^-?\d{1,19}$/.test(text)) throw wrong('not a whole number');
  if ((type === 'number' || type === 'decimal') && !/^-?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i.test(text))
    throw wrong('not a number');
  return text;
}

export function invalid(detail: string, hints: string[] = []): Problem {
  return new Problem('request_invalid', detail, { hints });
}
