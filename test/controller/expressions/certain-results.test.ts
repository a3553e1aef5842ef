import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile, severalResults } from '../../../controller/expressions/index.js';

test.each([
  '.a, .b',
  'range(3)',
  'range(1; 10; 4)',
  '{a: (1, 2)}',
  '(.a, .b) | tostring',
  '"\\(1, 2) pieces"',
  'if .a then 1, 2 else 3, 4 end',
  '. as $x | $x, 1',
  '[1] | index(1, 2)',
  'limit(2; 1, 2, 3)',
  '.a = (1, 2)',
])('`%s` certainly gives several results', (source) => {
  expect(severalResults(source)).toMatchObject({ hint: expect.stringContaining('first(') });
});

test.each([
  '.items[] | select(.ok)',
  '.items[]',
  '.a?, empty',
  '[.a, .b]',
  'first(.a, .b)',
  'range(.n)',
  'range(0)',
  'def range(x): x; range(3)',
  'if .a then 1, 2 else 3 end',
  '. as [$x, $y] | $x',
  '{a: 1, b: 2}',
  '(.a, .b) // empty',
  'limit(1; .a, .b)',
  'reduce (1, 2) as $x (0; . + $x)',
  'try (1, 2) catch .',
  'select(.a, .b)',
])('`%s` is no finding', (source) => {
  expect(severalResults(source)).toBeUndefined();
});

const leaf = fc.constantFrom('1', '.', '.a', 'range(2)', 'range(0; 3)', 'empty', '.items[]', '"x"', 'length');
const source = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a}), (${b})`),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a}) | (${b})`),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a}) == (${b})`),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `if (${a}) then (${b}) else . end`),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a}) // (${b})`),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a}) and (${b})`),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a}) as $x | (${b})`),
    tie('node').map((a) => `[${a}]`),
    tie('node').map((a) => `{a: (${a})}`),
    tie('node').map((a) => `first(${a})`),
    tie('node').map((a) => `limit(2; ${a})`),
    tie('node').map((a) => `.a = (${a})`),
    tie('node').map((a) => `"\\(${a})"`),
  ),
})).node;
const inputs = [null, {}, { a: 1 }, { a: false, items: [1, 2] }, { items: [] }, [], [3], 'text', 4];

test('an expression with the finding gives several results with every input, or fails', () => {
  let withFinding = 0;
  fc.assert(
    fc.property(source, (text) => {
      if (severalResults(text) === undefined) return;
      withFinding += 1;
      const program = compile(text);
      for (const input of inputs) {
        let count = 0;
        try {
          for (const _ of program(input)) count += 1;
        } catch {
          continue;
        }
        expect(count, `${text} with ${JSON.stringify(input)}`).toBeGreaterThan(1);
        expect(() => program.only(input)).toThrow('first(…)');
      }
    }),
    { numRuns: 3_000 },
  );
  expect(withFinding).toBeGreaterThan(100);
});

describe('the only result', () => {
  test.each([
    ['.items[] | select(. > 1)', 2],
    ['.items[] | select(. > 5)', undefined],
    ['.a', 'x'],
    ['first(.items[])', 1],
  ])('of `%s` is what the first is', (text, expected) => {
    const program = compile(text);
    expect(program.only({ a: 'x', items: [1, 2] })).toEqual(expected);
  });

  test('is none where there are two, also when they are null', () => {
    const program = compile('.items[]');
    expect(() => program.only({ items: [1, 2] })).toThrow('gives more than one result');
    expect(() => program.only({ items: [null, null] })).toThrow('gives more than one result');
    expect(program.first({ items: [1, 2] })).toBe(1);
  });
});
