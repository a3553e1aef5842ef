import type { Json, JsonObject, JsonSchema } from '../../../schemas/json.js';
import { isName } from './names.js';

/** The name a schema gives its shape; undefined for a title that is for people. */
export function titleOf({ title }: JsonObject): string | undefined {
  return typeof title === 'string' && /^[A-Z][A-Za-z0-9]*$/.test(title) ? title : undefined;
}

export function descriptionOf(schema: JsonSchema): string | undefined {
  if (typeof schema !== 'object') return undefined;
  return typeof schema['description'] === 'string' ? schema['description'] : undefined;
}

/** The one JSON type a schema allows besides null; undefined when there are several, or none is said. */
export function typeOf(schema: JsonObject): string | undefined {
  const types = [schema['type'] ?? []].flat().filter((type) => type !== 'null');
  if (schema['oneOf'] || schema['anyOf'] || schema['allOf'] || schema['$ref']) return undefined;
  return types.length === 1 ? String(types[0]) : undefined;
}

/** The values of an enumeration of names; undefined when it is none, or has values that GraphQL cannot name. */
export function choicesOf(schema: JsonObject): string[] | undefined {
  const choices = schema['enum'];
  if (!Array.isArray(choices) || typeOf(schema) !== 'string') return undefined;
  const names = choices.filter((choice) => choice !== null);
  const canBeNamed = (choice: Json) =>
    typeof choice === 'string' && isName(choice) && !/^(true|false|null)$/.test(choice);
  return names.length > 0 && names.every(canBeNamed) ? (names as string[]) : undefined;
}
