import { describe, expect, test } from 'vitest';
import { FlowError, Interrupted } from '../../../controller/flows/index.js';
import type { Json } from '../../../schemas/json/types.js';
import { dyingHost, MemoryHost, type MemoryHostOptions } from './memory-host.js';
import { findings, plan } from './support.js';

/** Answers `shop.<action>` with `{ n: n + 1 }` and lists the calls. */
function world(): MemoryHostOptions & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    instant: true,
    async invoke(_connection, action, input) {
      calls.push(`${action} ${input['n']}`);
      if (action === 'fail') throw new FlowError({ type: 'https://example.com/refused', status: 503 });
      return { n: Number(input['n']) + 1 };
    },
  };
}

async function run(yaml: string, input: Json = { n: 1 }) {
  const around = world();
  const host = new MemoryHost(around);
  const output = await plan(yaml).execute(input, host);
  return { output, host, calls: around.calls };
}

const note = (n: string) => `{ call: shop.note, with: { n: '\${ ${n} }' } }`;
const add = "{ call: shop.add, with: { n: '${ .n }' } }";

describe('tasks before and after', () => {
  test('run around each task of the type, with its input and its output, and change neither', async () => {
    const { output, calls } = await run(`
use: { extensions: [{ log: { extend: set, before: [{ a: ${note('"before \\(.n) of \\($task.name)"')} }], after: [{ b: ${note('"after \\(.n)"')} }] } }] }
do: [{ one: { set: { n: '\${ .n + 1 }' } } }, { two: ${add} }, { three: { set: { n: '\${ .n + 1 }' } } }]`);
    expect(output).toEqual({ n: 4 });
    expect(calls).toEqual([
      'note before 1 of one',
      'note after 2',
      'add 2',
      'note before 3 of three',
      'note after 4',
    ]);
  });

  test('see the extended task as `$task`, its fields and its data', async () => {
    const { output } = await run(`
use: { extensions: [{ log: { extend: set, after: [{ b: { set: '$task', export: { as: '.' } } }] } }] }
do: [{ one: { set: { n: 2 } } }, { last: { wait: { seconds: 0 }, output: { as: '$context' } } }]`);
    expect(output).toMatchObject({
      name: 'one',
      reference: '/do/0/one',
      set: { n: 2 },
      input: { n: 1 },
      output: { n: 2 },
      definition: { set: { n: 2 } },
    });
    expect(output).toHaveProperty('startedAt.iso8601');
  });

  test('are not extended themselves, also not in functions that they call', async () => {
    const { calls } = await run(`
use:
  functions: { tell: { do: [{ x: ${note('"told"')} }] } }
  extensions: [{ log: { extend: all, before: [{ a: { call: tell } }] } }]
do: [{ one: { set: { n: 2 } } }]`);
    expect(calls).toEqual(['note told']);
  });

  test('enclose one another, the first extension outermost', async () => {
    const extension = (name: string) =>
      `{ ${name}: { extend: set, before: [{ a: ${note(`"${name} before"`)} }], after: [{ b: ${note(`"${name} after"`)} }] } }`;
    const { calls } = await run(`
use: { extensions: [${extension('outer')}, ${extension('inner')}] }
do: [{ one: { set: { n: 2 } } }]`);
    expect(calls).toEqual(['note outer before', 'note inner before', 'note inner after', 'note outer after']);
  });

  test('apply only where `when` holds, and a `when` that cannot be evaluated does not hold', async () => {
    const { calls } = await run(`
use: { extensions: [{ log: { extend: all, when: '$task.with.n | startswith("\${")', before: [{ a: ${note('$task.name')} }] } }] }
do: [{ one: { set: { n: 2 } } }, { two: ${add} }, { three: { call: shop.add, with: { n: 3 } } }]`);
    expect(calls).toEqual(['note two', 'add 2', 'add 3']);
  });

  test('do not run for a task that is skipped, nor after one that faults', async () => {
    const { calls } = await run(`
use: { extensions: [{ log: { extend: call, before: [{ a: ${note('$task.name')} }], after: [{ b: ${note('"after"')} }] } }] }
do:
  - skipped: { if: 'false', call: shop.add, with: { n: 0 } }
  - careful: { try: [{ broken: { call: shop.fail, with: { n: 1 } } }], catch: {} }`);
    expect(calls).toEqual(['note broken', 'fail 1']);
  });

  test('of every type in the flow: loops, forks, `try` and functions', async () => {
    const { calls, output } = await run(`
use:
  functions: { add: ${add} }
  extensions: [{ log: { extend: call, before: [{ a: { call: shop.note, with: { n: '\${ $task.reference }' } } }] } }]
do:
  - each: { for: { in: '[1, 2]' }, do: [{ go: ${add} }] }
  - both: { fork: { branches: [{ go: ${add} }] } , output: { as: '.[0]' } }
  - careful: { try: [{ go: ${add} }], catch: {} }
  - named: { call: add, with: { n: '\${ .n }' } }`);
    expect(output).toEqual({ n: 6 });
    expect(calls.filter((each) => each.startsWith('note'))).toEqual([
      'note /do/0/each/do/0/go',
      'note /do/0/each/do/0/go',
      'note /do/1/both/fork/branches/0/go',
      'note /do/2/careful/try/0/go',
      'note /do/3/named',
      'note /do/3/named',
    ]);
  });

  test('run once for each retry of a task', async () => {
    const { calls } = await run(`
use: { extensions: [{ log: { extend: call, before: [{ a: ${note('"again"')} }] } }] }
do: [{ careful: { try: [{ broken: { call: shop.fail, with: { n: 1 } } }], catch: { retry: { limit: { attempt: { count: 2 } } }, do: [] } } }]`);
    expect(calls).toEqual(['note again', 'fail 1', 'note again', 'fail 1', 'note again', 'fail 1']);
  });
});

