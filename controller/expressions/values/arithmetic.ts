import type { ArithmeticOp } from '../syntax/ast.js';
import { equals, maxDepth } from './compare.js';
import { describe } from './dump.js';
import {
  isExactNumber,
  isObject,
  type Json,
  type JsonObject,
  property,
  setProperty,
  toComputable,
} from './json.js';
import { allocate, charge, chargeCopy, fail, join, noted } from './run.js';
import { splitText } from './text.js';

/** The arithmetic of jq on values of any type. Failures are located at `run.at`. */
export const operations: Readonly<Record<ArithmeticOp, (left: Json, right: Json) => Json>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '%': remainder,
};

/** Bytes of an array without its items. */
const ARRAY = 48;

export function add(left: Json, right: Json): Json {
  if (typeof left === 'number' && typeof right === 'number') return noted(left + right);
  if (left === null) return right;
  if (right === null) return left;
  if (typeof left === 'string' && typeof right === 'string') {
    charge(1);
    allocate(Math.min(left.length, right.length));
    return left + right;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length === 0) return right;
    if (right.length === 0) return left;
    allocate(ARRAY + (left.length + right.length) * 8);
    charge((left.length + right.length) >> 4);
    return left.concat(right);
  }
  if (isObject(left) && isObject(right)) return merge(left, right);
  if (isExactNumber(left) || isExactNumber(right)) return add(toComputable(left), toComputable(right));
  return unfit(left, right, 'added');
}

function merge(left: JsonObject, right: JsonObject): JsonObject {
  chargeCopy(Object.keys(left).length);
  const merged = { ...left };
  const keys = Object.keys(right);
  charge(1 + keys.length);
  for (const key of keys) setProperty(merged, key, right[key] as Json);
  return merged;
}

function subtract(left: Json, right: Json): Json {
  if (typeof left === 'number' && typeof right === 'number') return noted(left - right);
  if (isExactNumber(left) || isExactNumber(right)) return subtract(toComputable(left), toComputable(right));
  if (!Array.isArray(left) || !Array.isArray(right)) return unfit(left, right, 'subtracted');
  charge(left.length + right.length);
  for (const item of left) if (typeof item === 'string') join(item.length);
  for (const item of right) if (typeof item === 'string') join(item.length);
  // A set would find `nan`, which equals nothing.
  const scalars = new Set(right.filter((item) => isPlainScalar(item) && !Number.isNaN(item)));
  const others = right.filter((item) => !isPlainScalar(item));
  return left.filter((item) => {
    if (isPlainScalar(item)) return !scalars.has(item);
    charge(others.length >> 3);
    return !others.some((other) => equals(item, other));
  });
}

/** True for values that equal no other value; a set finds them. */
function isPlainScalar(value: Json): boolean {
  return typeof value !== 'object' && !isExactNumber(value);
}

function multiply(left: Json, right: Json): Json {
  if (typeof left === 'number' && typeof right === 'number') return noted(left * right);
  if (typeof left === 'string' && typeof right === 'number') return repeat(left, right);
  if (typeof left === 'number' && typeof right === 'string') return repeat(right, left);
  if (isObject(left) && isObject(right)) return mergeDeep(left, right);
  if (isExactNumber(left) || isExactNumber(right)) return multiply(toComputable(left), toComputable(right));
  return unfit(left, right, 'multiplied');
}

/** Length of the shortest string that is too long for jq. */
const maxText = 2 ** 31 - 9;

/** Repeats a text `times` times, rounded down; a negative number gives null. */
function repeat(text: string, times: number): Json {
  if (Number.isNaN(times) || times < 0) return null;
  const count = Math.floor(times);
  if (text.length === 0 || count === 0) return '';
  if (text.length * count >= maxText) return fail('Repeat string result too long');
  allocate(text.length * count);
  return text.repeat(count);
}

/** Merges members that are objects on both sides as well, down to the depth that jq allows. */
function mergeDeep(left: JsonObject, right: JsonObject): JsonObject {
  chargeCopy(Object.keys(left).length);
  const whole = { ...left };
  const pending = [{ merged: whole, theirs: right, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { merged, theirs, depth } = next;
    if (depth > maxDepth) return fail('Object merge too deep');
    const keys = Object.keys(theirs);
    charge(1 + keys.length);
    for (const key of keys) {
      const value = theirs[key] as Json;
      const ours = isObject(value) ? property(merged, key) : null;
      if (isObject(ours) && isObject(value)) {
        chargeCopy(Object.keys(ours).length);
        const both = { ...ours };
        setProperty(merged, key, both);
        pending.push({ merged: both, theirs: value, depth: depth + 1 });
      } else {
        setProperty(merged, key, value);
      }
    }
  }
  return whole;
}

function divide(left: Json, right: Json): Json {
  if (typeof left === 'number' && typeof right === 'number') {
    if (right === 0) return unfit(left, right, 'divided because the divisor is zero');
    return noted(left / right);
  }
  if (typeof left === 'string' && typeof right === 'string') return splitText(left, right);
  if (isExactNumber(left) || isExactNumber(right)) return divide(toComputable(left), toComputable(right));
  return unfit(left, right, 'divided');
}

function remainder(left: Json, right: Json): Json {
  if (isExactNumber(left) || isExactNumber(right)) return remainder(toComputable(left), toComputable(right));
  if (typeof left !== 'number' || typeof right !== 'number') return unfit(left, right, 'divided (remainder)');
  if (Number.isNaN(left) || Number.isNaN(right)) return noted(Number.NaN);
  const dividend = Math.trunc(left);
  const divisor = Math.abs(Math.trunc(right));
  if (divisor === 0) return unfit(left, right, 'divided (remainder) because the divisor is zero');
  if (Number.isSafeInteger(dividend) && Number.isSafeInteger(divisor)) return (dividend % divisor) + 0;
  return Number(wide(dividend) % wide(divisor));
}

const maxInteger = 2n ** 63n - 1n;

/** Returns a number as a 64-bit integer, clamped: jq computes remainders of those. */
function wide(value: number): bigint {
  if (value >= 2 ** 63) return maxInteger;
  return value <= -(2 ** 63) ? -maxInteger - 1n : BigInt(value);
}

function unfit(left: Json, right: Json, done: string): never {
  return fail(`${describe(left)} and ${describe(right)} cannot be ${done}`);
}
