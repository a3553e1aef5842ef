import { expect, test } from 'vitest';
import type { TransformError } from '../../../controller/kinds/compile/compilation.js';
import { compileMapping } from '../../../controller/kinds/mapping/compile.js';
import { checkExamples } from '../../../controller/kinds/mapping/examples.js';
import type { Json, JsonObject } from '../../../schemas/index.js';

function mapping(definition: JsonObject) {
  const { compiled, findings } = compileMapping(definition);
  if (!compiled) throw new Error(JSON.stringify(findings));
  return compiled;
}

function toFailure(action: () => unknown): Pick<TransformError, 'failure' | 'message' | 'findings'> {
  try {
    action();
  } catch (error) {
    return error as TransformError;
  }
  throw new Error('Nothing failed.');
}

const sum = { expression: '{ sum: (.a + .b) }' };

test('gives the only output, null where there is none, and fails where there are several', () => {
  expect(mapping(sum).apply({ a: 1, b: 2 })).toEqual({ sum: 3 });
  expect(mapping({ expression: '.[]' }).apply([1])).toBe(1);
  expect(() => mapping({ expression: '.[]' }).apply([1, 2])).toThrow('first(…)');
  expect(mapping({ expression: 'empty' }).apply(1)).toBeNull();
});

test.each<[string, JsonObject, Json, string, string]>([
  [
    'input',
    { ...sum, input: { required: ['a'] } },
    {},
    'input',
    'the input does not fit its schema: `/a` is required',
  ],
  [
    'output',
    { ...sum, output: { properties: { sum: { type: 'string' } } } },
    { a: 1, b: 2 },
    'output',
    'the output does not fit its schema: `/sum` must be string',
  ],
  ['expression', { expression: '.a.b' }, { a: 5 }, 'expression', 'Cannot index number with string ("b")'],
])('a failure says whether it is the %s', (_, definition, input, failure, message) => {
  expect(toFailure(() => mapping(definition).apply(input))).toMatchObject({ failure, message });
});

test('an expression without end ends in an error', async () => {
  const endless = mapping({ expression: '[range(1e12)]' });
  await expect(endless.apply(null)).rejects.toMatchObject({ failure: 'expression' });
});

test('an expression that needs more than a slice of the event loop gives its output from a thread', async () => {
  const output = mapping({ expression: '[range(.n)] | length' }).apply({ n: 200_000 });
  expect(output).toBeInstanceOf(Promise);
  expect(await output).toBe(200_000);
});

test('asks for the time only where the expression does', () => {
  expect(mapping(sum).deterministic).toBe(true);
  expect(mapping({ expression: 'now' }).deterministic).toBe(false);
});

test.each<[string, JsonObject, object]>([
  [
    'at the output, with what was expected and what came',
    { ...sum, examples: [{ input: { a: 1, b: 2 }, output: { sum: 4 } }] },
    {
      pointer: '/examples/0/output',
      message: 'the example gives another output: expected `{"sum":4}`, got `{"sum":3}`',
    },
  ],
  [
    'at the output, when the expression fails',
    {
      ...sum,
      examples: [
        { input: { a: 1, b: 2 }, output: { sum: 3 } },
        { input: 1, output: 1 },
      ],
    },
    { pointer: '/examples/1/output', message: expect.stringContaining('got the error: Cannot index number') },
  ],
  [
    'at the input, when the schema refuses it',
    { ...sum, input: { required: ['b'] }, examples: [{ input: { a: 1 }, output: 1 }] },
    { pointer: '/examples/0/input', message: expect.stringContaining('`/b` is required') },
  ],
])('an example that does not come out is found %s', (_, definition, finding) => {
  expect(checkExamples(definition)).toMatchObject([
    { rule: 'mapping-example', severity: 'error', ...finding },
  ]);
});

test('an example comes out whatever the order of keys', () => {
  const definition = {
    expression: '{ b: .b, a: -0, c: 1.0 }',
    examples: [{ input: { b: [1] }, output: { c: 1, a: 0, b: [1] } }],
  };
  expect(checkExamples(definition)).toEqual([]);
});

test('an expression in `${ }` is told to stand alone', () => {
  expect(compileMapping({ expression: '${ .a }' }).findings).toMatchObject([
    { rule: 'jq-syntax', hint: 'Write the expression alone, without `${` and `}`.' },
  ]);
});

test('an example may leave out what the defaults of the output add', () => {
  const output = { type: 'object', properties: { sum: { type: 'number' }, unit: { default: 'pcs' } } };
  const examples = (given: Json) => [{ input: { a: 1, b: 2 }, output: given }];
  expect(checkExamples({ ...sum, output, examples: examples({ sum: 3 }) })).toEqual([]);
  expect(checkExamples({ ...sum, output, examples: examples({ sum: 3, unit: 'pcs' }) })).toEqual([]);
  expect(checkExamples({ ...sum, output, examples: examples({ sum: 4 }) })).toHaveLength(1);
});

/** Doubles its output 20 times: 22 million steps. */
const costly = 'reduce range(20) as $i (1; [., .]) | [paths] | length';
const squares = '[range(.) | . * .] | length';

test('an example that takes more than an evaluation may is told so, and ends the checks', () => {
  const examples = Array.from({ length: 60 }, () => ({ input: 1, output: 1 }));
  expect(checkExamples({ expression: costly, examples })).toEqual([
    {
      rule: 'example-too-slow',
      severity: 'error',
      pointer: '/examples/0',
      message: 'the example takes too much computing: more than 2500000 steps',
      hint: 'Make the expression cheaper, or give the example a smaller input.',
    },
  ]);
});

test('all examples of a mapping share one budget, and the finding names the one at which it ended', () => {
  const example = (input: number) => ({ input, output: input });
  const small = { expression: squares, examples: [100, 200, 300].map(example) };
  expect(checkExamples(small)).toEqual([]);
  const large = { expression: squares, examples: Array.from({ length: 100 }, () => example(100_000)) };
  expect(checkExamples(large)).toMatchObject([
    { rule: 'example-too-slow', pointer: expect.stringMatching(/^\/examples\/[1-9]\d?$/) },
  ]);
  const [alone] = large.examples;
  expect(checkExamples({ ...large, examples: [alone ?? null] })).toEqual([]);
});

test.each(['input', 'output'])(
  'alternatives that multiply in the %s schema are found before a value is checked',
  (side) => {
    let schema: JsonObject = { type: 'string' };
    const $defs: JsonObject = {};
    for (let at = 0; at < 60; at++) {
      $defs[`d${at}`] = schema;
      schema = { anyOf: [{ $ref: `#/$defs/d${at}` }, { $ref: `#/$defs/d${at}` }] };
    }
    const definition = { expression: '.', [side]: { ...schema, $defs }, examples: [{ input: 1, output: 1 }] };
    expect(checkExamples(definition)).toMatchObject([
      { rule: 'example-too-slow', pointer: `/examples/0/${side}` },
    ]);
  },
);

test('compiling a mapping evaluates no example', () => {
  const examples = [{ input: 1, output: 2 }];
  expect(compileMapping({ expression: '.', examples }).findings).toEqual([]);
  expect(checkExamples({ expression: '.', examples })).toHaveLength(1);
});
