import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { isName } from './names.js';

/** Returns the title of a schema that is a type name; undefined for a title for people. */
export function titleOf({ title }: JsonObject): string | undefined {
  return typeof title === 'string' && /^[A-Z][A-Za-z0-9]*$/.test(title) ? title : undefined;
}

export function descriptionOf(schema: JsonSchema): string | undefined {
  if (typeof schema !== 'object') return undefined;
  return typeof schema['description'] === 'string' ? schema['description'] : undefined;
}

/** Returns the only JSON type that a schema allows besides null; undefined when there are several or none is stated. */
export function typeOf(schema: JsonObject): string | undefined {
  const types = [schema['type'] ?? []].flat().filter((type) => type !== 'null');
  if (schema['oneOf'] || schema['anyOf'] || schema['allOf'] || schema['$ref']) return undefined;
  return types.length === 1 ? String(types[0]) : undefined;
}

/** Returns the values of an enumeration; undefined when a value is not a valid GraphQL name, or there is none. */
export function choicesOf(schema: JsonObject): string[] | undefined {
  const choices = schema['enum'];
  if (!Array.isArray(choices) || typeOf(schema) !== 'string') return undefined;
  const names = choices.filter((choice) => choice !== null);
  const canBeNamed = (choice: Json) =>
    typeof choice === 'string' && isName(choice) && !/^(true|false|null)$/.test(choice);
  return names.length > 0 && names.every(canBeNamed) ? (names as string[]) : undefined;
}
