import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { compileFlow, FlowError, type FlowPlan } from '../../../controller/flows/index.js';
import type { Json } from '../../../schemas/json/types.js';
import { dyingHost, MemoryHost, type MemoryHostOptions } from './memory-host.js';
import { findings, flow, plan } from './support.js';

const call = (name: string, given: Json = {}) =>
  `do: [{ go: { call: '${name}', with: ${JSON.stringify(given)} } }]`;

function withFunctions(yaml: string, texts: Record<string, string>): FlowPlan {
  const compiled = compileFlow(flow(yaml), false, texts);
  if (compiled.plan === undefined) throw new Error(JSON.stringify(compiled.findings));
  return compiled.plan;
}

async function outcome(compiled: FlowPlan, options: MemoryHostOptions = {}, input: Json = {}) {
  const host = new MemoryHost(options);
  try {
    return { output: await compiled.execute(input, host), host };
  } catch (error) {
    if (error instanceof FlowError) return { error: error.body, host };
    throw error;
  }
}

describe('the catalog `default`', () => {
  test('`hash` and `hmac` give the digest of a text, or of the JSON of a value', async () => {
    const digest = (value: string) => createHash('sha256').update(value).digest('hex');
    expect(await outcome(plan(call('hash:1.0.0@default', { value: 'é' })))).toMatchObject({
      output: digest('é'),
    });
    expect(await outcome(plan(call('hash@default', { value: { a: 1 } })))).toMatchObject({
      output: digest('{"a":1}'),
    });
    const signed = { value: 'x', key: 'k', algorithm: 'sha512', encoding: 'base64' };
    const expected = createHmac('sha512', 'k').update('x').digest('base64');
    expect(await outcome(plan(call('hmac@default', signed)))).toMatchObject({ output: expected });
  });

  test('`log` writes to the log of the run, and its output is its input', async () => {
    const { output, host } = await outcome(plan(call('log@default', { message: { a: 1 } })), {}, { n: 1 });
    expect(output).toEqual({ n: 1 });
    expect(host.logs).toEqual(['{"a":1}']);
  });

  test('`random` and `now` give what was asked for', async () => {
    const now = await outcome(plan(call('now@default', { format: 'seconds' })));
    expect(Math.abs((now.output as number) - Date.now() / 1000)).toBeLessThan(60);
    expect((await outcome(plan(call('now@default')))).output).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect((await outcome(plan(call('random@default')))).output).toMatch(/^[0-9a-f-]{36}$/);
    const six = { type: 'integer', minimum: 6, maximum: 6 };
    expect((await outcome(plan(call('random@default', six)))).output).toBe(6);
    const hex = await outcome(plan(call('random@default', { type: 'hex', bytes: 3 })));
    expect(hex.output).toMatch(/^[0-9a-f]{6}$/);
    expect((await outcome(plan(call('random@default', { type: 'number' })))).output).toBeLessThan(1);
  });

  test('a resumed run gets the random value and the time of its first execution', async () => {
    const compiled = plan(`do:
  - key: { call: random@default, with: {}, export: { as: '{ key: . }' } }
  - time: { call: now@default, with: {}, export: { as: '$context + { time: . }' } }
  - send: { call: shop.send, with: { key: '\${ $context.key }' } }
  - wait: { wait: { seconds: 1 }, output: { as: '$context' } }`);
    const sent: Json[] = [];
    const options: MemoryHostOptions = {
      instant: true,
      invoke: async (_connection, _action, input) => {
        sent.push(input['key'] ?? null);
        return {};
      },
    };
    const first = dyingHost(options, 1);
    await expect(compiled.execute({}, first)).rejects.toThrow('died');
    const second = new MemoryHost({ ...options, journal: first.journal.copy() });
    expect(await compiled.execute({}, second)).toMatchObject({ key: sent[0] });
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['hash@default', {}, 'argument-missing', 'value'],
    ['hash@default', { value: 1, algoritm: 'md5' }, 'argument-unknown', 'algoritm'],
    ['hmac@default', { value: 1, key: '' }, 'argument-wrong', 'key'],
    ['has@default', { value: 1 }, 'reference-unknown', 'has no function `has`'],
    ['hash:2.0.0@default', { value: 1 }, 'flow-structure', 'no version'],
    ['hash:1.0.0@defualt', { value: 1 }, 'reference-unknown', 'use.catalogs'],
    ['https://github.com/org/functions/validate@v1.0.0', {}, 'not-supported', 'no function of a catalog'],
  ])('%s with %j is an error: %s', (name, given, rule, text) => {
    expect(findings(call(name, given))).toMatchObject([
      { rule, severity: 'error', message: expect.stringContaining(text) },
    ]);
  });

  test('arguments that only the run knows are checked before the call', async () => {
    const compiled = plan(call('random@default', { type: 'hex', bytes: `\${ 1e9 }` }));
    expect((await outcome(compiled)).error).toMatchObject({
      status: 400,
      detail: expect.stringContaining('bytes'),
    });
    const minPlan = plan(call('random@default', { type: 'integer', minimum: `\${ 9e15 }` }));
    expect((await outcome(minPlan)).error).toMatchObject({ status: 400 });
  });
});

