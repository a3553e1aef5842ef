import type { JsonObject, JsonSchema } from '../../schemas/json/types.js';
import { decodeStep } from '../../schemas/json/values.js';
import { findDialect } from './dialect.js';
import { SchemaIndex } from './schema-index.js';

/**
 * Returns the schema without the keyword `nullable` of OpenAPI, which the drafts do not have: the validator would let null
 * pass, and refuse a schema that has it without a `type`.
 */
export function withoutNullable(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean' || !JSON.stringify(schema).includes('"nullable"')) return schema;
  const { subschemas } = new SchemaIndex(schema, findDialect(schema) ?? 'draft-2020-12');
  const copy = structuredClone(schema);
  for (const { pointer, schema: part } of subschemas) {
    if (!Object.hasOwn(part, 'nullable')) continue;
    const steps = pointer.split('/').slice(1).map(decodeStep);
    const target = steps.reduce((value, step) => value[step] as JsonObject, copy as JsonObject);
    delete target['nullable'];
  }
  return copy;
}
