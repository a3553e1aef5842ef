import { charge } from '../runtime/run.js';

/** Functions that C has and JavaScript lacks, to about 13 digits. */

/** Coefficients of Stirling's series. */
const STIRLING = [
  1 / 12,
  -1 / 360,
  1 / 1260,
  -1 / 1680,
  1 / 1188,
  -691 / 360_360,
  1 / 156,
  -3617 / 122_400,
] as const;

/** The logarithm of the absolute value of the gamma function. */
export function lgamma(x: number): number {
  if (Number.isNaN(x)) return x;
  if (!Number.isFinite(x) || (x <= 0 && Number.isInteger(x))) return Number.POSITIVE_INFINITY;
  if (x === 1 || x === 2) return 0;
  charge(8);
  if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - lgamma(1 - x);
  // The series is precise for large arguments: the recurrence leads there.
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

/** The gamma function, exact where it is a factorial. */
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

/** One less the error function, precise for large arguments. */
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
