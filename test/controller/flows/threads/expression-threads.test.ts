import { afterAll, expect, test } from 'vitest';
import { startThread, Thread } from '../../../../controller/concurrency/thread.js';
import { compile, ExpressionError } from '../../../../controller/expressions/index.js';
import { ExpressionThreads } from '../../../../controller/flows/index.js';
import type { Json } from '../../../../schemas/json/types.js';

const threads = new ExpressionThreads();
afterAll(() => threads.close());
const { signal } = new AbortController();
const unused = () => ({ steps: 0, bytes: 0, matching: 0 });

const input = JSON.parse(
  '{ "list": [3, -0, 1.5e300, "a\\ud800b", "🙂"], "__proto__": { "x": 1 }, "10": 1, "9": 2, "deep": [[[{ "a": null }]]] }',
) as Json;

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
])('`%s` gives the same in a thread, and uses as much of the budget', async (source) => {
  const program = compile(source, { variables: ['given', 'other'] });
  const variables = { given: { b: 1, a: -0 } };
  const usage = unused();
  const expected = outcome(() => program.first(input, variables, usage));
  const computed = await threads.evaluate({ program, input, variables, usage: unused() }, signal);
  const actual = computed?.failure ?? { value: computed?.value };
  expect(actual).toEqual(expected);
  // The order of members counts too.
  expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));
  expect(computed?.usage).toEqual(usage);
});

test('an evaluation in a thread counts on from the steps that its task has used before', async () => {
  const program = compile('[range(1000)] | length');
  const usage = { ...unused(), steps: 2_499_900 };
  const computed = await threads.evaluate({ program, input: null, variables: {}, usage }, signal);
  expect(computed?.failure).toMatchObject({ kind: 'budget' });
});

test('many evaluations at once all get their own answer', async () => {
  const program = compile('. as $n | [range(2000)] | map(. * $n) | add');
  const given = Array.from({ length: 50 }, (_, n) => ({ program, input: n, variables: {}, usage: unused() }));
  const computed = await Promise.all(
    given.map((each) => threads.evaluate(each, new AbortController().signal)),
  );
  expect(computed.map((each) => each?.value)).toEqual(given.map(({ input: n }) => 1_999_000 * n));
});

test('an abort ends the wait with its reason, and the next evaluation is answered', async () => {
  const controller = new AbortController();
  const long = compile('[range(2000000)] | length');
  const usage = unused();
  const waiting = threads.evaluate({ program: long, input: null, variables: {}, usage }, controller.signal);
  controller.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
  const program = compile('. + 1');
  const next = await threads.evaluate({ program, input: 1, variables: {}, usage }, signal);
  expect(next?.value).toBe(2);
});

test('threads that break, are closed, or cannot be sent the input leave the evaluation to the caller', async () => {
  const program = compile('.');
  const given = { program, input: null, variables: {}, usage: unused() };
  const broken = new ExpressionThreads(() => new Thread(startThread('no/such/module', {})));
  expect(await broken.evaluate(given, signal)).toBeUndefined();
  await broken.close();
  expect(await broken.evaluate(given, signal)).toBeUndefined();
  let deep: Json = [];
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(await threads.evaluate({ ...given, input: deep }, signal)).toBeUndefined();
});

function outcome(evaluate: () => Json | undefined): object {
  try {
    return { value: evaluate() };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { message, offset, kind, value } = error;
    return { message, offset, kind, value };
  }
}
