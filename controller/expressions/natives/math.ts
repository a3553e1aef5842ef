import { compareNumbers, negateExact, toDouble } from '../../../schemas/json/exact-number.js';
import { describe } from '../values/dump.js';
import { isExactNumber, type Json, toComputable } from '../values/json.js';
import { fail, noted } from '../values/run.js';
import type { Natives } from './native.js';
import {
  besselJ,
  besselY,
  erf,
  erfc,
  exponent,
  fraction,
  ldexp,
  lgamma,
  nextAfter,
  remainderNear,
  roundEven,
  significand,
  tgamma,
} from './special-functions.js';

function number(value: Json | undefined): number {
  if (isExactNumber(value)) return toDouble(value);
  return typeof value === 'number' ? value : fail(`${describe(value ?? null)} number required`);
}

/** Functions of the input that JavaScript has under the same name. */
const sameName = (
  'floor ceil sqrt trunc cbrt exp expm1 log log2 log10 log1p ' +
  'sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh'
).split(' ') as 'floor'[];

const ofOne: Readonly<Record<string, (x: number) => number>> = {
  ...Object.fromEntries(sameName.map((name) => [name, Math[name]])),
  round: (x) => (x < 0 ? -Math.round(-x) : Math.round(x)),
  rint: roundEven,
  nearbyint: roundEven,
  fabs: Math.abs,
  exp2: (x) => 2 ** x,
  exp10: (x) => 10 ** x,
  logb: (x) => (x === 0 ? Number.NEGATIVE_INFINITY : Number.isFinite(x) ? exponent(x) - 1 : Math.abs(x)),
  significand,
  gamma: lgamma,
  lgamma,
  tgamma,
  erf,
  erfc,
  j0: (x) => besselJ(0, x),
  j1: (x) => besselJ(1, x),
  y0: (x) => besselY(0, x),
  y1: (x) => besselY(1, x),
};

const ofTwo: Readonly<Record<string, (x: number, y: number) => number>> = {
  pow: (x, y) => (x === 1 || (x === -1 && !Number.isFinite(y) && !Number.isNaN(y)) ? 1 : x ** y),
  atan2: Math.atan2,
  fmod: (x, y) => x % y,
  fmin: (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y)),
  fmax: (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y)),
  fdim: (x, y) => (Number.isNaN(x) || Number.isNaN(y) ? Number.NaN : Math.max(0, x - y)),
  hypot: Math.hypot,
  copysign: (x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x)),
  drem: remainderNear,
  remainder: remainderNear,
  ldexp,
  scalb: ldexp,
  scalbln: ldexp,
  nextafter: nextAfter,
  nexttoward: nextAfter,
  jn: (n, x) => besselJ(Math.trunc(n), x),
  yn: (n, x) => besselY(Math.trunc(n), x),
};

const byName: Record<string, Natives[string]> = {};
for (const [name, compute] of Object.entries(ofOne)) {
  byName[`${name}/0`] = (input) => noted(compute(number(input)));
}
for (const [name, compute] of Object.entries(ofTwo)) {
  byName[`${name}/2`] = (_input, x, y) => noted(compute(number(x), number(y)));
}

export const mathNatives: Natives = {
  ...byName,
  'fma/3': (_input, x, y, z) => noted(number(x) * number(y) + number(z)),
  'frexp/0': (input) => {
    const x = number(input);
    return Number.isFinite(x) && x !== 0 ? [fraction(x), exponent(x)] : [x, 0];
  },
  'modf/0': (input) => {
    const x = number(input);
    const whole = Math.trunc(x);
    return [Number.isFinite(x) ? x - whole : Number.isNaN(x) ? x : 0, whole];
  },
  'lgamma_r/0': (input) => {
    const x = number(input);
    return [noted(lgamma(x)), x < 0 && Math.floor(x) % 2 !== 0 ? -1 : 1];
  },
  'abs/0': (input) => {
    if (typeof input === 'number') return input < 0 ? -input : input;
    if (isExactNumber(input)) return compareNumbers(input, 0) < 0 ? negateExact(input) : input;
    return input !== null && typeof input !== 'boolean'
      ? input
      : fail(`${describe(input)} cannot be negated`);
  },
  'infinite/0': () => noted(Number.POSITIVE_INFINITY),
  'nan/0': () => noted(Number.NaN),
  'isinfinite/0': (input) => input === Number.POSITIVE_INFINITY || input === Number.NEGATIVE_INFINITY,
  'isnan/0': (input) => Number.isNaN(input),
  'isnormal/0': (exactInput) => {
    const input = toComputable(exactInput);
    if (typeof input !== 'number') return false;
    const size = Math.abs(input);
    return size >= 2.2250738585072014e-308 && size < Number.POSITIVE_INFINITY;
  },
};
