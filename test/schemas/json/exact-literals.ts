import fc from 'fast-check';

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((each) => each.join(''));

/** Number literals of JSON: short and long ones, fractions, exponents, zeros at either end, and the neighbours of doubles. */
export const literals: fc.Arbitrary<string> = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value.toPrecision(17)),
  fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.oneof(
        fc.constant('0'),
        digits(1, 40).map((text) => text.replace(/^0+(?=\d)/, '') || '0'),
      ),
      fc.oneof(
        fc.constant(''),
        digits(1, 40).map((text) => `.${text}`),
      ),
      fc.oneof(
        fc.constant(''),
        fc
          .tuple(fc.constantFrom('e', 'E', 'e+', 'E-', 'e-'), fc.integer({ min: 0, max: 420 }))
          .map((parts) => parts.join('')),
      ),
    )
    .map((parts) => parts.join('')),
);

/** JSON texts in which the numbers are of `literals`, and texts look like numbers. */
export const jsonTexts: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    literals,
    fc.constantFrom('null', 'true', '"1e400"', '"7615917337495251231"', '"\\"12345678901234567890"'),
    fc.string({ maxLength: 6 }).map((text) => JSON.stringify(text)),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
    fc
      .uniqueArray(fc.constantFrom('a', 'id', '1', 'x y', 'toString'), { maxLength: 4 })
      .chain((names) =>
        fc
          .tuple(...names.map(() => tie('value')))
          .map((values) => `{${names.map((name, at) => `"${name}": ${values[at]}`).join(',')}}`),
      ),
  ),
})).value;

/** Returns JSON text in a form that is the same exactly for the same value: each number as a fraction in lowest terms. */
export function exactForm(text: string): string {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.]*(?:[eE][-+]?\d+)?|[^\s]/g) ?? [];
  const marked = tokens
    .map((token) => (/^[-\d]/.test(token) ? JSON.stringify(`number ${fraction(token)}`) : token))
    .join(' ')
    .replaceAll('t r u e', 'true')
    .replaceAll('n u l l', 'null')
    .replaceAll('f a l s e', 'false');
  return JSON.stringify(sorted(JSON.parse(marked)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, item]) => [name, sorted(item)]);
}

/** Returns a number literal as a fraction of whole numbers in lowest terms. */
export function fraction(literal: string): string {
  const [mantissa = '', power = '0'] = literal.toLowerCase().split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  const exponent = Number(power) - decimals.length;
  const top = BigInt(whole + decimals) * 10n ** BigInt(Math.max(exponent, 0));
  const sign = mantissa.startsWith('-') && top > 0n ? -1n : 1n;
  const bottom = 10n ** BigInt(Math.max(-exponent, 0));
  const common = divisor(top < 0n ? -top : top, bottom);
  return `${(sign * top) / common}/${bottom / common}`;
}

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b);
}
