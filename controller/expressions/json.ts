/** A plain JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type JsonObject = { [key: string]: Json };

export type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export function typeName(value: Json): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as TypeName;
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The language's truth: everything but `false` and `null`. */
export function truthy(value: Json): boolean {
  return value !== false && value !== null;
}

/** The own member `key`, or null. Names such as `constructor` and `__proto__` are ordinary keys. */
export function property(object: JsonObject, key: string): Json {
  if (key === '__proto__') return Object.hasOwn(object, key) ? (object[key] as Json) : null;
  const value: unknown = object[key];
  // JSON holds no functions: one found here was inherited.
  return value === undefined || typeof value === 'function' ? null : (value as Json);
}

/** Sets an own member, `__proto__` included, on an object that the caller made. */
export function setProperty(object: JsonObject, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}
