import { sameType } from '../../controller/flows/index.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';

/**
 * Describes a difference from the value that a feature expects, or returns undefined. Standard error types are equal
 * under all their base addresses.
 */
export function difference(actual: Json | undefined, expected: Json, path = ''): string | undefined {
  if (actual === undefined) return `${path || 'the value'} is missing`;
  if (Array.isArray(expected)) return arrayDifference(actual, expected, path);
  if (isObject(expected)) {
    if (!isObject(actual)) return unequal(actual, expected, path);
    return objectDifference(actual, expected, path, false);
  }
  if (actual === expected) return undefined;
  const isType = /(?:^|\.)type$/.test(path) && typeof actual === 'string' && typeof expected === 'string';
  if (isType && sameType(actual, expected)) return undefined;
  return unequal(actual, expected, path);
}

/** As `difference`, for an error or an event: only the members that are named count, and there must be some. */
export function memberDifference(actual: Json, expected: Json): string | undefined {
  if (!isObject(actual) || !isObject(expected)) return unequal(actual, expected, '');
  if (Object.keys(expected).length === 0) return 'the expectation names no member';
  return objectDifference(actual, expected, '', true);
}

function arrayDifference(actual: Json, expected: Json[], path: string): string | undefined {
  if (!Array.isArray(actual) || actual.length !== expected.length) return unequal(actual, expected, path);
  for (const [index, item] of expected.entries()) {
    const found = difference(actual[index], item, `${path}[${index}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function objectDifference(
  actual: JsonObject,
  expected: JsonObject,
  path: string,
  subset: boolean,
): string | undefined {
  for (const [key, value] of Object.entries(expected)) {
    const found = difference(memberOf(actual, key), value, `${path}.${key}`);
    if (found !== undefined) return found;
  }
  const more = subset ? undefined : Object.keys(actual).find((key) => !Object.hasOwn(expected, key));
  return more === undefined ? undefined : `${path}.${more} is not expected`;
}

function unequal(actual: Json, expected: Json, path: string): string {
  return `${path || 'the value'} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`;
}

/** Returns the member at a path such as `pet.tags[0].name`. */
export function at(value: Json, path: string): Json | undefined {
  let found: Json | undefined = value;
  for (const key of path.split(/[.[\]]+/).filter((part) => part !== '')) {
    found = found !== null && typeof found === 'object' ? memberOf(found as JsonObject, key) : undefined;
  }
  return found;
}

function memberOf(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
