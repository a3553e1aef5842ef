import { isObject, type Json, type JsonObject, property } from '../json.js';
import { charge } from '../runtime/run.js';

/** The rank of a type in jq's order: null, false, true, numbers, strings, arrays, objects. */
function rank(value: Json): number {
  if (value === null) return 0;
  if (value === false) return 1;
  if (value === true) return 2;
  if (typeof value === 'number') return 3;
  if (typeof value === 'string') return 4;
  return Array.isArray(value) ? 5 : 6;
}

/** Negative, zero or positive, in jq's total order. `nan` sorts below every number, itself included. */
export function compare(a: Json, b: Json): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b || Number.isNaN(a) ? -1 : a === b ? 0 : 1;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  const difference = rank(a) - rank(b);
  if (difference !== 0) return difference;
  if (typeof a !== 'object' || a === null) return 0;
  return compareContainers(a, b as Json[] | JsonObject);
}

/** The order to sort by: as `compare`, but `nan` beside `nan` stays where it is. */
export function sortOrder(a: Json, b: Json): number {
  return Number.isNaN(a) && Number.isNaN(b) ? 0 : compare(a, b);
}

/** By code point, which differs from JavaScript's order above U+FFFF. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const surrogates = (isSurrogate(x) ? 1 : 0) - (isSurrogate(y) ? 1 : 0);
    return surrogates !== 0 ? surrogates : x - y;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** With a stack of its own: documents may be nested deeper than the JavaScript stack is. */
function compareContainers(a: Json[] | JsonObject, b: Json[] | JsonObject): number {
  const pending: [Json, Json][] = [[a, b]];
  for (;;) {
    const pair = pending.pop();
    if (pair === undefined) return 0;
    const [x, y] = pair;
    if (x === y && typeof x !== 'number') continue;
    if (Array.isArray(x) && Array.isArray(y)) {
      charge(1 + (Math.min(x.length, y.length) >> 2));
      if (x.length !== y.length) pending.push([x.length, y.length]);
      for (let i = Math.min(x.length, y.length) - 1; i >= 0; i--) pending.push([x[i] as Json, y[i] as Json]);
    } else if (isObject(x) && isObject(y)) {
      const keys = sortedKeys(x);
      charge(1 + keys.length);
      const difference = compareKeys(keys, sortedKeys(y));
      if (difference !== 0) return difference;
      for (const key of keys.reverse()) pending.push([property(x, key), property(y, key)]);
    } else {
      const difference = compare(x, y);
      if (difference !== 0) return difference;
    }
  }
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = compareText(a[i] as string, b[i] as string);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** The keys of an object in code point order. */
export function sortedKeys(object: JsonObject): string[] {
  return Object.keys(object).sort(compareText);
}

/** Equal in jq's sense; objects regardless of the order of their members. */
export function equals(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  return compareContainers(a, b) === 0;
}
