import type { Json, JsonObject, JsonSchema } from '../../schemas/json.js';

const deepest = 6;

/** A value that shows how the schema is meant: its example, default or first choice, else one made from its type. */
export function exampleOf(schema: JsonSchema, depth = 0): Json {
  if (typeof schema === 'boolean' || depth > deepest) return {};
  const stated = statedExample(schema);
  if (stated !== undefined) return stated;
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  switch (type) {
    case 'string':
      return textOf(schema['format']);
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return isSchema(schema['items']) ? [exampleOf(schema['items'], depth + 1)] : [];
    default:
      return objectOf(schema, depth);
  }
}

function statedExample(schema: JsonObject): Json | undefined {
  const { examples, enum: choices } = schema;
  if (Array.isArray(examples) && examples[0] !== undefined) return examples[0];
  if (schema['default'] !== undefined) return schema['default'];
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(choices) && choices[0] !== undefined) return choices[0];
  return undefined;
}

/** Required members, and those that state an example of their own. */
function objectOf(schema: JsonObject, depth: number): Json {
  const properties = schema['properties'];
  if (!isSchema(properties) || typeof properties === 'boolean') return {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const members = Object.entries(properties).filter(
    (entry): entry is [string, JsonSchema] =>
      isSchema(entry[1]) &&
      (required.includes(entry[0]) ||
        (typeof entry[1] === 'object' && statedExample(entry[1]) !== undefined)),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member, depth + 1)]));
}

function textOf(format: Json | undefined): string {
  if (format === 'date') return '2026-01-31';
  if (format === 'date-time') return '2026-01-31T09:00:00Z';
  if (format === 'email') return 'someone@example.com';
  if (format === 'uri') return 'https://example.com/';
  return 'text';
}

function isSchema(value: Json | undefined): value is JsonSchema {
  return typeof value === 'boolean' || (value !== null && typeof value === 'object' && !Array.isArray(value));
}
