import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileFlow, FlowError, type FlowPlan, Interrupted } from '../../../controller/flows/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { dyingHost, MemoryHost, type MemoryHostOptions, MemoryJournal } from './memory-host.js';

/** The outside world: the same answer for the same question, a fault for some. */
function world(): MemoryHostOptions {
  return {
    instant: true,
    async invoke(_connection, action, input) {
      const { n } = input;
      if (action === 'fail') {
        throw new FlowError({ type: 'https://example.com/refused', status: 503, detail: `refused ${n}` });
      }
      return { n: (typeof n === 'number' ? n : 0) + 1 };
    },
    runFlow: async (_, input) => ({ n: (input as { n: number }).n + 100 }),
  };
}

type Outcome = { output: Json } | { error: unknown };

async function outcome(plan: FlowPlan, host: MemoryHost): Promise<Outcome | 'interrupted'> {
  try {
    return { output: await plan.execute({ n: 1 }, host) };
  } catch (error) {
    if (error instanceof Interrupted) return 'interrupted';
    if (error instanceof FlowError) return { error: error.body };
    throw error;
  }
}

const parameters = { n: `\${ .n // 0 | if type == "number" then . else 0 end }` };
const leaf: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  { set: { n: `\${ (.n? // 0) * 2 }` } },
  { set: { n: `\${ first((.n? // 0), now) | floor }`, at: `\${ now }` } },
  { call: 'shop.add', with: parameters },
  { call: 'shop.add', with: parameters, export: { as: '$context + { last: .n }' } },
  { call: 'shop.fail', with: parameters },
  { wait: { milliseconds: 5 } },
  { run: { workflow: { namespace: 'x', name: 'y', version: '1', input: parameters } } },
  { set: { n: 1, seen: `\${ $context.last }`, task: `\${ $task.startedAt }` } },
  { raise: { error: { type: 'https://example.com/raised', status: 500 } } },
);

const { tasks } = fc.letrec<{ task: JsonObject; tasks: JsonObject[] }>((tie) => ({
  tasks: fc
    .array(tie('task'), { minLength: 1, maxLength: 3 })
    .map((list) => list.map((task, index) => ({ [`t${index}`]: task }) as JsonObject)),
  task: fc.oneof(
    { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
    leaf,
    tie('tasks').map((block): JsonObject => ({ do: block })),
    fc
      .tuple(tie('tasks'), fc.nat(3))
      .map(([block, count]): JsonObject => ({ for: { in: `[range(${count})]` }, do: block })),
    fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 3 }), fc.boolean()).map(
      ([count, concurrency, fails]): JsonObject => ({
        for: { in: `[range(${count})]` },
        metadata: { concurrency },
        do: [
          { ask: { call: 'shop.add', with: { n: `\${ $item }` } } },
          { rest: { wait: { milliseconds: 5 } } },
          { last: fails ? { if: '$index == 1', call: 'shop.fail', with: { n: 0 } } : { set: { n: 1 } } },
        ],
      }),
    ),
    fc
      .tuple(tie('tasks'), fc.boolean())
      .map(([branches, compete]): JsonObject => ({ fork: { branches, compete } })),
    fc.tuple(tie('tasks'), fc.nat(2), fc.boolean()).map(([block, count, handled]): JsonObject => {
      const retry = {
        delay: { seconds: 1 },
        jitter: { from: 'PT0S', to: 'PT1S' },
        limit: { attempt: { count } },
      };
      const handler = handled ? { do: [{ handle: { set: { n: `\${ $error.status }` } } }] } : {};
      return { try: block, catch: { retry, ...handler } };
    }),
  ),
}));

test('a flow interrupted after any record and resumed ends like one that was not', async () => {
  let interrupted = 0;
  await fc.assert(
    fc.asyncProperty(tasks, fc.integer({ min: 1, max: 12 }), async (block, records) => {
      const { plan, findings } = compileFlow({ document: { name: 'random' }, do: block });
      if (plan === undefined) throw new Error(JSON.stringify(findings));
      const dying = dyingHost(world(), records);
      const first = await outcome(plan, dying);
      if (first === 'interrupted') interrupted++;

      // The process died: what was recorded by then is all there is.
      const journal = dying.journal.copy();
      const before = new Set(journal.effects.keys());
      const resumed = new MemoryHost({ ...world(), journal });
      const second = await outcome(plan, resumed);

      // The same decisions with nothing in between.
      resumed.flush();
      const straight = new MemoryJournal();
      for (const [key, value] of journal.values) straight.values.set(key, value);
      const third = await outcome(plan, new MemoryHost({ ...world(), journal: straight }));

      expect(second).toEqual(third);
      for (const key of resumed.performed) expect(before.has(key)).toBe(false);
      expect(new Set(resumed.performed).size).toBe(resumed.performed.length);
    }),
    { numRuns: 300 },
  );
  expect(interrupted).toBeGreaterThan(50);
});

test('a replay performs nothing that was recorded, and ends the same', async () => {
  await fc.assert(
    fc.asyncProperty(tasks, async (block) => {
      const { plan } = compileFlow({ document: { name: 'random' }, do: block });
      if (plan === undefined) throw new Error('does not compile');
      const first = new MemoryHost(world());
      const before = await outcome(plan, first);
      first.flush();
      const second = new MemoryHost({ ...world(), journal: first.journal.copy() });
      expect(await outcome(plan, second)).toEqual(before);
      expect(second.performed.filter((key) => first.journal.effects.has(key))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
