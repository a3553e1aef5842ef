import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';

/** The words of shapes for one value, as JSON Schema. */
const types: Readonly<Record<string, JsonObject>> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  object: { type: 'object' },
  any: {},
  strings: { type: 'array', items: { type: 'string' } },
  commas: { type: 'array', items: { type: 'string' } },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'date-time' },
};

/** Returns why a shape cannot be read; undefined for one that can. */
export function findShapeFault(shape: Json): string | undefined {
  if (typeof shape === 'string') {
    const { type } = split(shape);
    const isKnown = Object.hasOwn(types, type) || type.includes(' | ');
    return isKnown ? undefined : `\`${type}\` is no type of a shape: ${Object.keys(types).join(', ')}`;
  }
  if (Array.isArray(shape))
    return shape.length === 1 ? findShapeFault(shape[0] ?? null) : 'a list of a shape has one entry';
  if (!isObject(shape)) return 'a shape is a text, a list or a map';
  for (const each of Object.values(shape)) {
    const fault = findShapeFault(each);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/**
 * Returns the JSON Schema of a shape. A text is a type with an optional description (`integer, in cents`) or a choice (`asc | desc`);
 * `strings` and a list with one shape are lists (`commas` one that is joined in a query); a map is an object, whose members with `!` after their names are required.
 */
export function toSchema(shape: Json): JsonObject {
  if (typeof shape === 'string') return toTextSchema(shape);
  if (Array.isArray(shape)) return { type: 'array', items: toSchema(shape[0] ?? 'any') };
  return toObjectSchema(isObject(shape) ? shape : {});
}

function toTextSchema(shape: string): JsonObject {
  const { type, description } = split(shape);
  const described = description === undefined ? {} : { description };
  if (type.includes(' | ')) return { enum: type.split(' | '), ...described };
  return { ...types[type], ...described };
}

function toObjectSchema(shape: JsonObject): JsonObject {
  const names = Object.keys(shape);
  const required = names.filter((name) => name.endsWith('!')).map(withoutMark);
  const properties = names.map((name): [string, Json] => [withoutMark(name), toSchema(shape[name] ?? 'any')]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Returns the name of a member without the sign that it is required. */
export function withoutMark(name: string): string {
  return name.replace(/!$/, '');
}

function split(shape: string): { type: string; description: string | undefined } {
  const at = shape.indexOf(', ');
  if (at < 0) return { type: shape.trim(), description: undefined };
  return { type: shape.slice(0, at).trim(), description: shape.slice(at + 2).trim() };
}
