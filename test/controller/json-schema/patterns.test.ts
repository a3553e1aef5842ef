import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inspectSchema, SchemaCheck } from '../../../controller/json-schema/index.js';

test('each pattern of a schema is a pattern of its own', () => {
  const digits = { type: 'string', pattern: '^[0-9]+$' };
  const letters = { type: 'string', pattern: '^[a-z]+$' };
  const check = new SchemaCheck({
    properties: { zip: digits, city: letters },
    patternProperties: { '^x': letters, '^n': digits },
  });

  expect(check.findings({ zip: '3000', city: 'bern', xa: 'a', na: '1' })).toEqual([]);
  expect(
    check.findings({ zip: 'bern', city: '3000', xa: '1', na: 'a' }).map(({ pointer }) => pointer),
  ).toEqual(['/zip', '/city', '/xa', '/na']);
});

const pieces = [
  'a',
  '5',
  '\\s',
  '\\S',
  '\\d',
  '\\D',
  '\\w',
  '\\W',
  '.',
  '\\.',
  '\\[',
  '\\\\',
  '\\n',
  '\\x41',
  '\\cJ',
  '[a]',
  '[^a]',
  '[\\s]',
  '[^\\s5]',
  '[\\S]',
  '[^\\S]',
  '[\\]a]',
  '[.]',
  '[\\w-]',
  '[]',
  '[^]',
  '\\p{L}',
  '\\P{Lu}',
  '\\p{digit}',
  '\\p{gc=Space_Separator}',
  '\\p{Script=Greek}',
  '\\u{1F600}',
  '\\u00e9',
  '(?:ab|5)',
  '(a)',
  '\\b',
  '^',
  '$',
];
const piece = fc
  .tuple(fc.constantFrom(...pieces), fc.constantFrom('', '', '', '*', '+', '?', '{2}', '*?'))
  .map(([text, repeat]) => (/^(?:\^|\$|\\b)$/.test(text) ? text : text + repeat));
const characters = [
  'a',
  'b',
  'A',
  '5',
  ' ',
  '\n',
  '\r',
  '\v',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\u200b',
  'é',
  'Ω',
  '९',
  '😀',
];
const text = fc.string({ unit: fc.constantFrom(...characters, '.', '[', ']', '\\', '-', '_'), maxLength: 6 });

test('a pattern means what it means in JavaScript', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), text, (parts, value) => {
      const pattern = parts.join('');
      const found = new SchemaCheck({ pattern }).findings(value);
      expect(found.length === 0).toBe(new RegExp(pattern, 'u').test(value));
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['(?=a)b', 'cannot be matched in linear time'],
  ['(a)\\1', 'cannot be matched in linear time'],
  ['a{1,5000}', 'cannot be matched in linear time'],
  ['(', 'is not a regular expression'],
])('the pattern %s is refused at its place', (pattern, message) => {
  for (const [schema, pointer] of [
    [{ items: { pattern } }, '/items/pattern'],
    [{ patternProperties: { [pattern]: {} } }, `/patternProperties/${pattern}`],
  ] as const) {
    expect(inspectSchema(schema)).toMatchObject([
      { rule: 'schema-invalid', pointer, message: expect.stringContaining(message) },
    ]);
  }
});
