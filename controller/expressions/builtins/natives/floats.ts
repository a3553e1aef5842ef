const view = new DataView(new ArrayBuffer(8));

/** The `e` for which a finite number other than 0 is `m * 2 ** e`, with `m` from 0.5 up to 1. */
export function exponent(x: number): number {
  view.setFloat64(0, x);
  const bits = (view.getUint16(0) >> 4) & 0x7ff;
  return bits === 0 ? exponent(x * 2 ** 64) - 64 : bits - 1022;
}

/** That `m`. */
export function fraction(x: number): number {
  return ldexp(x, -exponent(x));
}

/** `x * 2 ** power`, without overflow on the way. */
export function ldexp(x: number, power: number): number {
  const whole = Math.max(-2200, Math.min(2200, Math.trunc(power)));
  const half = Math.trunc(whole / 2);
  const quarter = Math.trunc(half / 2);
  return x * 2 ** quarter * 2 ** (half - quarter) * 2 ** (whole - half);
}

export function significand(x: number): number {
  return x === 0 || !Number.isFinite(x) ? x : fraction(x) * 2;
}

/** To the nearest integer, halves to the even one. */
export function roundEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest !== 0.5) return Math.round(x);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** What is left of `x` beyond the nearest multiple of `y`. */
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

/** The next number from `x` towards `y`. */
export function nextAfter(x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (x === y) return y;
  if (x === 0) return y > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  view.setFloat64(0, x);
  const bits = view.getBigInt64(0);
  view.setBigInt64(0, y > x === x > 0 ? bits + 1n : bits - 1n);
  return view.getFloat64(0);
}
