import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { isEqual, isObject, objectOr } from '../../schemas/json/values.js';
import { formats } from './keywords.js';
import { matches } from './pattern.js';
import { getType, isOfType } from './value-type.js';

/** Keywords that say nothing about values. */
const annotations = new Set(
  [
    '$schema $defs definitions $comment title description default examples example',
    'deprecated readOnly writeOnly markdownDescription enumDescriptions',
  ].flatMap((line) => line.split(' ')),
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
 * Returns true when a value fits a schema by its plainest keywords alone: types, choices, bounds, patterns, formats, members
 * and items. False says nothing; the validator decides then. Most values of a schema are plain, and compiling the validator
 * takes longer than all of them.
 */
export function plainlyFits(schema: Json, value: Json): boolean {
  if (!isObject(schema)) return schema === true;
  return Object.entries(schema).every(([keyword, constraint]) => {
    if (annotations.has(keyword)) return true;
    const concerned = concerns[keyword];
    if (concerned !== undefined && concerned !== getType(value)) return true;
    if (isObject(value)) return fitsMembers(schema, keyword, value);
    if (Array.isArray(value)) return fitsItems(schema, keyword, value);
    return fits(keyword, constraint, value);
  });
}

function fitsMembers(schema: JsonObject, keyword: string, value: JsonObject): boolean {
  const constraint = schema[keyword] as Json;
  const names = Object.keys(value);
  switch (keyword) {
    case 'required':
      return Array.isArray(constraint) && constraint.every((name) => Object.hasOwn(value, String(name)));
    case 'properties':
      return names.every((name) => {
        return (
          !Object.hasOwn(constraint as JsonObject, name) ||
          plainlyFits(member(constraint, name), value[name] as Json)
        );
      });
    case 'additionalProperties': {
      if (Object.hasOwn(schema, 'patternProperties')) return names.length === 0;
      const properties = objectOr(schema['properties']);
      return names.every(
        (name) => Object.hasOwn(properties, name) || plainlyFits(constraint, value[name] as Json),
      );
    }
    default:
      return fits(keyword, constraint, value);
  }
}

function member(of: Json, name: string): Json {
  return (of as JsonObject)[name] as Json;
}

function fitsItems(schema: JsonObject, keyword: string, value: readonly Json[]): boolean {
  const constraint = schema[keyword] as Json;
  switch (keyword) {
    case 'items':
      if (value.length > 0 && (Array.isArray(constraint) || Object.hasOwn(schema, 'prefixItems')))
        return false;
      return value.every((item) => plainlyFits(constraint, item));
    case 'minItems':
      return value.length >= Number(constraint);
    case 'maxItems':
      return value.length <= Number(constraint);
    default:
      return fits(keyword, constraint, value as Json);
  }
}

function fits(keyword: string, constraint: Json, value: Json): boolean {
  switch (keyword) {
    case 'type':
      return [constraint].flat().some((type) => isOfType(value, type));
    case 'enum':
      return Array.isArray(constraint) && constraint.some((choice) => isEqual(choice, value));
    case 'const':
      return isEqual(constraint, value);
    case 'minLength':
      return [...String(value)].length >= Number(constraint);
    case 'maxLength':
      return [...String(value)].length <= Number(constraint);
    case 'pattern':
      return matches(String(constraint), String(value));
    case 'format':
      return typeof value === 'string' ? isOfFormat(value, String(constraint)) : getType(value) !== 'number';
    case 'minimum':
      return Number(value) >= Number(constraint);
    case 'maximum':
      return Number(value) <= Number(constraint);
    default:
      return false;
  }
}

/** True for a text of a format of JSON Schema, by the definitions that the validator uses. */
export function isOfFormat(text: string, name: string): boolean {
  if (!formats.has(name)) return false;
  const format: unknown = (fullFormats as Readonly<Record<string, unknown>>)[name];
  const hasValidator = isObject(format) && !(format instanceof RegExp);
  const check = hasValidator ? format['validate'] : format;
  if (check instanceof RegExp) return check.test(text);
  return typeof check === 'function' && check(text) === true;
}
