import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import type { EntityType } from '../../contract/entities.js';
import type { Column, ColumnType, Table } from '../engine/engine.js';

const forms: Readonly<Record<ColumnType, JsonObject>> = {
  // Beyond 2^53 JSON numbers lose digits.
  integer: { type: ['integer', 'string'], pattern: '^-?[0-9]{1,20}$' },
  number: { type: ['number', 'string'] },
  decimal: { type: ['string', 'number'] },
  boolean: { type: 'boolean' },
  text: { type: 'string' },
  json: {},
  bytes: { type: 'string', contentEncoding: 'base64' },
  date: { type: 'string' },
  timestamp: { type: 'string' },
  array: { type: 'array' },
};

export function rowSchema(table: Table): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: table.name,
    ...(table.comment === null ? {} : { description: table.comment }),
    type: 'object',
    additionalProperties: false,
    required: table.columns.filter(isRequired).map(({ name }) => name),
    properties: Object.fromEntries(table.columns.map((column) => [column.name, columnSchema(table, column)])),
  };
}

function isRequired({ nullable, hasDefault, generated }: Column): boolean {
  return !nullable && !hasDefault && !generated;
}

function columnSchema({ foreignKeys }: Table, column: Column): JsonObject {
  const form = { ...forms[column.type] };
  const { type } = form;
  if (column.nullable && type !== undefined)
    form['type'] = [...(Array.isArray(type) ? type : [type]), 'null'] as Json;
  if (column.values) form['enum'] = [...column.values, ...(column.nullable ? [null] : [])];
  const target = foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === column.name);
  const parts = [column.declared || 'untyped', ...(target ? [`names a row of \`${target.table}\``] : [])];
  if (column.hasDefault) parts.push('the database has a default');
  return { ...form, description: `${parts.join('; ')}.`, ...(column.generated ? { readOnly: true } : {}) };
}

export function entityType(table: Table, isReadOnly: boolean): EntityType {
  const hasKey = table.key.length > 0;
  const isWritable = !isReadOnly && !table.isView && hasKey;
  return {
    name: table.name,
    title: table.name,
    description: table.comment ?? `The rows of the ${table.isView ? 'view' : 'table'} \`${table.name}\`.`,
    schema: rowSchema(table),
    key: table.key,
    capabilities: { read: hasKey, create: isWritable, update: isWritable, delete: isWritable },
  };
}
