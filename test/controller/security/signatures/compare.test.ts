import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameSecret, isSignature } from '../../../../controller/security/signatures/compare.js';

const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((value) => Buffer.from(value));

test('a signature counts in its own encoding, and hexadecimal digits count in both cases', () => {
  fc.assert(
    fc.property(bytes, (expected) => {
      expect(isSignature(expected.toString('hex'), expected, 'hex')).toBe(true);
      expect(isSignature(expected.toString('hex').toUpperCase(), expected, 'hex')).toBe(true);
      expect(isSignature(expected.toString('base64'), expected, 'base64')).toBe(true);
    }),
  );
});

test('any other text is no signature, also where the decoder of Node finds the same bytes in it', () => {
  const more = fc.oneof(
    fc.string({ minLength: 1, maxLength: 3 }),
    fc.constantFrom('0', 'a', '=', ' ', '\n', 'é'),
  );
  fc.assert(
    fc.property(bytes, more, fc.nat(), (expected, added, place) => {
      for (const encoding of ['hex', 'base64'] as const) {
        const text = expected.toString(encoding);
        const at = place % (text.length + 1);
        for (const other of [
          `${text}${added}`,
          `${added}${text}`,
          text.slice(0, at) + added + text.slice(at),
        ])
          expect(isSignature(other, expected, encoding), `${encoding} ${JSON.stringify(other)}`).toBe(false);
        expect(isSignature(text.slice(0, -1), expected, encoding)).toBe(false);
      }
    }),
  );
  const mac = createHmac('sha256', 'key').update('text').digest();
  const text = mac.toString('base64');
  expect(text).toMatch(/Y=$/);
  for (const changed of [
    text.replace('Y=', 'Z='),
    text.slice(0, -1),
    text.replaceAll('+', '-'),
    '',
    undefined,
  ])
    expect(isSignature(changed, mac, 'base64'), changed).toBe(false);
});

test('texts of any characters are compared without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, other) => {
      expect(isSameSecret(text, text)).toBe(true);
      expect(isSameSecret(text, other)).toBe(text === other);
    }),
  );
});
