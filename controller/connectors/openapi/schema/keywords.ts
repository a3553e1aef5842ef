import { RE2JS } from 're2js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';

/** The kinds of values that keywords of draft 2020-12 hold; others are left out. */
export const keywords: Readonly<Record<string, 'schema' | 'schemas' | 'map' | 'number' | 'value'>> = {
  not: 'schema',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  contains: 'schema',
  unevaluatedProperties: 'schema',
  unevaluatedItems: 'schema',
  anyOf: 'schemas',
  allOf: 'schemas',
  prefixItems: 'schemas',
  properties: 'map',
  patternProperties: 'map',
  dependentSchemas: 'map',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minLength: 'number',
  maxLength: 'number',
  minItems: 'number',
  maxItems: 'number',
  minProperties: 'number',
  maxProperties: 'number',
  minContains: 'number',
  maxContains: 'number',
  const: 'value',
};

/** The formats that values are checked against; descriptions use many others as remarks. */
const formats = new Set(['date', 'date-time', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid']);
const types = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

/** Keywords with plain values, where they say something that can be checked. */
export function plainKeywords(schema: JsonObject, result: JsonObject): void {
  const { format, pattern, title, description, uniqueItems } = schema;
  if (typeof format === 'string' && formats.has(format)) result['format'] = format;
  if (typeof pattern === 'string' && isUsable(pattern)) result['pattern'] = pattern;
  if (typeof uniqueItems === 'boolean') result['uniqueItems'] = uniqueItems;
  if (typeof title === 'string') result['title'] = title.slice(0, 200);
  if (typeof description === 'string') result['description'] = description.slice(0, 1_000);
  if (schema['deprecated'] === true) result['deprecated'] = true;
  getExample(schema, result);
}

function getExample({ example, examples }: JsonObject, result: JsonObject): void {
  const shown = example ?? (Array.isArray(examples) ? examples[0] : undefined);
  if (shown !== undefined && (shown === null || typeof shown !== 'object')) result['examples'] = [shown];
}

/** True for a pattern that can be matched in linear time. */
export function isUsable(pattern: string): boolean {
  if (pattern.length > 500 || /\(\?[=!<]|\\[1-9]|\\k/.test(pattern)) return false;
  try {
    new RegExp(pattern, 'u');
    RE2JS.compile(RE2JS.translateRegExp(pattern));
    return true;
  } catch {
    return false;
  }
}

/** True for a text in which a usable pattern matches; in linear time. */
export function hasPattern(text: string, pattern: string): boolean {
  return RE2JS.compile(RE2JS.translateRegExp(pattern)).matcher(text).find();
}

/** Returns the value of a keyword that holds a number; undefined for one that says nothing. */
export function findKeywordNumber(keyword: string, value: Json): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  if (keyword === 'multipleOf') return number > 0 ? number : undefined;
  const counts = /Length|Items|Properties|Contains/.test(keyword);
  return counts && (number < 0 || !Number.isInteger(number)) ? undefined : number;
}

/** The types that a schema names, as far as there are such; undefined for any. */
export function findTypes({ type }: JsonObject): string[] | undefined {
  const typeNames = [type].flat().map((each) => (each === 'file' ? 'string' : each));
  const knownTypes = typeNames.filter((each): each is string => types.includes(String(each)));
  return knownTypes.length > 0 && knownTypes.length === typeNames.length
    ? [...new Set(knownTypes)]
    : undefined;
}

/** True when a value has one of the types. */
export function isOfType(value: Json, types: readonly string[]): boolean {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  if (types.includes(type)) return true;
  return type === 'number' && types.includes('integer') && Number.isInteger(value);
}
