import { isObject } from './guards.js';
import type { Json, JsonObject } from './types.js';

/** True when two values are equal; the order of an object's members does not count, and `-0` equals `0`. */
export function isEqual(left: Json, right: Json): boolean {
  if (left === right) return true;
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
  if (!isObject(value)) return JSON.stringify(value === 0 ? 0 : value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name] as Json)}`).join()}}`;
}
