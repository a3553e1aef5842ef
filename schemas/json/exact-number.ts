import type { ExactNumber, Json } from './types.js';

/** True between the time at which `JSON.stringify` met an exact number and the next call of `forgetPrinted`. */
let isPrinted = false;

/** Forgets that `JSON.stringify` met an exact number. */
export function forgetPrinted(): void {
  isPrinted = false;
}

/** True when `JSON.stringify` has met an exact number since `forgetPrinted`. */
export function wasPrinted(): boolean {
  return isPrinted;
}

/** True from the first exact number on. */
let isAnyCreated = false;

const prototype: object = Object.create(Function.prototype, {
  isExactNumber: { value: true },
  toString: {
    value(this: ExactNumber) {
      return this();
    },
  },
  toJSON: {
    value(this: ExactNumber) {
      isPrinted = true;
      return this();
    },
  },
  [Symbol.toPrimitive]: {
    value(this: ExactNumber, hint: string) {
      return hint === 'number' ? toDouble(this) : this();
    },
  },
});

/** Returns the number that a number literal of JSON spells: a double where the double gives the digits back. */
export function toNumber(literal: string): number | ExactNumber {
  const value = Number(literal);
  return isGivenBack(literal, value) ? value : createExactNumber(literal);
}

/**
 * Returns the number literal of JSON for a decimal number as jq and YAML write it, which may begin with `+`, `.` or zeros and
 * end with `.`; undefined for any other text.
 */
export function toLiteral(text: string): string | undefined {
  const match = /^\+?(-?)0*(\d*)(?:\.(\d*))?([eE][-+]?\d+)?$/.exec(text);
  if (match === null || !/^[-+]?\.?\d/.test(text)) return undefined;
  const [, sign = '', whole = '', fraction = '', power = ''] = match;
  return `${sign}${whole || '0'}${fraction && `.${fraction}`}${power}`;
}

/** @param literal a number literal of JSON that no double gives back */
export function createExactNumber(literal: string): ExactNumber {
  isAnyCreated = true;
  return Object.setPrototypeOf(() => literal, prototype);
}

/** JSON holds no functions: a value of JSON that is one is an exact number. */
export function isExactNumber(value: unknown): value is ExactNumber {
  return typeof value === 'function' && (value as Partial<ExactNumber>).isExactNumber === true;
}

/** The nearest finite double. */
export function toDouble(exact: ExactNumber): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(exact())));
}

/** Returns an exact number as the nearest finite double, and any other value as it is. */
export function toComputable(value: Json): Json {
  return isExactNumber(value) ? toDouble(value) : value;
}

export function negateExact(exact: ExactNumber): ExactNumber {
  const digits = exact();
  return createExactNumber(digits.startsWith('-') ? digits.slice(1) : `-${digits}`);
}

/** Digits that every double gives back. */
const safeDigits = 15;

/** True when a double gives the digits of a literal back: its shortest text denotes the same number. */
export function isGivenBack(literal: string, value = Number(literal)): boolean {
  if (literal.length <= safeDigits && !/[eE]/.test(literal)) return true;
  if (!Number.isFinite(value)) return false;
  const printed = String(value);
  return printed === literal || compareDecimals(toDecimal(literal), toDecimal(printed)) === 0;
}

/** Returns -1, 0 or 1, as the numbers compare; a double counts as the number that its shortest text denotes. NaN is not allowed. */
export function compareNumbers(left: number | ExactNumber, right: number | ExactNumber): number {
  if (typeof left === 'number' && typeof right === 'number') {
    return left < right ? -1 : left > right ? 1 : 0;
  }
  if (left === Number.POSITIVE_INFINITY || right === Number.NEGATIVE_INFINITY) return 1;
  if (left === Number.NEGATIVE_INFINITY || right === Number.POSITIVE_INFINITY) return -1;
  return compareDecimals(toDecimal(String(left)), toDecimal(String(right)));
}

/** Returns a text that is the same for two numbers exactly when they are equal. */
export function canonicalNumber(exact: ExactNumber): string {
  const { isNegative, digits, exponent } = toDecimal(exact());
  return `${isNegative ? '-' : ''}${digits}e${exponent}`;
}

