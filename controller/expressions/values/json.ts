import { isExactNumber } from '../../../schemas/json/exact-number.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';

export { isExactNumber, toComputable } from '../../../schemas/json/exact-number.js';
export { isObject } from '../../../schemas/json/values.js';
export type { Json, JsonObject };

type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export function typeName(value: Json): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isExactNumber(value) ? 'number' : (typeof value as TypeName);
}

/** Tells if a value counts as true: all but `false` and `null` do. */
export function truthy(value: Json): boolean {
  return value !== false && value !== null;
}

/** Returns the own member `key`, or null. Names such as `constructor` and `__proto__` are ordinary keys. */
export function property(object: JsonObject, key: string): Json {
  if (key === '__proto__') return Object.hasOwn(object, key) ? (object[key] as Json) : null;
  const value: unknown = object[key];
  // JSON holds no functions but exact numbers, so any other function was inherited.
  if (value === undefined || (typeof value === 'function' && !isExactNumber(value))) return null;
  return value as Json;
}

/** Sets an own member, even `__proto__`, on an object that the caller made. */
export function setProperty(object: JsonObject, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}
