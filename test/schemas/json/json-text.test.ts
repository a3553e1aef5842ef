import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareNumbers,
  hasExactNumber,
  isExactNumber,
  toLiteral,
  toNeighbour,
  toNumber,
  withDigits,
} from '../../../schemas/json/exact-number.js';
import { parseJsonText, replaceExactLiterals, toJsonText } from '../../../schemas/json/json-text.js';
import { canonical, isEqual } from '../../../schemas/json/values.js';
import { exactForm, fraction, jsonTexts, literals } from './exact-literals.js';

describe('JSON text', () => {
  test('is written with the numbers that were read, whatever their digits', () => {
    fc.assert(
      fc.property(jsonTexts, fc.constantFrom(0, 2), (text, indent) => {
        expect(exactForm(toJsonText(parseJsonText(text), indent))).toBe(exactForm(text));
      }),
      { numRuns: 10_000 },
    );
  });

  test('is read and written as JSON does when doubles hold all numbers', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseJsonText(text)).toEqual(JSON.parse(text));
        expect(toJsonText(value, indent)).toBe(text);
      }),
    );
  });

  test('has the same numbers after their literals were texts for another reader', () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        const marked = replaceExactLiterals(text, (literal) => `"a mark of this test ${literal}"`);
        // Another reader writes again what it has read.
        const written = JSON.stringify(JSON.parse(marked)).replaceAll(/"a mark of this test ([^"]*)"/g, '$1');
        expect(exactForm(written)).toBe(exactForm(text));
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    '"12345678901234567890',
    '{"a": 12345678901234567890, "b',
    '"\\"12345678901234567890',
    '12345678901234567890"',
  ])('that is cut off ends, and is no other text: %s', (text) => {
    const marks = replaceExactLiterals(text, (literal) => `<${literal}>`);
    expect(marks.replaceAll(/[<>]/g, '')).toBe(text);
  });

  test('is laid out as by JSON, with exact numbers in it', () => {
    const text = '{\n  "a": [\n    1e400,\n    {}\n  ],\n  "b": []\n}';
    expect(toJsonText(parseJsonText(text), 2)).toBe(text);
  });

  test('is refused with the error of JSON', () => {
    for (const text of ['', '[1', '01', '1e', '{"a":}', '[12345678901234567890,]'])
      expect(() => parseJsonText(text)).toThrow(SyntaxError);
  });

  test('keeps a key that is called `__proto__` beside an exact number as a member', () => {
    const value = parseJsonText('{"__proto__": 1e400, "a": "]"}');
    expect(toJsonText(value)).toBe('{"__proto__":1e400,"a":"]"}');
  });

  test('nested a hundred thousand levels deep is read', () => {
    const text = `${'['.repeat(100_000)}1e400${']'.repeat(100_000)}`;
    expect(parseJsonText(text)).toHaveLength(1);
  });
});

describe('an exact number', () => {
  test('stands for a literal exactly when the shortest text of its double denotes another number', () => {
    fc.assert(
      fc.property(literals, (literal) => {
        const value = Number(literal);
        const isKept = Number.isFinite(value) && fraction(String(value)) === fraction(literal);
        expect(isExactNumber(toNumber(literal))).toBe(!isKept);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is compared by value with doubles and with exact numbers', () => {
    const order = (literal: string) => {
      const [top = '', bottom = ''] = fraction(literal).split('/');
      return [BigInt(top), BigInt(bottom)] as const;
    };
    fc.assert(
      fc.property(literals, literals, (left, right) => {
        const [a, b] = order(left);
        const [c, d] = order(right);
        const difference = a * d - c * b;
        const expected = difference < 0n ? -1 : difference > 0n ? 1 : 0;
        expect(compareNumbers(toNumber(left), toNumber(right))).toBe(expected);
        expect(isEqual(toNumber(left), toNumber(right))).toBe(expected === 0);
        if (expected !== 0) expect(canonical(toNumber(left))).not.toBe(canonical(toNumber(right)));
      }),
      { numRuns: 2_000 },
    );
  });

  test('equals itself in another spelling', () => {
    expect(isEqual(toNumber('1e400'), toNumber('10.0E399'))).toBe(true);
    expect(canonical(toNumber('1e400'))).toBe(canonical(toNumber('10.0E399')));
    expect(isEqual(toNumber('9007199254740993'), toNumber('9007199254740992'))).toBe(false);
  });

  test('shows its digits as text to code that does not know of it, never another number', () => {
    const value = parseJsonText('{"id": 7615917337495251231}');
    expect(JSON.stringify(value)).toBe('{"id":"7615917337495251231"}');
    expect(`${toNumber('7615917337495251231')}`).toBe('7615917337495251231');
    expect(withDigits(value)).toEqual({ id: '7615917337495251231' });
    expect([hasExactNumber(value), hasExactNumber({ id: 1 })]).toEqual([true, false]);
  });

  test('is stood for by the next double in its direction', () => {
    const neighbours = ['9007199254740993', '1.00000000000000000001', '-1e-400', '1e400'];
    expect(neighbours.map((literal) => toNeighbour(toNumber(literal) as never))).toEqual([
      9007199254740994,
      1.0000000000000002,
      -5e-324,
      Number.MAX_VALUE,
    ]);
  });

  test('is made of decimal numbers of jq and YAML too', () => {
    expect(['+007', '.5', '-1.', '1.e5', '0x1F', '.', 'e5', ''].map(toLiteral)).toEqual([
      '7',
      '0.5',
      '-1',
      '1e5',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
