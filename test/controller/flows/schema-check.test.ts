import { expect, test } from 'vitest';
import { plan } from './support.js';

function check(schema: string, input: unknown) {
  return plan(`
input: { schema: { document: ${schema} } }
do: []`).acceptInput(input as never).findings;
}

test.each([
  ['{ required: [ a/b ] }', {}, '/a~1b', 'is required'],
  ['{ properties: { n: { type: integer } } }', { n: 'x' }, '/n', 'must be integer'],
  ['{ properties: { list: { items: { minimum: 3 } } } }', { list: [5, 2] }, '/list/1', 'must be >= 3'],
  [
    '{ additionalProperties: false, properties: { email: {} } }',
    { emial: 1 },
    '/emial',
    'is not a known property; did you mean `email`?',
  ],
  ['{ properties: { kind: { enum: [ a, b ] } } }', { kind: 'c' }, '/kind', 'must be one of "a", "b"'],
  ['{ properties: { at: { format: date-time } } }', { at: 'now' }, '/at', 'must match format "date-time"'],
  ['{ properties: { n: { const: 1 } } }', { n: 2 }, '/n', 'must be 1'],
])('%s names the place and the fault', (schema, input, pointer, message) => {
  expect(check(schema, input)).toEqual([{ pointer, message }]);
});

test('all faults are said at once', () => {
  const found = check('{ required: [ a, b ], properties: { c: { type: string } } }', { c: 1 });
  expect(found.map(({ pointer }) => pointer).sort()).toEqual(['/a', '/b', '/c']);
});

test('a pattern that makes a backtracking engine explode takes no time', () => {
  const found = check("{ properties: { s: { pattern: '^(a+)+$' } } }", { s: `${'a'.repeat(50_000)}!` });
  expect(found).toHaveLength(1);
});

test.each([
  ['^\\u00e9\\d{2}$', 'é42'],
  ['^\\p{Letter}+$', 'Ωmega'],
  ['^\\p{Script=Greek}+$', 'Ωω'],
  ['^(?<year>\\d{4})-\\d\\d$', '2026-11'],
])('the pattern %s means what it means in JavaScript', (pattern, text) => {
  expect(check(JSON.stringify({ pattern }), text)).toEqual([]);
  expect(check(JSON.stringify({ pattern }), '?')).toHaveLength(1);
});

test('thousands of unique items are compared in one pass', () => {
  const items = Array.from({ length: 50_000 }, (_, id) => ({ id, tags: [id] }));
  expect(check('{ uniqueItems: true }', items)).toEqual([]);
  expect(check('{ uniqueItems: true }', [...items, { tags: [7], id: 7 }])).toHaveLength(1);
});

test('data deeper than the validator can go is a finding, not a crash', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 50_000; level++) deep = { next: deep };
  const found = check(
    "{ $defs: { node: { properties: { next: { $ref: '#/$defs/node' } } } }, $ref: '#/$defs/node' }",
    deep,
  );
  expect(found).toEqual([{ pointer: '', message: expect.stringContaining('cannot be validated') }]);
});

test('schemas of draft 7 are understood when they say so', () => {
  const schema = "{ $schema: 'http://json-schema.org/draft-07/schema#', items: [ { type: string } ] }";
  expect(check(schema, [1])).toEqual([{ pointer: '/0', message: 'must be string' }]);
});
