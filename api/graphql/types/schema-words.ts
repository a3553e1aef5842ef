import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { isName } from './names.js';

/** Returns the title of a schema that is a type name; undefined for a title for people. */
export function findTitle({ title }: JsonObject): string | undefined {
  return typeof title === 'string' && /^[A-Z][A-Za-z0-9]*$/.test(title) ? title : undefined;
}

export function findDescription(schema: JsonSchema): string | undefined {
  if (typeof schema !== 'object') return undefined;
  return typeof schema['description'] === 'string' ? schema['description'] : undefined;
}

/** Returns the only JSON type that a schema allows besides null; undefined when there are several or none is stated. */
export function findSchemaType(schema: JsonObject): string | undefined {
  const types = [schema['type'] ?? typesOfChoices(schema)].flat().filter((type) => type !== 'null');
  if ('$ref' in schema || combinations.some((keyword) => !isAboutPresence(schema[keyword]))) return undefined;
  return types.length === 1 ? String(types[0]) : undefined;
}

const combinations = ['oneOf', 'anyOf', 'allOf'];
/** Keywords of alternatives that state only which fields there are. */
const ofPresence = new Set(['required', 'not', 'title', 'description', 'examples']);

/** True if the alternatives differ only in the fields that are present, so that all have one shape. */
function isAboutPresence(alternatives: Json | undefined): boolean {
  if (!Array.isArray(alternatives)) return true;
  return alternatives.every(
    (each) => isObject(each) && Object.keys(each).every((keyword) => ofPresence.has(keyword)),
  );
}

/** Returns the types of the values of an enumeration, which may state no type. */
function typesOfChoices({ enum: choices }: JsonObject): string[] {
  if (!Array.isArray(choices)) return [];
  return [...new Set(choices.map((choice) => (choice === null ? 'null' : typeof choice)))];
}

/** Returns the values of an enumeration; undefined when a value is not a valid GraphQL name, or there is none. */
export function findChoices(schema: JsonObject): string[] | undefined {
  const choices = schema['enum'];
  if (!Array.isArray(choices) || findSchemaType(schema) !== 'string') return undefined;
  const names = choices.filter((choice) => choice !== null);
  const canBeNamed = (choice: Json) =>
    typeof choice === 'string' && isName(choice) && !/^(true|false|null)$/.test(choice);
  return names.length > 0 && names.every(canBeNamed) ? (names as string[]) : undefined;
}

/** Returns the text about each value of an enumeration, as `enumDescriptions` has them. */
export function textsOfChoices(schema: JsonObject): ReadonlyMap<string, string> {
  const [choices, texts] = [schema['enum'], schema['enumDescriptions']];
  if (!Array.isArray(choices) || !Array.isArray(texts)) return new Map();
  return new Map(choices.map((choice, index) => [String(choice), String(texts[index])]));
}

/** Returns a schema without titles: inside a kind they are for people, and two kinds may use one for different shapes. */
export function untitled<Value extends Json>(value: Value): Value {
  return withoutTitles(value) as Value;
}

function withoutTitles(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutTitles);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(
    ([name, member]) => name !== 'title' || typeof member !== 'string',
  );
  return Object.fromEntries(entries.map(([name, member]) => [name, withoutTitles(member)]));
}
