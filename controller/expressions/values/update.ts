import { access, bounds, isSlice } from './access.js';
import { compare, equals, maxDepth } from './compare.js';
import { describe } from './dump.js';
import {
  isExactNumber,
  isObject,
  type Json,
  type JsonObject,
  property,
  setProperty,
  toComputable,
  typeName,
} from './json.js';
import { allocate, charge, chargeCopy, fail, join } from './run.js';

/** Highest index of an item that jq allows. */
const maxIndex = 536_870_911;

/** Returns a copy of `container` with `value` at `path`; null becomes the container that the path needs. */
export function setPath(container: Json, path: readonly Json[], value: Json): Json {
  demandFollowable(path);
  // The containers on the way, outermost first. No recursion: a path may be longer than the JavaScript stack allows.
  const holders: Json[] = [];
  let holder = container;
  for (const [depth, key] of path.entries()) {
    holders.push(holder);
    if (depth === path.length - 1 || (Array.isArray(key) && Array.isArray(holder))) break;
    holder = access(holder, key);
  }
  return holders.reduceRight((inner, outer, depth) => withMember(outer, path[depth] as Json, inner), value);
}

function demandFollowable(path: readonly Json[]): void {
  if (path.length > maxDepth) fail('Path too deep');
}

/** Returns a copy of `container` with `value` under `key`. */
export function withMember(container: Json, key: Json, value: Json): Json {
  if (typeof key === 'string') {
    if (container === null) return record(key, value);
    if (isObject(container)) {
      const copy = { ...container };
      charge(1);
      chargeCopy(Object.keys(copy).length);
      join(key.length);
      setProperty(copy, key, value);
      return copy;
    }
  } else if (isExactNumber(key)) {
    return withMember(container, toComputable(key), value);
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
  if (index > maxIndex) return fail('Array index too large');
  const missing = index - array.length;
  if (missing > 0) allocate(missing * 8);
  charge(1 + (array.length >> 4));
  const copy = array.slice();
  for (let at = array.length; at < index; at++) copy.push(null);
  copy[index] = value;
  return copy;
}

function withSlice(array: readonly Json[], key: JsonObject, value: Json): Json[] {
  if (!isSlice(key)) return fail('Array/string slice indices must be integers');
  if (!Array.isArray(value)) return fail('A slice of an array can only be assigned another array');
  const [start, end] = bounds(array.length, property(key, 'start'), property(key, 'end'));
  allocate((array.length + value.length) * 8);
  return [...array.slice(0, start), ...value, ...array.slice(end)];
}

/** Returns the value at `path`, or null where the document has none. */
export function getPath(container: Json, path: Json): Json {
  if (!Array.isArray(path)) return fail('Path must be specified as an array');
  demandFollowable(path);
  return path.reduce<Json>((value, key) => access(value, key), container);
}

/** Returns a copy without the values at the paths. */
export function deletePaths(container: Json, paths: Json): Json {
  if (!Array.isArray(paths)) return fail('Paths must be specified as an array');
  const sortedPaths = paths.toSorted(compare).map((path) => {
    if (!Array.isArray(path)) return fail(`Path must be specified as array, not ${typeName(path)}`);
    demandFollowable(path);
    return path;
  });
  if (sortedPaths[0]?.length === 0) return null;
  return deleteSorted(container, sortedPaths);
}

/** A container, and the paths that lead into it, in order. */
interface Deletion {
  rest: Json;
  readonly paths: readonly Json[][];
  /** The first path that is still to do. */
  from: number;
  /** Keys of members that are deleted as a whole. */
  readonly whole: Json[];
}

/** Deletes by sorted paths, in which paths with a common key are neighbours. */
function deleteSorted(container: Json, paths: readonly Json[][]): Json {
  const open: Deletion[] = [{ rest: container, paths, from: 0, whole: [] }];
  for (;;) {
    const top = open.at(-1) as Deletion;
    const inner = nextDeletion(top, open.length - 1);
    if (inner !== undefined) {
      open.push(inner);
      continue;
    }
    open.pop();
    const rest = top.whole.length === 0 ? top.rest : withoutMembers(top.rest, top.whole);
    const holder = open.at(-1);
    if (holder === undefined) return rest;
    holder.rest = withMember(holder.rest, top.paths[0]?.[open.length - 1] as Json, rest);
  }
}

/** Returns the next member that paths lead into. */
function nextDeletion(holder: Deletion, depth: number): Deletion | undefined {
  const { paths, whole } = holder;
  while (holder.from < paths.length) {
    const { from } = holder;
    const path = paths[from] as Json[];
    const key = path[depth] as Json;
    // The first path counts even if its key is NaN, which equals nothing.
    let to = from + 1;
    while (to < paths.length && equals((paths[to] as Json[])[depth] as Json, key)) to++;
    holder.from = to;
    if (path.length === depth + 1) {
      whole.push(key);
      continue;
    }
    const inner = access(holder.rest, key);
    if (inner !== null) return { rest: inner, paths: paths.slice(from, to), from: 0, whole: [] };
  }
  return undefined;
}

/** Deletes members. All keys mean places in `container` before any deletion. */
export function withoutMembers(container: Json, keys: readonly Json[]): Json {
  if (container === null) return null;
  if (Array.isArray(container)) return withoutItems(container, keys);
  if (!isObject(container)) return fail(`Cannot delete fields from ${typeName(container)}`);
  charge(1);
  chargeCopy(Object.keys(container).length);
  const copy = { ...container };
  for (const key of keys) {
    if (typeof key !== 'string') return fail(`Cannot delete ${typeName(key)} field of object`);
    delete copy[key];
  }
  return copy;
}

function withoutItems(array: readonly Json[], keys: readonly Json[]): Json[] {
  const gone = new Set<number>();
  for (const exactKey of keys) {
    const key = toComputable(exactKey);
    if (typeof key === 'number') {
      const whole = Math.trunc(key);
      gone.add(whole < 0 ? whole + array.length : whole);
    } else if (isObject(key) && isSlice(key)) {
      const [start, end] = bounds(array.length, property(key, 'start'), property(key, 'end'));
      for (let at = start; at < end; at++) gone.add(at);
    } else if (isObject(key)) {
      return fail('Array/string slice indices must be integers');
    } else {
      return fail(`Cannot delete ${typeName(key)} element of array`);
    }
  }
  charge(1 + ((array.length + gone.size) >> 1));
  return array.filter((_item, at) => !gone.has(at));
}
