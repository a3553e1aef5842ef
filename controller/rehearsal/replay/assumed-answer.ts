import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';

/** Members and levels of an assumed value. */
const maxMembers = 50;
const maxDepth = 6;

/** Returns a value that fits a schema: an example of it, or the simplest value of its type. */
export function createSample(schema: Json | undefined, depth = 0): Json {
  if (!isObject(schema) || depth > maxDepth) return null;
  const { examples, example, default: fallback, enum: values, const: constant, type } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0] ?? null;
  for (const value of [example, fallback, constant]) if (value !== undefined) return value;
  if (Array.isArray(values)) return values[0] ?? null;
  const [first] = Array.isArray(type) ? type : [type];
  if (first === 'object' || schema['properties'] !== undefined) return createObject(schema, depth);
  if (first === 'array')
    return schema['items'] === undefined ? [] : [createSample(schema['items'], depth + 1)];
  if (first === 'string') return '';
  if (first === 'boolean') return false;
  return first === 'number' || first === 'integer' ? Number(schema['minimum'] ?? 0) : null;
}

function createObject({ properties }: JsonObject, depth: number): JsonObject {
  const members = Object.entries(objectOr(properties)).slice(0, maxMembers);
  return Object.fromEntries(members.map(([name, schema]) => [name, createSample(schema, depth + 1)]));
}
