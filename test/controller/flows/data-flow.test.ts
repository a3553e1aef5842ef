import { describe, expect, test } from 'vitest';
import { FlowError } from '../../../controller/flows/index.js';
import { MemoryHost } from './memory-host.js';
import { findings, plan } from './support.js';

const variables = ['context', 'input', 'output', 'secrets', 'task', 'workflow', 'runtime', 'authorization'];

/** The language's table of runtime expression arguments: where, and which. */
const table: [string, string, string[]][] = [
  [
    'workflow input.from',
    'input: { from: "$V" }\ndo: [{ a: { set: {} } }]',
    ['secrets', 'workflow', 'runtime'],
  ],
  [
    'task if',
    'do: [ { a: { if: "$V", set: { x: 1 } } } ]',
    ['context', 'secrets', 'task', 'workflow', 'runtime'],
  ],
  [
    'task input.from',
    'do: [ { a: { input: { from: "$V" }, set: { x: 1 } } } ]',
    ['context', 'secrets', 'task', 'workflow', 'runtime'],
  ],
  [
    'task definition',
    'do: [ { a: { set: "$V" } } ]',
    ['context', 'input', 'secrets', 'task', 'workflow', 'runtime', 'authorization'],
  ],
  [
    'task output.as',
    'do: [ { a: { set: { x: 1 }, output: { as: "$V" } } } ]',
    ['context', 'input', 'secrets', 'task', 'workflow', 'runtime', 'authorization'],
  ],
  ['task export.as', 'do: [ { a: { set: { x: 1 }, export: { as: "$V" } } } ]', variables],
  [
    'workflow output.as',
    'output: { as: "$V" }\ndo: [{ a: { set: {} } }]',
    ['context', 'secrets', 'workflow', 'runtime'],
  ],
];

describe.each(table)('%s', (_, yaml, allowed) => {
  test.each(variables)('$%s is there exactly when the language says so', (name) => {
    const found = findings(yaml.replace('$V', `$${name}`));
    expect(found.length === 0).toBe(allowed.includes(name));
  });
});

test('descriptors of the run, the task and the runtime', async () => {
  const host = new MemoryHost({ metadata: { environment: { name: 'staging' } } });
  const output = await plan(`
do:
  - look:
      input: { from: .n }
      set:
        workflow: '\${ $workflow | { id, input, startedAt, name: .definition.document.name } }'
        task: '\${ $task | { name, reference, input, call: .definition.input.from } }'
        seconds: '\${ $task.startedAt.epoch.seconds > 1700000000 }'
        runtime: '\${ $runtime | { name, metadata } }'
      output: { as: '. + { raw: ($task.output.workflow.id) }' }`).execute({ n: 5 }, host);
  expect(output).toEqual({
    workflow: {
      id: 'run-1',
      input: { n: 5 },
      name: 'flow',
      startedAt: {
        iso8601: '2023-11-14T22:13:20.000Z',
        epoch: { seconds: 1_700_000_000, milliseconds: 1_700_000_000_000 },
      },
    },
    task: { name: 'look', reference: '/do/0/look', input: { n: 5 }, call: '.n' },
    seconds: true,
    runtime: { name: 'svc', metadata: { environment: { name: 'staging' } } },
    raw: 'run-1',
  });
});

describe('secrets', () => {
  const yaml = `
use: { secrets: [ crm ] }
do:
  - plain: { set: { x: 1 } }
  - secret: { input: { from: '{ key: $secrets.crm.key }' }, set: '\${ .key | length }' }`;

  test('are loaded for the first task that uses them', async () => {
    const host = new MemoryHost({ secrets: { crm: { key: 'abc' } } });
    await expect(plan(yaml).execute({}, host)).resolves.toBe(3);
  });

  test('that cannot be had are an authorization error of that task', async () => {
    const run = plan(yaml).execute({}, new MemoryHost());
    await expect(run).rejects.toMatchObject({
      body: {
        type: 'https://open-workflow-specification.org/spec/1.0.0/errors/authorization',
        status: 403,
        instance: '/do/1/secret',
      },
    });
    await expect(run).rejects.toBeInstanceOf(FlowError);
  });
});

test('input is validated before it is transformed, output after', async () => {
  const guarded = plan(`
do:
  - a:
      input: { schema: { document: { required: [ before ] } }, from: '{ after: .before }' }
      set: '\${ . }'
      output: { schema: { document: { required: [ last ] } }, as: '{ last: .after }' }`);
  await expect(guarded.execute({ before: 1 }, new MemoryHost())).resolves.toEqual({ last: 1 });
  await expect(guarded.execute({ after: 1 }, new MemoryHost())).rejects.toMatchObject({
    body: { detail: '`input.schema`: /before is required', instance: '/do/0/a' },
  });
});

test('an expression that gives nothing counts as null, and one that gives several is a fault', async () => {
  const compiled = plan(`
do: [ { a: { set: { none: '\${ empty }', only: '\${ .[] }' } } } ]`);
  expect(await compiled.execute([1], new MemoryHost())).toEqual({ none: null, only: 1 });
  await expect(compiled.execute([1, 2], new MemoryHost())).rejects.toThrow('first(…)');
});

test('what is not deterministic is recorded, each expression for itself, and is the same on a replay', async () => {
  const compiled = plan(`
do: [ { a: { set: { text: '\${ now } is not \${ now | todate }', failing: '\${ try (now | error("late")) catch . }' } } } ]`);
  const first = new MemoryHost();
  const output = (await compiled.execute({}, first)) as { text: string };
  expect(output.text).toMatch(/^[\d.]+ is not \d{4}-\d\d-\d\dT[\d:]+Z$/);
  first.flush();
  await expect(compiled.execute({}, new MemoryHost({ journal: first.journal }))).resolves.toEqual(output);
});

test('a loop of 10,000 iterations neither recurses nor keeps the event loop to itself', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const output = await plan(`
do:
  - count:
      for: { in: '[range(10000)]' }
      do: [ { add: { set: '\${ .n += 1 | .s = ([range(50)] | add) }' } } ]`).execute(
    { n: 0 },
    new MemoryHost(),
  );
  clearInterval(timer);
  expect(output).toEqual({ n: 10_000, s: 1225 });
  expect(turns).toBeGreaterThan(0);
});
