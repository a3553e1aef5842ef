import { compareNumbers } from '../../../schemas/json/exact-number.js';
import type { ExactNumber } from '../../../schemas/json/types.js';
import { isExactNumber, isObject, type Json, type JsonObject, property } from './json.js';
import { charge, chargeWide, fail, join, scan } from './run.js';

/** Deepest nesting that jq compares, merges, or follows a path into. */
export const maxDepth = 10_000;

/** Returns the rank of a type in jq's order: null, false, true, numbers, strings, arrays, objects. */
function rank(value: Json): number {
  if (value === null) return 0;
  if (value === false) return 1;
  if (value === true) return 2;
  if (typeof value === 'number' || isExactNumber(value)) return 3;
  if (typeof value === 'string') return 4;
  return Array.isArray(value) ? 5 : 6;
}

/** Compares in jq's total order. `nan` sorts below every number, even below itself. */
export function compare(a: Json, b: Json): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b || Number.isNaN(a) ? -1 : a === b ? 0 : 1;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  const difference = rank(a) - rank(b);
  if (difference !== 0) return difference;
  if (isExactNumber(a) || isExactNumber(b))
    return compareExact(a as number | ExactNumber, b as number | ExactNumber);
  if (typeof a !== 'object' || a === null) return 0;
  return compareContainers(a, b as Json[] | JsonObject);
}

/** Compares two numbers of which one at least is kept exactly. */
function compareExact(a: number | ExactNumber, b: number | ExactNumber): number {
  if (Number.isNaN(a)) return -1;
  return Number.isNaN(b) ? 1 : compareNumbers(a, b);
}

/** Compares as `compare`, but leaves the order of several `nan` as it is. */
export function sortOrder(a: Json, b: Json): number {
  return Number.isNaN(a) && Number.isNaN(b) ? 0 : compare(a, b);
}

/** Counts the comparisons of a sort. */
export function chargeSort(length: number): void {
  charge(length * (1 + (Math.log2(1 + length) >> 2)));
}

/** Compares by code point; JavaScript's order differs above U+FFFF. */
function compareText(a: string, b: string): number {
  // The first look at a text joins the pieces that it was made of.
  join((a.length + b.length) >> 1);
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    scan(i);
    const surrogates = (isSurrogate(x) ? 1 : 0) - (isSurrogate(y) ? 1 : 0);
    return surrogates !== 0 ? surrogates : x - y;
  }
  scan(length);
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Two containers at corresponding places, and the number of their members that were compared. */
interface Level {
  readonly a: readonly Json[];
  readonly b: readonly Json[];
  /** The order when all members in common are equal. */
  readonly rest: number;
  next: number;
}

/** Compares with a stack of its own: values may be nested deeper than the JavaScript stack allows. */
function compareContainers(a: Json[] | JsonObject, b: Json[] | JsonObject): number {
  const open: Level[] = [];
  let difference = enter(a, b, open);
  for (let top = open.at(-1); difference === 0 && top !== undefined; top = open.at(-1)) {
    const at = top.next++;
    if (at >= Math.min(top.a.length, top.b.length)) {
      difference = top.rest;
      open.pop();
      continue;
    }
    const x = top.a[at] as Json;
    const y = top.b[at] as Json;
    const nested = typeof x === 'object' && typeof y === 'object' && x !== null && y !== null;
    if (nested && Array.isArray(x) === Array.isArray(y)) difference = enter(x, y, open);
    else if (open.length > maxDepth) return fail('Comparison too deep');
    else difference = compare(x, y);
  }
  return difference;
}

/** Opens a level for two containers of one type. Returns a difference that shows without their members. */
function enter(x: Json[] | JsonObject, y: Json[] | JsonObject, open: Level[]): number {
  if (open.length > maxDepth) return fail('Comparison too deep');
  if (Array.isArray(x) && Array.isArray(y)) {
    charge(1 + (Math.min(x.length, y.length) >> 2));
    open.push({ a: x, b: y, rest: x.length - y.length, next: 0 });
    return 0;
  }
  const keys = sortedKeys(x as JsonObject);
  charge(1 + keys.length);
  const others = sortedKeys(y as JsonObject);
  // jq compares the keys as an array of strings, two levels further down.
  if (open.length + (keys.length > 0 && others.length > 0 ? 2 : 1) > maxDepth) {
    return fail('Comparison too deep');
  }
  const difference = compareKeys(keys, others);
  if (difference !== 0) return difference;
  const members = (object: JsonObject) => keys.map((key) => property(object, key));
  open.push({ a: members(x as JsonObject), b: members(y as JsonObject), rest: 0, next: 0 });
  return 0;
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = compareText(a[i] as string, b[i] as string);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Returns the keys of an object in code point order. */
export function sortedKeys(object: JsonObject): string[] {
  const keys = Object.keys(object);
  charge(keys.length * 2);
  chargeWide(keys.length, 1);
  return keys.sort(compareText);
}

function same(a: string, b: string): boolean {
  if (a.length === b.length) join(a.length * 2);
  return a === b;
}

/** Tells if two values are equal in jq's sense; the order of members does not matter. */
export function equals(a: Json, b: Json): boolean {
  if (typeof a === 'string' && typeof b === 'string') return same(a, b);
  if (a === b) return true;
  if (isExactNumber(a) || isExactNumber(b)) return equalNumbers(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const open: Level[] = [];
  let equal = pair(a, b, open);
  for (let top = open.at(-1); equal && top !== undefined; top = open.at(-1)) {
    const at = top.next++;
    if (at < top.a.length) equal = pair(top.a[at] as Json, top.b[at] as Json, open);
    else open.pop();
  }
  return equal;
}

/** True for two equal numbers; one of the values at least is a number that is kept exactly. */
function equalNumbers(a: Json, b: Json): boolean {
  return rank(a) === rank(b) && compareExact(a as number | ExactNumber, b as number | ExactNumber) === 0;
}

/** Returns false for two values that differ; opens a level for containers whose members must be compared. */
function pair(x: Json, y: Json, open: Level[]): boolean {
  if (open.length > maxDepth) return fail('Equality check too deep');
  if (typeof x === 'string' && typeof y === 'string') return same(x, y);
  if (x === y) return true;
  if (isExactNumber(x) || isExactNumber(y)) return equalNumbers(x, y);
  if (Array.isArray(x)) {
    if (!Array.isArray(y) || x.length !== y.length) return false;
    charge(1 + (x.length >> 2));
    open.push({ a: x, b: y, rest: 0, next: 0 });
    return true;
  }
  if (!isObject(x) || !isObject(y)) return false;
  const keys = Object.keys(x);
  charge(1 + keys.length);
  chargeWide(keys.length, 2);
  if (keys.length !== Object.keys(y).length || !keys.every((key) => Object.hasOwn(y, key))) return false;
  open.push({ a: Object.values(x), b: keys.map((key) => property(y, key)), rest: 0, next: 0 });
  return true;
}
