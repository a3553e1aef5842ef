import { expect, test } from 'vitest';
import { deepest, nestsTooDeep, textNestsTooDeep } from '../../../schemas/json/nesting.js';

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}`;

test.each([
  ['lists', lists(deepest), false],
  ['lists', lists(deepest + 1), true],
  ['objects', objects(deepest), false],
  ['objects', objects(deepest + 1), true],
  ['a text of brackets', JSON.stringify(`\\"${'['.repeat(10_000)}`), false],
  ['many short lists', JSON.stringify(Array.from({ length: 10_000 }, () => [1, { a: [] }])), false],
  ['a great many lists', lists(500_000), true],
])('the text and the value of %s agree: %#', (_, text, isTooDeep) => {
  expect(textNestsTooDeep(text)).toBe(isTooDeep);
  expect(nestsTooDeep(JSON.parse(text))).toBe(isTooDeep);
});