describe('a catalog of the repository', () => {
  const shared = "use: { catalogs: { shared: { endpoint: 'file:///catalogs/shared' } } }\n";
  const twice = 'double:1.0.0@shared';
  const double = 'do: [{ inner: { set: { n: "${ .n * 2 }" }, export: { as: "{ lost: true }" } } }]';

  test('names the files of the functions that a flow calls, once each, with what its calls pass', () => {
    const yaml = `${shared}do: [{ a: { call: '${twice}' } }, { b: { call: '${twice}', with: { n: 2 } } }]`;
    expect(compileFlow(flow(yaml)).uses.files).toEqual([
      {
        holds: twice,
        file: '/catalogs/shared/functions/double/1.0.0/function.yaml',
        pointer: '/do/0/a/call',
        args: [{}, { n: 2 }],
      },
    ]);
  });

  test.each([
    ['catalogs/shared', 'catalogs/shared'],
    ['file:../shared/', '../shared'],
    ['https://github.com/serverlessworkflow/catalog', '/catalogs/shared'],
  ])('at %s is the folder %s', (endpoint, folder) => {
    const yaml = `use: { catalogs: { shared: { endpoint: { uri: '${endpoint}' } } } }\n${call(twice)}`;
    const [found] = compileFlow(flow(yaml)).uses.files;
    expect(found?.file).toBe(`${folder}/functions/double/1.0.0/function.yaml`);
  });

  test.each([
    ['s3://bucket', 'not-supported'],
    ['/a/{b}', 'flow-structure'],
  ])('at %s is an error', (endpoint, rule) => {
    const yaml = `use: { catalogs: { shared: { endpoint: '${endpoint}' } } }\n${call(twice)}`;
    expect(findings(yaml)).toMatchObject([{ rule, severity: 'error' }]);
  });

  test('runs a function with its arguments as input, apart from the variables of the flow', async () => {
    const compiled = withFunctions(
      `${shared}do:
  - keep: { set: { n: 1 }, export: { as: '{ kept: true }' } }
  - each: { for: { in: '[1, 2]' }, metadata: { concurrency: 2 }, do: [{ go: { call: '${twice}', with: { n: '\${ $item }' } } }] }
  - last: { set: { list: '\${ . }', context: '\${ $context }', keys: '\${ $workflow.definition | keys }' } }`,
      { [twice]: double },
    );
    const { output, host } = await outcome(compiled);
    expect(output).toEqual({
      list: [{ n: 2 }, { n: 4 }],
      context: { kept: true },
      keys: ['do', 'document', 'use'],
    });
    expect(host.events.map(({ name }) => name)).not.toContain('inner');
  });

  test('a fault in a function is one of the call, also of its input schema', async () => {
    const strict = `{ input: { schema: { document: { type: object, required: [n] } } }, set: '.' }`;
    const { error } = await outcome(withFunctions(shared + call(twice), { [twice]: strict }));
    expect(error).toMatchObject({
      status: 400,
      instance: '/do/0/go',
      type: expect.stringContaining('validation'),
    });
  });

  test.each([['a: ['], ['1'], ['do: [{ x: { call: shop.get } }]'], ['{ set: "${ $secrets.key }" }']])(
    'the text %s does not run',
    async (text) => {
      const compiled = compileFlow(flow(shared + call(twice)), true, { [twice]: text }).plan as FlowPlan;
      expect((await outcome(compiled)).error).toMatchObject({ status: 400 });
    },
  );
});
