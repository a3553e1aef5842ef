import { expect, test, vi } from 'vitest';
import { endComputing } from '../../../controller/concurrency/computing.js';
import { type FlowPlan, Interrupted } from '../../../controller/flows/index.js';
import { compileMapping } from '../../../controller/kinds/mapping/compile.js';
import { compileTemplate } from '../../../controller/kinds/template/compile.js';
import { EntityCalls } from '../../../controller/runs/effects/entity-calls.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { MemoryHost, type MemoryHostOptions, MemoryJournal } from './memory-host.js';
import { plan } from './support.js';

/** More than one slice of the event loop. */
const heavy = '[range(20000)] | map(. * 2) | add';
const sum = 399_980_000;
const isSum = `${heavy} == ${sum}`;

test.each<[string, string, Json]>([
  ['a task’s `input.from`', `{ a: { input: { from: '{ n: (${heavy}) }' }, set: '\${ .n }' } }`, sum],
  ['a task’s `output.as`', `{ a: { set: '\${ . }', output: { as: { x: '\${ ${heavy} }' } } } }`, { x: sum }],
  ['`set` with one expression', `{ a: { set: '\${ ${heavy} }' } }`, sum],
  [
    '`set` with members',
    `{ a: { set: { x: ['\${ ${heavy} }', 1], y: 'is \${ ${heavy} }!', z: '\${ .n }' } } }`,
    { x: [sum, 1], y: `is ${sum}!`, z: 7 },
  ],
  [
    '`export.as`',
    `{ a: { set: '\${ . }', export: { as: '${heavy}' } } }, { b: { set: '\${ $context }' } }`,
    sum,
  ],
  ['`if`', `{ a: { if: '\${ ${isSum} }', set: '"done"' } }`, 'done'],
  [
    '`switch`',
    `{ a: { switch: [ { no: { when: '\${ ${heavy} == 1 }', then: b } }, { yes: { when: '\${ ${isSum} }', then: c } } ] } },
     { b: { set: '"wrong"', then: end } }, { c: { set: '"right"' } }`,
    'right',
  ],
  ['`for.in`', `{ a: { for: { in: '\${ [${heavy}] }' }, do: [ { b: { set: '\${ $item }' } } ] } }`, sum],
  [
    '`for.while`',
    `{ a: { for: { in: '\${ [1, 2, 3] }' }, while: '\${ (${isSum}) and $index < 2 }', do: [ { b: { set: '\${ $item }' } } ] } }`,
    2,
  ],
  [
    '`catch.when`',
    `{ a: { try: [ { b: { raise: { error: { type: 'https://x.test/e', status: 500 } } } } ],
       catch: { when: '\${ ${isSum} }', do: [ { c: { set: '"caught"' } } ] } } }`,
    'caught',
  ],
  [
    '`retry.when`',
    `{ a: { try: [ { b: { raise: { error: { type: 'https://x.test/e', status: 500 } } } } ],
       catch: { retry: { when: '\${ ${isSum} }', limit: { attempt: { count: 2 } } }, do: [ { c: { set: '"caught"' } } ] } } }`,
    'caught',
  ],
  ['`wait`', `{ a: { wait: '\${ { milliseconds: (${heavy} | . - ${sum}) } }' } }`, { n: 7 }],
  [
    'a timeout',
    `{ a: { timeout: { after: '\${ { seconds: (${heavy} | . - ${sum - 60}) } }' }, set: '"x"' } }`,
    'x',
  ],
  ['an event filter', `{ a: { listen: { to: { one: { with: { data: '\${ ${isSum} }' } } } } } }`, [{ n: 1 }]],
  [
    'the values of an error',
    `{ a: { try: [ { b: { raise: { error: { type: 'https://x.test/e', status: 500, detail: '\${ ${heavy} | tostring }' } } } } ],
       catch: { do: [ { c: { set: '\${ $error.detail }' } } ] } } }`,
    `${sum}`,
  ],
])('%s that needs more than a slice is computed in a thread', async (_, tasks, expected) => {
  const events = [{ id: '1', source: '/x', type: 't', data: { n: 1 } }];
  const { output, threads } = await run(plan(`do: [ ${tasks} ]`), { n: 7 }, { events });
  expect(output).toEqual(expected);
  expect(threads).toBeGreaterThan(0);
});