describe('instead of the task', () => {
  const mock = `{ mock: { extend: call, when: '$task.with.n == 7', before: [{ a: { set: { n: 42 }, then: exit } }, { never: { set: { n: 0 } } }], after: [{ b: ${note('"never"')} }] } }`;

  test('`exit` before it gives its raw output, which `output` and `export` shape', async () => {
    const { output, calls } = await run(`
use: { extensions: [{ log: { extend: call, after: [{ c: ${note('"logged \\(.)"')} }] } }, ${mock}] }
do: [{ one: { call: shop.add, with: { n: 7 }, output: { as: '.n' }, export: { as: '{ seen: . }' } } }, { two: { set: { n: '\${ $context.seen }' } } }]`);
    expect(output).toEqual({ n: 42 });
    expect(calls).toEqual(['note logged 42']);
  });

  test('an output of null also stands for that of the task', async () => {
    const { output, calls } = await run(`
use: { extensions: [{ mock: { extend: call, before: [{ a: { set: '\${ null }', then: exit } }] } }] }
do: [{ one: ${add} }]`);
    expect(output).toBe(null);
    expect(calls).toEqual([]);
  });

  test('`end` before or after it ends the flow', async () => {
    const before = await run(`
use: { extensions: [{ stop: { extend: call, before: [{ a: { set: { n: 9 }, then: end } }] } }] }
do: [{ outer: { do: [{ one: ${add} }] } }, { two: { set: { n: 0 } } }]`);
    expect(before).toMatchObject({ output: { n: 9 }, calls: [] });
    const after = await run(`
use: { extensions: [{ stop: { extend: call, after: [{ a: { set: { n: 9 }, then: end } }] } }] }
do: [{ one: ${add} }, { two: { set: { n: 0 } } }]`);
    expect(after).toMatchObject({ output: { n: 2 }, calls: ['add 1'] });
  });

  test('a fault before it is the fault of the extension, and can be caught', async () => {
    const { output } = await run(`
use: { extensions: [{ guard: { extend: call, before: [{ stop: { raise: { error: { type: 'https://example.com/no', status: 403 } } } }] } }] }
do: [{ careful: { try: [{ one: ${add} }], catch: { do: [{ tell: { set: { at: '\${ $error.instance }' } } }] } } }]`);
    expect(output).toEqual({ at: '/use/extensions/0/guard/before/0/stop' });
  });
});

test('after a crash at any record, a run with extensions ends as without, and repeats no call', async () => {
  const compiled = plan(`
use: { extensions: [{ log: { extend: all, when: 'now > 0', before: [{ a: ${note('$task.startedAt.epoch.milliseconds')} }], after: [{ b: { wait: { seconds: 1 } } }, { c: ${note('"after"')} }] } }] }
do:
  - each: { for: { in: '[1, 2, 3]' }, metadata: { concurrency: 2 }, do: [{ go: ${add} }] }
  - again: { try: [{ broken: { call: shop.fail, with: { n: 1 } } }], catch: { retry: { limit: { attempt: { count: 1 } } }, do: [{ x: { set: { n: 5 } } }] } }
  - last: ${add}`);
  const whole = new MemoryHost(world());
  const output = await compiled.execute({ n: 1 }, whole);
  const keys = [...whole.journal.effects.keys()].sort();
  for (let records = 1; records < keys.length; records += 3) {
    const around = world();
    const first = dyingHost(around, records);
    await expect(compiled.execute({ n: 1 }, first)).rejects.toBeInstanceOf(Interrupted);
    const second = new MemoryHost({ ...around, journal: first.journal.copy() });
    expect(await compiled.execute({ n: 1 }, second)).toEqual(output);
    expect([...second.journal.effects.keys()].sort()).toEqual(keys);
    expect(second.performed.filter((key) => first.journal.effects.has(key))).toEqual([]);
  }
});

describe('findings', () => {
  test.each([
    ['{ log: { extend: cal } }', 'must be the type', 'Did you mean `call`?'],
    ['{ log: { extend: all, before: [{ a: { set: { n: "${ $item }" } } }] } }', '$item', undefined],
    ['{ log: { extend: all, before: [{ a: { call: nothing } }] } }', 'neither a protocol', undefined],
    ['{ log: 1 }', 'must be the type', undefined],
  ])('%s', (extension, message, hint) => {
    const [found] = findings(`use: { extensions: [${extension}] }\ndo: [{ one: { set: { n: 1 } } }]`);
    expect(found).toMatchObject({ severity: 'error', message: expect.stringContaining(message) });
    if (hint !== undefined) expect(found?.hint).toBe(hint);
  });

  test('a flow has at most 100 extensions', () => {
    const many = Array.from({ length: 101 }, () => '{ a: { extend: all } }').join(', ');
    const found = findings(`use: { extensions: [${many}] }\ndo: [{ one: { set: { n: 1 } } }]`);
    expect(found).toMatchObject([{ severity: 'error', pointer: '/use/extensions' }]);
  });

  test('an extension that exports cannot extend iterations that run side by side', () => {
    const found = findings(`
use: { extensions: [{ log: { extend: set, after: [{ a: { set: { n: 1 }, export: { as: . } } }] } }] }
do: [{ each: { for: { in: '[1]' }, metadata: { concurrency: 2 }, do: [{ one: { set: { n: 1 } } }] } }]`);
    expect(found).toMatchObject([{ severity: 'error', pointer: '/do/0/each/do/0/one' }]);
  });
});
