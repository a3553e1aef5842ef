import { charge } from '../values/run.js';

/** Functions that C has and JavaScript lacks, with about 13 correct digits. */

/** Coefficients of Stirling's series. */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360_360, 1 / 156, -3617 / 122_400];

/** Returns the logarithm of the absolute value of the gamma function. */
export function lgamma(x: number): number {
  if (Number.isNaN(x)) return x;
  if (!Number.isFinite(x) || (x <= 0 && Number.isInteger(x))) return Number.POSITIVE_INFINITY;
  if (x === 1 || x === 2) return 0;
  charge(8);
  if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - lgamma(1 - x);
  // The series is precise for large arguments, which the recurrence leads to.
  let shifted = x;
  let product = 1;
  for (; shifted < 10; shifted++) product *= shifted;
  return (
    (shifted - 0.5) * Math.log(shifted) -
    shifted +
    0.5 * Math.log(2 * Math.PI) +
    stirling(shifted) -
    Math.log(product)
  );
}

function stirling(x: number): number {
  return STIRLING.reduce((sum, coefficient, index) => sum + coefficient / x ** (2 * index + 1), 0);
}

/** The gamma function, exact for factorials. */
export function tgamma(x: number): number {
  if (x === 0) return 1 / x;
  if (x === Number.NEGATIVE_INFINITY || (x < 0 && Number.isInteger(x))) return Number.NaN;
  if (x > 171.7) return Number.POSITIVE_INFINITY;
  if (Number.isInteger(x)) return factorial(x - 1);
  if (x < 0.5) return Math.PI / (Math.sin(Math.PI * x) * tgamma(1 - x));
  return Math.exp(lgamma(x));
}

function factorial(n: number): number {
  charge(n >> 4);
  let product = 1;
  for (let factor = 2; factor <= n; factor++) product *= factor;
  return product;
}

/** The error function. */
export function erf(x: number): number {
  if (Number.isNaN(x)) return x;
  if (Math.abs(x) >= 2) return Math.sign(x) * (1 - erfc(Math.abs(x)));
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > Math.abs(sum) * 1e-17; n++) {
    term *= -(x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** 1 minus the error function, precise for large arguments. */
export function erfc(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x < 2) return 1 - erf(x);
  if (x > 27) return 0;
  charge(16);
  let continued = 0;
  for (let n = 120; n >= 1; n--) continued = n / 2 / (x + continued);
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + continued);
}

/** Simpson's rule. */
function integrate(f: (t: number) => number, from: number, to: number, steps: number): number {
  charge(steps);
  const width = (to - from) / steps;
  let sum = f(from) + f(to);
  for (let step = 1; step < steps; step++) sum += f(from + step * width) * (step % 2 === 1 ? 4 : 2);
  return (sum * width) / 3;
}

/** The Bessel function of the first kind, by its integral. */
export function besselJ(n: number, x: number): number {
  if (!Number.isFinite(x) || Math.abs(n) > 1000) return Number.isNaN(x) ? x : 0;
  const steps = 2 * Math.ceil(50 + Math.min(5000, Math.abs(x) + Math.abs(n)));
  return integrate((t) => Math.cos(n * t - x * Math.sin(t)), 0, Math.PI, steps) / Math.PI;
}

/** The Bessel function of the second kind, by its integrals. */
export function besselY(n: number, x: number): number {
  if (Number.isNaN(x) || x < 0) return Number.NaN;
  if (x === 0) return Number.NEGATIVE_INFINITY;
  if (x === Number.POSITIVE_INFINITY) return 0;
  if (n < 0) return (n % 2 === 0 ? 1 : -1) * besselY(-n, x);
  if (n > 1) {
    charge(Math.ceil(n / 4));
    let [before, at] = [besselY(0, x), besselY(1, x)];
    for (let order = 1; order < n && Number.isFinite(at); order++)
      [before, at] = [at, ((2 * order) / x) * at - before];
    return at;
  }
  const steps = 2 * Math.ceil(2000 + Math.min(5000, x));
  const oscillating = integrate((t) => Math.sin(x * Math.sin(t) - n * t), 0, Math.PI, steps);
  const decay = Math.asinh(745 / x) + 1;
  const sign = n % 2 === 0 ? 1 : -1;
  const fading = integrate(
    (t) => (Math.exp(n * t) + sign * Math.exp(-n * t)) * Math.exp(-x * Math.sinh(t)),
    0,
    decay,
    8000,
  );
  return (oscillating - fading) / Math.PI;
}

const view = new DataView(new ArrayBuffer(8));

/** Returns the `e` for which a finite number other than 0 is `m * 2 ** e`, with `m` from 0.5 to below 1. */
export function exponent(x: number): number {
  view.setFloat64(0, x);
  const bits = (view.getUint16(0) >> 4) & 0x7ff;
  return bits === 0 ? exponent(x * 2 ** 64) - 64 : bits - 1022;
}

/** Returns that `m`. */
export function fraction(x: number): number {
  return ldexp(x, -exponent(x));
}

/** Returns `x * 2 ** power`, without an overflow of intermediate results. */
export function ldexp(x: number, power: number): number {
  const whole = Math.max(-2200, Math.min(2200, Math.trunc(power)));
  const half = Math.trunc(whole / 2);
  const quarter = Math.trunc(half / 2);
  return x * 2 ** quarter * 2 ** (half - quarter) * 2 ** (whole - half);
}

export function significand(x: number): number {
  return x === 0 || !Number.isFinite(x) ? x : fraction(x) * 2;
}

/** Rounds to the nearest integer, and halves to the even one. */
export function roundEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest !== 0.5) return Math.round(x);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** Returns the difference between `x` and the nearest multiple of `y`. */
export function remainderNear(x: number, y: number): number {
  if (!Number.isFinite(x) || Number.isNaN(y) || y === 0) return Number.NaN;
  const size = Math.abs(y);
  if (size === Number.POSITIVE_INFINITY) return x;
  const rest = x % size;
  const double = Math.abs(rest) * 2;
  const odd = Math.abs(((x - rest) / size) % 2) === 1;
  if (double > size || (double === size && odd)) return rest - Math.sign(rest) * size;
  return rest;
}

/** Returns the next number from `x` towards `y`. */
export function nextAfter(x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (x === y) return y;
  if (x === 0) return y > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  view.setFloat64(0, x);
  const bits = view.getBigInt64(0);
  view.setBigInt64(0, y > x === x > 0 ? bits + 1n : bits - 1n);
  return view.getFloat64(0);
}
