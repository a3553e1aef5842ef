import { canonicalNumber, compareNumbers, isExactNumber } from './exact-number.js';
import type { Json, JsonObject } from './types.js';

/** True for a JSON object; false for null and arrays. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value when it is an object, else an empty object. */
export function objectOr(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the own member `name`; names such as `constructor` and `__proto__` are ordinary. */
export function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Returns a copy of a value, down to its texts and numbers. */
export function cloneJson<Value extends Json>(value: Value): Value;
export function cloneJson(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => cloneJson(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cloneJson(item)]));
}

/** True when two values are equal; the order of an object's members does not count, and `-0` equals `0`. */
export function isEqual(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (isExactNumber(left)) {
    return (typeof right === 'number' || isExactNumber(right)) && compareNumbers(left, right) === 0;
  }
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isEqual(item, right[index] as Json))
    );
  }
  if (Array.isArray(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length && names.every((name) => isEqualMember(name, left, right))
  );
}

function isEqualMember(name: string, left: JsonObject, right: JsonObject): boolean {
  return Object.hasOwn(right, name) && isEqual(left[name] as Json, right[name] as Json);
}

/** Returns a text that is the same for two values exactly when they are equal. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (isExactNumber(value)) return canonicalNumber(value);
  if (!isObject(value)) return JSON.stringify(value === 0 ? 0 : value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name] as Json)}`).join()}}`;
}

/** Returns the names of a JSON pointer (RFC 6901), decoded; undefined when the text is not a pointer. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer.slice(1).split('/').map(decodeStep);
}

/** Returns the pointer of the member or item `name` of the value that `pointer` points to. */
export function pointerTo(pointer: string, name: string | number): string {
  return `${pointer}/${typeof name === 'number' ? name : encodeStep(name)}`;
}

/** Encodes one name for use in a pointer: `~` becomes `~0`, `/` becomes `~1`. */
function encodeStep(name: string): string {
  // Nearly all names have neither.
  if (!name.includes('~') && !name.includes('/')) return name;
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The reverse of `encodeStep`. */
export function decodeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/**
 * Applies a merge patch (RFC 7396): members that are null are removed, objects are merged, everything else replaces what
 * the target holds. Changes neither argument; recursive, so the caller bounds the depth of both.
 */
export function mergePatch(target: Json | undefined, patch: JsonObject): JsonObject;
export function mergePatch(target: Json | undefined, patch: Json): Json;
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  // Without a prototype, so that `__proto__` is a member like any other.
  const merged: JsonObject = Object.assign(Object.create(null), isObject(target) ? target : {});
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  }
  return { ...merged };
}

/** Returns a JSON Schema of a definition; one that takes any value when there is none. */
export function schemaOr(schema: Json | undefined): JsonObject | boolean {
  return isObject(schema) || typeof schema === 'boolean' ? schema : true;
}
