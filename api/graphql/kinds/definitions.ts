import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { isRegular } from '../types/input-types.js';

/**
 * Returns a definition without the nulls of fields that cannot be null: clients send null for a field that they leave out.
 * Parts of any shape stay as they are.
 */
export function withoutNulls(value: Json, schema: JsonSchema): Json {
  if (typeof schema !== 'object') return value;
  const { items } = schema;
  if (Array.isArray(value))
    return items === undefined ? value : value.map((item) => withoutNulls(item, items as JsonSchema));
  if (!isObject(value) || !isRegular(schema)) return value;
  const properties = schema['properties'] as Record<string, JsonSchema>;
  const entries = Object.entries(value).filter(
    ([name, member]) => member !== null || canBeNull(properties[name]),
  );
  return Object.fromEntries(
    entries.map(([name, member]) => [name, withoutNulls(member, properties[name] ?? true)]),
  );
}

const restrictions = ['$ref', 'oneOf', 'anyOf', 'allOf', 'enum', 'const'];

function canBeNull(schema: JsonSchema | undefined): boolean {
  if (typeof schema !== 'object') return true;
  const type = schema['type'];
  if (type !== undefined) return [type].flat().includes('null');
  return !restrictions.some((keyword) => keyword in schema);
}

/** Returns the name that a definition gives its entity; a flow has it in `document`. */
export function nameIn({ name, document }: JsonObject): string | undefined {
  const documentName = isObject(document) ? document['name'] : name;
  return typeof documentName === 'string' ? documentName : undefined;
}
