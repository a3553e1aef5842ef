import { isObject, type Json, type JsonObject, property, setProperty, typeName } from '../json.js';
import { allocate, charge, fail } from '../runtime/run.js';
import { access, bounds } from './access.js';
import { compare } from './compare.js';
import { describe } from './dump.js';

/** Items past this are refused: one assignment must not make an array of millions. */
const MAX_INDEX = 536_870_911;

/** A copy of `container` with `value` at `path`; null grows into what the path needs. */
export function setPath(container: Json, path: readonly Json[], value: Json): Json {
  return setFrom(container, path, 0, value);
}

function setFrom(container: Json, path: readonly Json[], depth: number, value: Json): Json {
  if (depth === path.length) return value;
  const key = path[depth] as Json;
  if (depth === path.length - 1) return withMember(container, key, value);
  return withMember(container, key, setFrom(access(container, key), path, depth + 1, value));
}

/** A copy of `container` with `value` under `key`. */
export function withMember(container: Json, key: Json, value: Json): Json {
  if (typeof key === 'string') {
    if (container === null) return record(key, value);
    if (isObject(container)) {
      charge(1);
      const copy = { ...container };
      setProperty(copy, key, value);
      return copy;
    }
  } else if (typeof key === 'number') {
    if (container === null || Array.isArray(container)) return withItem(container ?? [], key, value);
  } else if (isObject(key)) {
    if (container === null || Array.isArray(container)) return withSlice(container ?? [], key, value);
    if (typeof container === 'string') return fail('Cannot update string slices');
    if (isObject(container)) return fail(`Cannot index object with ${describe(key)}`);
  } else if (Array.isArray(key) && Array.isArray(container)) {
    return fail('Cannot update field at array index of array');
  }
  return fail(`Cannot index ${typeName(container)} with ${describe(key)}`);
}

function record(key: string, value: Json): JsonObject {
  const object: JsonObject = {};
  setProperty(object, key, value);
  return object;
}

function withItem(array: readonly Json[], key: number, value: Json): Json[] {
  if (Number.isNaN(key)) return fail('Cannot set array element at NaN index');
  const whole = Math.floor(key);
  const index = whole < 0 ? whole + array.length : whole;
  if (index < 0) return fail('Out of bounds negative array index');
  if (index > MAX_INDEX) return fail('Array index too large');
  const missing = index - array.length;
  if (missing > 0) allocate(missing * 8);
  charge(1 + (array.length >> 4));
  const copy = array.slice();
  for (let at = array.length; at < index; at++) copy.push(null);
  copy[index] = value;
  return copy;
}

function withSlice(array: readonly Json[], key: JsonObject, value: Json): Json[] {
  if (!Array.isArray(value)) return fail('A slice of an array can only be assigned another array');
  const [start, end] = bounds(array.length, property(key, 'start'), property(key, 'end'));
  allocate((array.length + value.length) * 8);
  return [...array.slice(0, start), ...value, ...array.slice(end)];
}

/** The value at `path`; null where the document ends early. */
export function getPath(container: Json, path: Json): Json {
  if (!Array.isArray(path)) return fail('Path must be specified as an array');
  let found = container;
  for (const key of path) {
    if (found === null) return null;
    found = access(found, key);
  }
  return found;
}

/** A copy without what the paths lead to. */
export function deletePaths(container: Json, paths: Json): Json {
  if (!Array.isArray(paths)) return fail('Paths must be specified as an array');
  for (const path of paths) {
    if (!Array.isArray(path)) return fail(`Path must be specified as array, not ${typeName(path)}`);
  }
  // From the last to the first, so that one deletion does not move what the next one means.
  const ordered = [...(paths as Json[][])].sort(compare).reverse();
  let left = container;
  for (const path of ordered) left = path.length === 0 ? null : deleteFrom(left, path, 0);
  return left;
}

function deleteFrom(container: Json, path: readonly Json[], depth: number): Json {
  if (container === null) return null;
  const key = path[depth] as Json;
  if (depth === path.length - 1) return withoutMember(container, key);
  const inner = access(container, key);
  if (inner === null) return container;
  return withMember(container, key, deleteFrom(inner, path, depth + 1));
}

function withoutMember(container: Json, key: Json): Json {
  if (Array.isArray(container)) {
    charge(1 + (container.length >> 4));
    if (typeof key === 'number') return withoutItem(container, key);
    if (isObject(key)) {
      const [start, end] = bounds(container.length, property(key, 'start'), property(key, 'end'));
      return [...container.slice(0, start), ...container.slice(end)];
    }
    return fail(`Cannot delete ${typeName(key)} element of array`);
  }
  if (isObject(container)) {
    if (typeof key !== 'string') return fail(`Cannot delete ${typeName(key)} field of object`);
    if (!Object.hasOwn(container, key)) return container;
    const copy = { ...container };
    delete copy[key];
    return copy;
  }
  return fail(`Cannot delete fields from ${typeName(container)}`);
}

function withoutItem(array: readonly Json[], key: number): Json {
  const whole = Math.floor(key);
  const index = whole < 0 ? whole + array.length : whole;
  return array.filter((_item, at) => at !== index);
}