/**
 * Returns a double that stands for an exact number where only doubles can be compared: the next one in its direction from
 * the nearest, so that the order is right against the nearest, and a whole number only where the exact number is one.
 */
export function toNeighbour(exact: ExactNumber): number {
  const nearest = toDouble(exact);
  const order = compareNumbers(exact, nearest);
  if (order === 0 || Math.abs(nearest) === Number.MAX_VALUE) return nearest;
  if (nearest === 0) return order * Number.MIN_VALUE;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, nearest);
  bits.setBigInt64(0, bits.getBigInt64(0) + (order > 0 === nearest > 0 ? 1n : -1n));
  return bits.getFloat64(0);
}

/**
 * Returns a value with the double that stands for it (`toNeighbour`) in place of each exact number; the same value when it
 * has none.
 */
export function withNeighbours(value: Json): Json {
  return replaceExactNumbers(value, toNeighbour);
}

/** Returns a value with the digits as text in place of each exact number; the same value when it has none. */
export function withDigits<Value extends Json>(value: Value): Value {
  return replaceExactNumbers(value, (exact) => exact()) as Value;
}

/** Takes no memory: nearly no value has one. */
export function hasExactNumber(value: unknown): boolean {
  if (!isAnyCreated) return false;
  if (typeof value !== 'object' || value === null) return isExactNumber(value);
  if (Array.isArray(value)) return value.some(hasExactNumber);
  for (const name in value) if (hasExactNumber((value as { [name: string]: unknown })[name])) return true;
  return false;
}

/** Puts the exact numbers of a value where a copy of it, or of parts of it, has their digits as text; changes the copy. */
export function restoreExactNumbers(copy: Json, original: Json): Json {
  if (isExactNumber(original)) return original;
  if (typeof copy !== 'object' || copy === null || isExactNumber(copy)) return copy;
  if (typeof original !== 'object' || original === null) return copy;
  const holder = copy as { [name: string]: Json };
  for (const [name, value] of Object.entries(original)) {
    if (Object.hasOwn(holder, name)) holder[name] = restoreExactNumbers(holder[name] as Json, value);
  }
  return copy;
}

/** Returns a value with what `replace` returns in place of each exact number; the same value when it has none. */
export function replaceExactNumbers(value: Json, replace: (exact: ExactNumber) => Json): Json {
  return hasExactNumber(value) ? replaceInside(value, replace) : value;
}

function replaceInside(value: Json, replace: (exact: ExactNumber) => Json): Json {
  if (isExactNumber(value)) return replace(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replaceInside(item, replace));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, replaceInside(item, replace)]),
  );
}

/** `0.digits × 10^exponent`; the digits neither begin nor end with zero, and are empty for zero. */
interface Decimal {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

/** Exponents beyond this count as this: no number that anyone writes is larger. */
const maxExponent = 1e15;

function toDecimal(literal: string): Decimal {
  const isNegative = literal.startsWith('-');
  const mark = literal.search(/[eE]/);
  const mantissa = literal.slice(isNegative ? 1 : 0, mark < 0 ? undefined : mark);
  const power = mark < 0 ? 0 : Number(literal.slice(mark + 1));
  const point = mantissa.indexOf('.');
  const all = point < 0 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1);
  let start = 0;
  let end = all.length;
  while (all[start] === '0') start += 1;
  if (start === end) return { isNegative: false, digits: '', exponent: 0 };
  while (all[end - 1] === '0') end -= 1;
  const exponent = (point < 0 ? all.length : point) - start + power;
  return {
    isNegative,
    digits: all.slice(start, end),
    exponent: Math.max(-maxExponent, Math.min(maxExponent, exponent)),
  };
}

/** Returns -1, 0 or 1. */
function compareDecimals(left: Decimal, right: Decimal): number {
  const sign = (decimal: Decimal) => (decimal.digits === '' ? 0 : decimal.isNegative ? -1 : 1);
  if (sign(left) !== sign(right)) return sign(left) < sign(right) ? -1 : 1;
  if (left.exponent !== right.exponent) return left.exponent < right.exponent ? -sign(left) : sign(left);
  if (left.digits === right.digits) return 0;
  return left.digits < right.digits ? -sign(left) : sign(left);
}
