import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';

const deepest = 6;

/** Example texts by the name of the field; null only where the field may be null. */
export type ExampleTexts = Readonly<Record<string, string | null>>;

/** Returns the example, default or first choice that a schema states, else a value of its type, with text from `texts`. */
export function getExample(schema: JsonSchema, texts: ExampleTexts = {}): Json {
  return make(schema, '', { texts, depth: 0 });
}

interface Making {
  texts: ExampleTexts;
  depth: number;
}

function make(schema: JsonSchema, name: string, making: Making): Json {
  if (typeof schema === 'boolean' || making.depth > deepest) return {};
  const example = statedExample(schema);
  if (example !== undefined) return example;
  const inside = { ...making, depth: making.depth + 1 };
  const types = [schema['type']].flat();
  switch (types[0]) {
    case 'string':
      return toFormatText(schema['format'], ownText(making.texts, name, types.includes('null')));
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return isSchema(schema['items']) ? [make(schema['items'], name, inside)] : [];
    default:
      return toObject(schema, inside);
  }
}

function ownText(texts: ExampleTexts, name: string, mayBeNull: boolean): string | null | undefined {
  const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
  return text === null && !mayBeNull ? undefined : text;
}

function statedExample(schema: JsonObject): Json | undefined {
  const { examples, default: usual, const: only, enum: choices } = schema;
  const [example] = Array.isArray(examples) ? examples : [];
  const [choice] = Array.isArray(choices) ? choices : [];
  return [example, usual, only, choice].find((value) => value !== undefined);
}

/** Required members, and those that state an example of their own. */
function toObject(schema: JsonObject, making: Making): Json {
  const properties = schema['properties'];
  if (!isObject(properties)) return {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const members = Object.entries(properties).flatMap(([name, member]) => {
    const isShown = required.includes(name) || (isObject(member) && statedExample(member) !== undefined);
    return isShown && isSchema(member) ? [[name, make(member, name, making)]] : [];
  });
  return Object.fromEntries(members);
}

const times: Readonly<Record<string, string>> = { date: '2026-01-31', 'date-time': '2026-01-31T09:00:00Z' };

/** Fields of one name may be times in one operation and names in another, so the format decides. */
function toFormatText(format: Json | undefined, own: string | null | undefined): Json {
  const time = typeof format === 'string' ? times[format] : undefined;
  if (time !== undefined && typeof own === 'string' && !/^\d{4}-\d\d-\d\d/.test(own)) return time;
  if (own !== undefined) return own;
  if (time !== undefined) return time;
  if (format === 'email') return 'someone@example.com';
  if (format === 'uri') return 'https://example.com/';
  return 'text';
}

export function isSchema(value: Json | undefined): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value);
}
