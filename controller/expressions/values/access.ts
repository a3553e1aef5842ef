import { equals } from './compare.js';
import { describe } from './dump.js';
import {
  isExactNumber,
  isObject,
  type Json,
  type JsonObject,
  property,
  toComputable,
  typeName,
} from './json.js';
import { charge, chargeMembers, fail, join } from './run.js';
import { countCharacters, isPlain, sliceCharacters } from './text.js';

/** Returns `container[key]` for a key of any type: a member, an item, a slice, or the positions of a sublist. */
export function access(container: Json, key: Json): Json {
  if (typeof key === 'string') {
    join(key.length);
    return member(container, key);
  }
  if (Array.isArray(container)) {
    if (typeof key === 'number') return item(container, key);
    if (Array.isArray(key)) return positions(container, key);
  }
  if (container === null && (typeof key === 'number' || isObject(key))) return null;
  if (isObject(key) && isSlice(key)) return slice(container, property(key, 'start'), property(key, 'end'));
  return isExactNumber(key) ? access(container, toComputable(key)) : unfit(container, key);
}

/** Returns `container.name`. */
export function member(container: Json, name: string): Json {
  if (isObject(container)) return property(container, name);
  return container === null ? null : unfit(container, name);
}

function item(array: readonly Json[], index: number): Json {
  if (Number.isNaN(index)) return null;
  const whole = Math.floor(index);
  return array[whole < 0 ? whole + array.length : whole] ?? null;
}

function unfit(container: Json, key: Json): never {
  if ((Array.isArray(container) || typeof container === 'string') && isObject(key) && !isSlice(key)) {
    return fail('Array/string slice indices must be integers');
  }
  return fail(`Cannot index ${typeName(container)} with ${describe(key)}`);
}

/** Tells if a key is a slice: both ends are given, even if they are null. */
export function isSlice(key: JsonObject): boolean {
  return Object.hasOwn(key, 'start') && Object.hasOwn(key, 'end');
}

/** Returns the positions where `items` begins in `array`. */
export function positions(array: readonly Json[], items: readonly Json[]): Json[] {
  if (items.length === 0) return [];
  charge(1 + (array.length >> 2));
  const starts: number[] = [];
  for (let at = 0; at + items.length <= array.length; at++) {
    const unlike = items.findIndex((value, offset) => !equals(array[at + offset] as Json, value));
    if (unlike < 0) starts.push(at);
    charge((unlike < 0 ? items.length : unlike) >> 1);
  }
  return starts;
}

/** Returns `container[from:to]` of an array or string; null ends are open. */
export function slice(container: Json, from: Json, to: Json): Json {
  if (container === null) return null;
  if (Array.isArray(container)) {
    const [start, end] = bounds(container.length, from, to);
    charge((end - start) >> 4);
    return container.slice(start, end);
  }
  if (typeof container === 'string') {
    const plain = isPlain(container);
    const [start, end] = bounds(plain ? container.length : countCharacters(container), from, to);
    return plain ? container.slice(start, end) : sliceCharacters(container, start, end);
  }
  return fail(`Cannot index ${typeName(container)} with ${describe({ start: from, end: to })}`);
}

/** Returns the range of whole positions that a slice covers in a container of `length`; it may be empty. */
export function bounds(length: number, from: Json, to: Json): [number, number] {
  const start = Math.floor(bound(length, from, 0));
  const end = Math.ceil(bound(length, to, length));
  return [start, Math.max(start, end)];
}

/** Returns a position within the length; null and `nan` stand for `open`. */
function bound(length: number, position: Json, open: number): number {
  if (position === null || Number.isNaN(position)) return open;
  if (isExactNumber(position)) return bound(length, toComputable(position), open);
  if (typeof position !== 'number') return fail('Array/string slice indices must be integers');
  return Math.min(Math.max(position < 0 ? position + length : position, 0), length);
}

/** Returns the outputs of `.[]`. */
export function members(container: Json): readonly Json[] {
  if (Array.isArray(container)) return container;
  if (isObject(container)) {
    const values = Object.values(container);
    chargeMembers(values.length);
    return values;
  }
  return fail(`Cannot iterate over ${describe(container)}`);
}