test.each([
  ['`input.from`', `input: { from: '${heavy}' }\ndo: [ { a: { set: '\${ . }' } } ]`],
  ['`output.as`', `do: [ { a: { set: '\${ . }' } } ]\noutput: { as: '${heavy}' }`],
])('the flow’s %s that needs more than a slice is computed in a thread', async (_, yaml) => {
  expect(await run(plan(yaml))).toMatchObject({ output: sum, threads: 1 });
});

test('the arguments of calls that need more than a slice are computed in a thread', async () => {
  const given: JsonObject[] = [];
  const invoke = async (_connection: string, _action: string, input: JsonObject) => {
    given.push(input);
    return null;
  };
  const { threads } = await run(
    plan(`do: [ { a: { call: shop.get, with: { n: '\${ ${heavy} }' } } } ]`),
    null,
    {
      invoke,
    },
  );
  expect(given).toEqual([{ n: sum }]);
  expect(threads).toBe(1);
});

test('an expression that fits into a slice stays on the event loop', async () => {
  const flow = plan(`do: [ { a: { set: { x: '\${ [range(100)] | add }' } } } ]`);
  expect(await run(flow)).toEqual({ output: { x: 4950 }, threads: 0 });
});

test('forty different expressions of one flow are computed in threads from the first on', async () => {
  const bomb = (n: number) => `reduce range(${n + 12}) as $i (${n}; [., .]) | [paths] | length > 0`;
  const tasks = Array.from({ length: 40 }, (_, n) => `{ t${n}: { set: '\${ ${bomb(n % 4)} }' } }`);
  const { output, threads } = await run(plan(`do: [ ${tasks.join(', ')} ]`));
  expect(output).toBe(true);
  expect(threads).toBe(40);
});

test('expressions of one task that are many and short go to threads when together they exceed a slice', async () => {
  const members = Array.from({ length: 50 }, (_, n) => `m${n}: '\${ [range(2000)] | length }'`).join(', ');
  const { output, threads } = await run(plan(`do: [ { a: { set: { ${members} } } } ]`));
  expect(Object.values(output as JsonObject)).toEqual(Array.from({ length: 50 }, () => 2000));
  expect(threads).toBeGreaterThan(0);
  expect(threads).toBeLessThan(50);
});

test('a value that may differ and is computed in a thread is recorded, and a replay computes nothing', async () => {
  const flow = plan(`do: [ { a: { set: '\${ now as $t | (${heavy}) + $t }' } } ]`);
  const journal = new MemoryJournal();
  const host = new MemoryHost({ journal });
  const first = await flow.execute({}, host);
  expect(host.computedInThreads).toBe(1);
  host.flush();
  const replay = new MemoryHost({ journal });
  expect(await flow.execute({}, replay)).toBe(first);
  expect(replay.computedInThreads).toBe(0);
});

test('an error of a thread is the error of the task', async () => {
  const flow = plan(`do: [ { a: { set: '\${ ${heavy} | error({ sum: . }) }' } } ]`);
  const error = await run(flow).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ body: { status: 400, instance: '/do/0/a' } });
});

