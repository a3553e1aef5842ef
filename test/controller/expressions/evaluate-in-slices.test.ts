import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compile,
  createSharedBudget,
  ExpressionError,
  evaluateInSlices,
  evaluateInThread,
  firstSlice,
  sliceOver,
} from '../../../controller/expressions/index.js';
import type { Json } from '../../../schemas/json/types.js';

const input = JSON.parse(
  '{ "list": [3, -0, 1.5e300, "a\\ud800b", "🙂"], "__proto__": { "x": 1 }, "10": 1, "9": 2, "deep": [[[{ "a": null }]]] }',
) as Json;
const variables = { given: { b: 1, a: -0 } };

test.each([
  '.',
  'to_entries',
  '[.list[] | tostring]',
  '1 / (.list[1] * 1e-300 + 1e-308) | isinfinite',
  'empty',
  '$given | keys',
  '[range(100000)] | add',
  '.list | map(test("a+")?) ',
  'error({ reason: .list })',
  '.list.x',
  '[range(10000000)]',
])(
  '`%s` gives the same in slices, in a thread and at once, and uses as much of the budget',
  async (source) => {
    const program = compile(source, { variables: ['given', 'other'] });
    const whole = createSharedBudget();
    const expected = await outcome(() => program.first(input, variables, whole.usage));
    for (const evaluate of [evaluateInSlices, evaluateInThread]) {
      const shared = createSharedBudget();
      const actual = await outcome(() => evaluate(program, input, shared, variables));
      expect(actual).toEqual(expected);
      // The order of members counts too.
      expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));
      // Steps of a regular expression count once in each thread, which keeps what it found.
      expect({ ...shared.usage, matching: 0 }).toEqual({ ...whole.usage, matching: 0 });
    }
  },
);

test('a slice that is used up leaves the usage as it was, and never exceeds its steps by more than one operation', () => {
  const program = compile('reduce range(1e9) as $i (0; . + $i)');
  const { usage } = createSharedBudget();
  expect(program.firstInSlice(null, {}, usage, firstSlice)).toBe(sliceOver);
  expect(usage).toEqual({ steps: 0, bytes: 0, matching: 0 });
});

test('a budget that ends within the slice is an error at once', async () => {
  const program = compile('[range(2000)] | length', { budget: { steps: 1_000 } });
  expect(() => evaluateInSlices(program, null, createSharedBudget())).toThrow('more than 1000 steps');
});

test('a short evaluation gives its value without a promise', () => {
  const shared = createSharedBudget();
  expect(evaluateInSlices(compile('[range(100)] | add'), null, shared)).toBe(4950);
});

test('evaluations that share a budget share the slice too, and what follows a thread has a new one', async () => {
  const program = compile('[range(8000)] | length');
  const shared = createSharedBudget();
  const outcomes = Array.from({ length: 4 }, () => evaluateInSlices(program, null, shared));
  expect(outcomes.some((each) => each instanceof Promise)).toBe(true);
  await Promise.all(outcomes);
  expect(evaluateInSlices(program, null, shared)).toBe(8000);
});

test('an evaluation in a thread counts on from the steps that were used before', async () => {
  const shared = createSharedBudget();
  shared.usage.steps = 2_499_900;
  const evaluated = evaluateInThread(compile('[range(1000)] | length'), null, shared);
  await expect(evaluated).rejects.toMatchObject({ kind: 'budget' });
});

test('many evaluations at once all get their own answer', async () => {
  const program = compile('. as $n | [range(20000)] | map(. * $n) | add');
  const values = await Promise.all(
    Array.from({ length: 50 }, (_, n) => evaluateInSlices(program, n, createSharedBudget())),
  );
  expect(values).toEqual(Array.from({ length: 50 }, (_, n) => 199_990_000 * n));
});

test('an abort ends the wait with its reason, and the next evaluation is answered', async () => {
  const controller = new AbortController();
  const long = compile('[range(2000000)] | length');
  const waiting = evaluateInThread(long, null, { ...createSharedBudget(), signal: controller.signal });
  controller.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
  expect(await evaluateInThread(compile('. + 1'), 1, createSharedBudget())).toBe(2);
});

test('an input that is nested too deeply to be sent is an error of the expression', async () => {
  let deep: Json = [];
  for (let level = 0; level < 100_000; level++) deep = [deep];
  const program = compile('reduce range(100000) as $i (0; . + $i)');
  const evaluated = evaluateInSlices(program, deep, createSharedBudget());
  await expect(evaluated).rejects.toThrow('the expression was cut off: its input is nested too deeply');
});

test('whatever the slice, the value is that of the whole evaluation', () => {
  const program = compile(
    '[.[] | select(. % 3 == 0) | { n: ., t: tostring }] | group_by(.n % 7) | map(length)',
  );
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.nat(2_000), (numbers, steps) => {
      const { usage } = createSharedBudget();
      const value = program.firstInSlice(numbers, {}, usage, { steps, bytes: 1e9, matching: 1e9 });
      const expected = createSharedBudget();
      const whole = program.first(numbers, {}, expected.usage);
      if (value === sliceOver) expect(expected.usage.steps).toBeGreaterThan(steps);
      else expect({ value, usage }).toEqual({ value: whole, usage: expected.usage });
    }),
  );
});

async function outcome(evaluate: () => unknown): Promise<object> {
  try {
    return { value: await evaluate() };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { message, offset, kind, value } = error;
    return { message, offset, kind, value };
  }
}
