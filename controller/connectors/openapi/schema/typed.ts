import type { JsonObject } from '../../../../schemas/json/types.js';
import { findTypes, isOfType } from './keywords.js';

/** Adds `type` and `enum`, with null where the schema allows it by a keyword of an earlier version. */
export function typed(schema: JsonObject, result: JsonObject): JsonObject {
  const { enum: choices, nullable, 'x-nullable': isNullable } = schema;
  const mayBeNull = nullable === true || isNullable === true;
  const types = findTypes(schema);
  const values = Array.isArray(choices) && choices.length > 0 ? [...choices] : undefined;
  // Choices of other types than the stated one are meant all the same.
  const fits = values === undefined || types === undefined || values.some((each) => isOfType(each, types));
  if (types && fits) {
    const all = mayBeNull ? [...new Set([...types, 'null'])] : types;
    result['type'] = all.length === 1 && all[0] ? all[0] : all;
  }
  if (values) result['enum'] = mayBeNull && !values.includes(null) ? [...values, null] : values;
  if (!mayBeNull || types || values) return result;
  const isOpen = !('allOf' in result || 'anyOf' in result || 'not' in result);
  return isOpen ? result : { anyOf: [result, { type: 'null' }] };
}
