import type { Json, JsonObject } from '../../schemas/json/types.js';
import { isEqual, isObject } from '../../schemas/json/values.js';
import { linearRegExp } from './pattern.js';

/** Keywords that say nothing about values. */
const annotations = new Set(
  '$comment title description default examples example deprecated readOnly writeOnly markdownDescription enumDescriptions'.split(
    ' ',
  ),
);

/** Keywords that concern values of one type only. */
const concerns: Readonly<Record<string, string>> = {
  ...Object.fromEntries('minLength maxLength pattern'.split(' ').map((name) => [name, 'string'])),
  ...Object.fromEntries(
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'.split(' ').map((name) => [name, 'number']),
  ),
  ...Object.fromEntries(
    'items prefixItems minItems maxItems uniqueItems contains'.split(' ').map((name) => [name, 'array']),
  ),
  ...Object.fromEntries(
    'properties required additionalProperties patternProperties minProperties maxProperties propertyNames'
      .split(' ')
      .map((name) => [name, 'object']),
  ),
};

/**
 * Returns true when a value fits a schema by its plainest keywords alone: types, choices, bounds and patterns. False says nothing;
 * the validator decides then. Most values of a schema are plain, and compiling the validator takes longer than all of them.
 */
export function plainlyFits(schema: JsonObject, value: Json): boolean {
  return Object.entries(schema).every(([keyword, stated]) => {
    if (annotations.has(keyword)) return true;
    const concerned = concerns[keyword];
    if (concerned !== undefined && concerned !== typeName(value)) return true;
    return fits(keyword, stated, value);
  });
}

function fits(keyword: string, stated: Json, value: Json): boolean {
  switch (keyword) {
    case 'type':
      return [stated].flat().some((type) => isOfType(value, type));
    case 'enum':
      return Array.isArray(stated) && stated.some((choice) => isEqual(choice, value));
    case 'const':
      return isEqual(stated, value);
    case 'minLength':
      return [...String(value)].length >= Number(stated);
    case 'maxLength':
      return [...String(value)].length <= Number(stated);
    case 'pattern':
      return linearRegExp(String(stated)).test(String(value));
    case 'minimum':
      return Number(value) >= Number(stated);
    case 'maximum':
      return Number(value) <= Number(stated);
    case 'items':
    case 'properties':
      return isEmpty(value);
    default:
      return false;
  }
}

function isOfType(value: Json, type: Json): boolean {
  return typeName(value) === type || (type === 'integer' && Number.isInteger(value));
}

function isEmpty(value: Json): boolean {
  return (Array.isArray(value) ? value : isObject(value) ? Object.keys(value) : [value]).length === 0;
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