test('an interruption ends the wait for a thread', async () => {
  const flow = plan(`do: [ { a: { set: '\${ [range(2000000)] | length }' } } ]`);
  const controller = new AbortController();
  const waiting = run(flow, {}, { signal: controller.signal });
  controller.abort(new Interrupted('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
});

async function run(flow: FlowPlan, input: Json = {}, options: MemoryHostOptions = {}) {
  const host = new MemoryHost({ instant: true, ...options });
  return { output: await flow.execute(input, host), threads: host.computedInThreads };
}

test('an expression whose thread was lost is not evaluated again by a replay, which goes the same way', async () => {
  const flow = plan(`do:
  - a:
      try: [ { b: { set: '\${ [range(400000)] | length }' } } ]
      catch: { as: e, do: [ { c: { set: '\${ "caught: " + $e.detail }' } } ] }`);
  const open = (journal: MemoryJournal): MemoryHost => new MemoryHost({ journal });
  await expectSameLoss(flow, {}, open, 'caught: `/set`: the expression was cut off: svc stops; ');
});

/** Maps, renders or refuses 20,000 numbers in a thread. */
const transforms = {
  'the expression of a mapping': {
    compiled: compileMapping({ expression: heavy }).compiled,
    detail: '`mapping/m`: the expression was cut off: svc stops; ',
  },
  'the output of a mapping': {
    compiled: compileMapping({ expression: '.list', output: { items: { pattern: '^a' } } }).compiled,
    detail: '`mapping/m`: the output does not fit: `/` cannot be validated: svc stops; ',
  },
  'the body of a template': {
    compiled: compileTemplate({ body: '{% for n in list %}{{ n }}{% endfor %}' }).compiled,
    detail: '`template/m`: the template was cut off: svc stops; ',
  },
  'the parameters of a template': {
    compiled: compileTemplate({
      body: 'x',
      parameters: { properties: { list: { items: { pattern: '^a' } } } },
    }).compiled,
    detail: '`template/m`: the input does not fit: `/` cannot be validated: svc stops; ',
  },
};

test.each(Object.entries(transforms))(
  '%s whose thread was lost is the same error in a replay, which computes nothing',
  async (_what, { compiled, detail }) => {
    const kind = detail.includes('mapping/') ? 'mapping' : 'template';
    const flow = plan(`do: [ { a: { try: [ { b: { call: ${kind}/m } } ],
      catch: { as: e, do: [ { c: { set: '\${ $e.detail }' } } ] } } } ]`);
    const entities = new EntityCalls({} as never);
    const user = { documents: { compiled: () => compiled } } as never;
    const open = (journal: MemoryJournal): MemoryHost => {
      const host: MemoryHost = new MemoryHost({
        journal,
        transform: (key, kind, name, input) => entities.transform(user, key, { kind, name, input }, host),
      });
      return host;
    };
    const list = Array.from({ length: 20_000 }, (_, n) => `a${n}`);
    await expectSameLoss(flow, { list }, open, detail);
  },
);

test.each(['input', 'output', 'export'])(
  'a value of `%s.schema` whose thread was lost is the same error in a replay, which checks nothing',
  async (gate) => {
    const flow =
      plan(`do: [ { a: { try: [ { b: { set: '\${ . }', ${gate}: { schema: { document: { items: { pattern: ^a } } } } } } ],
      catch: { as: e, do: [ { c: { set: '\${ $e.detail }' } } ] } } } ]`);
    const list = Array.from({ length: 20_000 }, (_, n) => `a${n}`);
    const open = (journal: MemoryJournal): MemoryHost => new MemoryHost({ journal });
    await expectSameLoss(flow, list, open, `\`${gate}.schema\`: the value cannot be validated: svc stops; `);
  },
);

/** Executes a flow whose thread is lost, and replays it. */
async function expectSameLoss(
  flow: FlowPlan,
  input: Json,
  open: (journal: MemoryJournal) => MemoryHost,
  detail: string,
): Promise<void> {
  const journal = new MemoryJournal();
  const host = open(journal);
  const running = flow.execute(input, host);
  await vi.waitFor(() => expect(host.computedInThreads).toBe(1));
  await endComputing();
  const output = await running;
  expect(output).toContain(detail);
  host.flush();
  const replay = open(journal);
  expect(await flow.execute(input, replay)).toBe(output);
  expect(replay.computedInThreads).toBe(0);
}
