import type { Json } from '../../json.js';
import { fail } from '../../runtime/run.js';
import { describe } from '../../values/dump.js';
import type { Natives } from './native.js';

function number(value: Json | undefined): number {
  return typeof value === 'number' ? value : fail(`${describe(value ?? null)} number required`);
}

const unary: Readonly<Record<string, (x: number) => number>> = {
  floor: Math.floor,
  ceil: Math.ceil,
  sqrt: Math.sqrt,
  round: (x) => (x < 0 ? -Math.round(-x) : Math.round(x)),
  trunc: Math.trunc,
  fabs: Math.abs,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  exp: Math.exp,
  expm1: Math.expm1,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
  cbrt: Math.cbrt,
  exp2: (x) => 2 ** x,
  exp10: (x) => 10 ** x,
};

const binary: Readonly<Record<string, (x: number, y: number) => number>> = {
  pow: (x, y) => (x === 1 || y === 0 ? 1 : x ** y),
  atan2: Math.atan2,
  fmod: (x, y) => x % y,
};

const named: Record<string, Natives[string]> = {};
for (const [name, compute] of Object.entries(unary)) named[`${name}/0`] = (input) => compute(number(input));
for (const [name, compute] of Object.entries(binary)) {
  named[`${name}/2`] = (_input, x, y) => compute(number(x), number(y));
}

export const mathNatives: Natives = {
  ...named,
  'abs/0': (input) => {
    if (typeof input === 'number') return input < 0 ? -input : input;
    return input !== null && typeof input !== 'boolean'
      ? input
      : fail(`${describe(input)} cannot be negated`);
  },
  'infinite/0': () => Number.POSITIVE_INFINITY,
  'nan/0': () => Number.NaN,
  'isinfinite/0': (input) => Math.abs(number(input)) === Number.POSITIVE_INFINITY,
  'isnan/0': (input) => Number.isNaN(number(input)),
  'isnormal/0': (input) => {
    const size = Math.abs(number(input));
    return size >= 2.2250738585072014e-308 && size < Number.POSITIVE_INFINITY;
  },
};
