import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { toReadableText } from '../../../api/mcp/answers/readable-text.js';
import { parseJsonText } from '../../../schemas/json/json-text.js';
import type { JsonObject } from '../../../schemas/json/types.js';

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('a', ' ', '\n', ':', '#', '-', "'", '"', '\\', '\t', '1', '.', '|', '{'),
  }),
  fc.constantFrom(
    'null',
    'toString',
    'true',
    '~',
    '0x1f',
    '1e3',
    '.5',
    '---',
    '...',
    '- a',
    'a: b',
    'a #b',
    '\ufeff',
    '\r',
  ),
);
const values = fc.dictionary(
  texts,
  fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      texts,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(texts, tie('value'), { maxKeys: 4 }),
    ),
  })).value,
);

test('the text of an answer is YAML of the same value', () => {
  fc.assert(
    fc.property(values, (value) => {
      const json = JSON.parse(JSON.stringify(value)) as JsonObject;
      expect(parse(toReadableText(json))).toEqual(json);
    }),
    { numRuns: 2_000 },
  );
});

describe('an answer as text', () => {
  test('has no quotes where none are needed, and long texts line by line', () => {
    const value: JsonObject = {
      flow: 'refund-order',
      path: '/orders/{id}',
      hint: 'Call describe {"topic": "task.try"}.',
      tags: ['shop', 'money'],
      text: '# Title\n\nIt\'s "quoted".\n',
      items: [
        { name: 'a', uses: [] },
        { name: 'b', uses: [{ type: 'connection' }] },
      ],
    };
    expect(toReadableText(value)).toBe(`flow: refund-order
path: /orders/{id}
hint: 'Call describe {"topic": "task.try"}.'
tags: [shop, money]
text: |
  # Title

  It's "quoted".
items:
- name: a
  uses: []
- name: b
  uses:
  - type: connection`);
  });

  test('keeps all digits of numbers, and keys of any length', () => {
    const value = parseJsonText<JsonObject>('{"amount": 12345678901234567890.123}');
    expect(toReadableText(value)).toBe('amount: 12345678901234567890.123');
    const long = { ['k'.repeat(2_000)]: { a: [1] } };
    expect(parse(toReadableText(long))).toEqual(long);
  });
});
