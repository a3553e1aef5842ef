import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../controller/flows/index.js';
import { withoutInspection } from '../../../controller/json-schema/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { MemoryHost } from './memory-host.js';
import { findings, flow, plan } from './support.js';

describe('findings', () => {
  test('a jq fault names the offset inside the scalar, after the `${`', () => {
    const [found] = findings(`
do:
  - a: { set: { x: 'n: \${ .a + }' } }`);
    expect(found).toMatchObject({ rule: 'jq-syntax', severity: 'error', pointer: '/do/0/a/set/x' });
    expect(found?.offset).toBeGreaterThanOrEqual(8);
  });

  test('a mistyped variable gets the nearest name', () => {
    const [found] = findings(`
do:
  - a: { set: { x: '\${ $contxt.id }' } }`);
    expect(found).toMatchObject({
      rule: 'jq-syntax',
      pointer: '/do/0/a/set/x',
      hint: 'Did you mean `$context`?',
    });
  });

  test('a variable in a place where it does not exist says where it does', () => {
    const [found] = findings(`
do:
  - a: { if: '$output.ok', set: { x: 1 } }`);
    expect(found).toMatchObject({ pointer: '/do/0/a/if', hint: '`$output` can be used in `export.as`.' });
  });

  test('an expression that is never closed is found where it begins', () => {
    const [found] = findings(`
do:
  - a: { set: { x: 'total \${ .a' } }`);
    expect(found).toMatchObject({ rule: 'jq-syntax', offset: 6, message: '`${` is never closed' });
  });

  test('an unknown target of `then` gets the nearest task of the same block', () => {
    const [found] = findings(`
do:
  - first: { set: { x: 1 }, then: secnd }
  - second: { set: { x: 2 } }`);
    expect(found).toMatchObject({
      rule: 'then-unknown',
      pointer: '/do/0/first/then',
      hint: 'Did you mean `second`?',
    });
  });

  test('tasks of another depth cannot be gone to', () => {
    const [found] = findings(`
do:
  - outer:
      do:
        - inner: { set: { x: 1 }, then: last }
  - last: { set: { x: 2 } }`);
    expect(found).toMatchObject({ rule: 'then-unknown', pointer: '/do/0/outer/do/0/inner/then' });
  });

  test('a task that no way leads to is a warning, and the flow still compiles', () => {
    const compiled = compileFlow(
      flow(`
do:
  - first: { set: { x: 1 }, then: third }
  - second: { set: { x: 2 } }
  - third: { raise: { error: { type: 'https://example.com/e', status: 500 } } }
  - fourth: { set: { x: 4 } }`),
    );
    expect(compiled.plan).toBeDefined();
    expect(compiled.findings).toMatchObject([
      { rule: 'unreachable-task', severity: 'warning', pointer: '/do/1/second' },
      { rule: 'unreachable-task', severity: 'warning', pointer: '/do/3/fourth' },
    ]);
  });

  test.each([
    [
      'retries',
      'try: [ { b: { set: { x: 1 } } } ], catch: { retry: patiant }',
      '/do/0/a/catch/retry',
      '{ patient: { delay: PT1S } }',
    ],
    ['timeouts', 'set: { x: 1 }, timeout: breif', '/do/0/a/timeout', '{ brief: { after: PT1S } }'],
    [
      'errors',
      'raise: { error: tooSmal }',
      '/do/0/a/raise/error',
      "{ tooSmall: { type: 'https://e.com', status: 400 } }",
    ],
    [
      'authentications',
      "call: http, with: { method: get, endpoint: { uri: 'https://e.com', authentication: { use: sit } } }",
      '/do/0/a/with/endpoint/authentication/use',
      '{ site: { bearer: { token: t } } }',
    ],
    ['functions', 'call: shuot', '/do/0/a/call', '{ shout: { set: { x: 1 } } }'],
  ])('an unknown name of `use.%s` gets the nearest', (kind, task, pointer, components) => {
    const found = findings(`
use: { ${kind}: ${components} }
do:
  - a: { ${task} }`);
    expect(found).toMatchObject([{ rule: 'reference-unknown', severity: 'error', pointer }]);
    expect(found[0]?.hint).toMatch(/^Did you mean `\w+`\?$/);
  });

  test('a secret that `use.secrets` does not name is found', () => {
    const found = findings(`
use: { secrets: [ crm ] }
do:
  - a: { call: http, with: { method: get, endpoint: { uri: 'https://e.com', authentication: { basic: { use: cmr } } } } }`);
    expect(found).toMatchObject([{ rule: 'reference-unknown', hint: 'Did you mean `crm`?' }]);
  });

  test.each([
    ['10 seconds', 'is not an ISO 8601 duration'],
    ['{ second: 1 }', 'has no unit `second`'],
    ['{ seconds: -1 }', 'needs a number in `seconds`'],
    ['{}', 'names no unit'],
  ])('the duration %s is refused', (duration, message) => {
    const found = findings(`
do:
  - a: { wait: ${duration} }`);
    expect(found).toMatchObject([{ rule: 'duration-syntax', pointer: '/do/0/a/wait' }]);
    expect(found[0]?.message).toContain(message);
  });

  test.each([
    ['{ type: sting }', '/type'],
    ["{ properties: { a: { pattern: '(' } } }", '/properties/a/pattern'],
    ["{ pattern: '(?=a)b' }", '/pattern'],
    ["{ $ref: '#/$defs/missing' }", '/$ref'],
    ["{ $ref: 'https://example.com/schema.json' }", '/$ref'],
    ["{ $schema: 'http://json-schema.org/draft-04/schema#' }", '/$schema'],
  ])('the schema %s is not valid', (schema, pointer) => {
    const found = findings(`
input: { schema: { document: ${schema} } }
do: [{ a: { set: {} } }]`);
    expect(found).toMatchObject([
      { rule: 'schema-invalid', severity: 'error', pointer: `/input/schema/document${pointer}` },
    ]);
  });

  test('everything wrong is said at once', () => {
    const found = findings(`
timeout: soon
do:
  - a: { set: { x: '\${ [ }', y: '\${ ] }' }, then: nowhere }
  - b: { wait: 5 }
  - c: { sett: { x: 1 } }`);
    expect(found.map(({ rule, pointer }) => `${rule} ${pointer}`).sort()).toEqual([
      'duration-syntax /do/1/b/wait',
      'flow-structure /do/2/c',
      'jq-syntax /do/0/a/set/x',
      'jq-syntax /do/0/a/set/y',
      'reference-unknown /timeout',
      'then-unknown /do/0/a/then',
    ]);
  });

  test('what is wrong in components that no task uses is a warning, and they use nothing', () => {
    const compiled = compileFlow(
      flow(`
use:
  retries: { r: { delay: soon } }
  timeouts: { t: { after: later } }
  errors: { e: { type: 'https://e.com', status: 500, title: '\${ [ }' } }
  authentications: { a: { bearer: { token: '\${ ] }' } } }
  functions: { f: { call: shop.get, timeout: t2 } }
do:
  - a: { set: { x: 1 } }`),
    );
    expect(compiled.plan?.connections).toEqual([]);
    expect(compiled.findings.map(({ severity, pointer }) => `${severity} ${pointer}`).sort()).toEqual([
      'warning /use/authentications/a/bearer/token',
      'warning /use/errors/e/title',
      'warning /use/functions/f/timeout',
      'warning /use/retries/r/delay',
      'warning /use/timeouts/t/after',
    ]);
  });

  test('a filter of errors by a member that no error has is a warning', () => {
    const compiled = compileFlow(
      flow(
        'do: [ { a: { try: [ { b: { set: { c: 1 } } } ], catch: { errors: { with: { details: no, status: 500 } } } } } ]',
      ),
    );
    expect(compiled.plan).toBeDefined();
    expect(compiled.findings).toMatchObject([
      {
        severity: 'warning',
        pointer: '/do/0/a/catch/errors/with/details',
        hint: 'Did you mean `detail`?',
      },
    ]);
  });

  test('known parts of the language that are not built are errors that say what to use', () => {
    const compiled = compileFlow(
      flow(`
do:
  - d: { run: { workflow: { namespace: a, name: b, version: '1.0.0' }, return: all } }`),
    );
    expect(compiled.plan).toBeUndefined();
    expect(compiled.findings).toMatchObject([
      { rule: 'not-supported', severity: 'error', hint: expect.stringMatching(/`/) },
    ]);
  });

  test('a function that calls itself through another is refused', () => {
    const found = findings(`
use: { functions: { a: { call: b }, b: { do: [ { again: { call: a } } ] } } }
do:
  - start: { call: a }`);
    expect(found).toMatchObject([{ rule: 'flow-structure', pointer: '/use/functions/b/do/0/again' }]);
  });

  test('functions that multiply without end are refused', () => {
    const functions = Array.from({ length: 30 }, (_, n) => {
      const next = `f${n + 1}`;
      return `f${n}: { do: [ { x: { call: ${next} } }, { y: { call: ${next} } } ] }`;
    });
    const found = findings(`
use: { functions: { ${functions.join(', ')}, f30: { set: { x: 1 } } } }
do:
  - start: { call: f0 }`);
    expect(found.some(({ message }) => message.includes('more than 10000 tasks'))).toBe(true);
  });
});

describe('what others learn from a plan', () => {
  test('connections, other flows, secrets, concurrency and the parameter schema', () => {
    const compiled = plan(`
input: { schema: { document: { type: object, required: [ id ] } } }
use: { secrets: [ crm ] }
do:
  - a: { call: shop.get, with: { path: / } }
  - b: { run: { workflow: { namespace: test, name: other, version: '1.0.0' } } }`);
    expect(compiled).toMatchObject({
      name: 'flow',
      namespace: 'test',
      version: '1.0.0',
      inputSchema: { type: 'object', required: ['id'] },
      connections: [{ connection: 'shop', action: 'get', pointer: '/do/0/a/call' }],
      subflows: [{ namespace: 'test', name: 'other', version: '1.0.0', pointer: '/do/1/b/run/workflow' }],
      secrets: ['crm'],
      concurrency: undefined,
    });
    expect(compiled.acceptInput({}).findings).toEqual([{ pointer: '/id', message: 'is required' }]);
    expect(compiled.acceptInput({ id: 1 }).findings).toEqual([]);
  });
});

describe('any JSON object', () => {
  const words = fc.constantFrom(
    ...'document do use input output schema from as call with http for fork try catch raise error wait'.split(
      ' ',
    ),
    ...'switch when then run workflow set retry endpoint functions branches in timeout after if'.split(' '),
    '__proto__',
    'constructor',
    '.a',
    ...['{ .a }', '{', '{}'].map((rest) => `$${rest}`),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'medium' },
      fc.constantFrom(null, true, 1, -0.5, '', 'PT1S'),
      words,
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(words, tie('any'), { maxKeys: 4 }),
    ),
  })).any;
  const task = fc.dictionary(words, value, { maxKeys: 4 });

  test('is compiled without throwing', () => {
    fc.assert(
      fc.property(fc.array(task), value, (tasks, use) => {
        const document = {
          document: { name: 'x' },
          do: tasks.map((each, index) => ({ [`t${index}`]: each })),
          use,
        };
        const compiled = compileFlow(document as JsonObject);
        expect(compiled.findings.every(({ pointer }) => typeof pointer === 'string')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('nested a hundred thousand levels deep is refused, not a stack overflow', () => {
    let tasks: JsonObject = {};
    let data: JsonObject = {};
    for (let level = 0; level < 100_000; level++) {
      tasks = { do: [{ a: tasks }] };
      data = { a: [data] };
    }
    for (const document of [
      { do: [{ a: tasks }] },
      { do: [{ a: { set: data } }] },
      { input: { from: data } },
    ]) {
      expect(compileFlow({ document: { name: 'x' }, do: [], ...document }).plan).toBeUndefined();
    }
    const schema = { input: { schema: { document: { properties: data } } } };
    expect(
      compileFlow({ document: { name: 'x' }, do: [{ a: { set: {} } }], ...schema }).findings[0]?.rule,
    ).toBe('schema-invalid');
  });
});

test.each([
  "a: { if: '{{ .paid }}', set: { x: 1 } }",
  "a: { if: '${ .paid', set: { x: 1 } }",
  "a: { set: { x: 'total ${ .sum' } }",
])('in a flow that an upgrade keeps in service, the broken expression of `%s` faults', async (task) => {
  const { plan: kept } = compileFlow(flow(`do: [{ ${task} }]`), true);
  await expect(kept?.execute({}, new MemoryHost())).rejects.toMatchObject({
    body: { type: expect.stringContaining('expression') },
  });
});

describe('a definition that was found valid before', () => {
  test('has its expressions compiled when they are evaluated, so that thousands of them cost nothing at once', async () => {
    const definition = flow(`
do:
  - first: { set: { a: '\${ .n + 1 }' } }
  - second: { if: '.a > 5', set: { b: 'n: \${ .a + }' } }
  - third: { if: '.a +', set: { b: 1 } }`);
    expect(compileFlow(definition).plan).toBeUndefined();
    const { plan: built, findings: found } = withoutInspection(() => compileFlow(definition));
    expect(found).toEqual([]);
    await expect(built?.execute({ n: 1 }, new MemoryHost())).rejects.toMatchObject({
      body: { instance: '/do/2/third', detail: expect.stringContaining('`/do/2/third/if`: ') },
    });
  });

  test('has the secrets that its expressions read', async () => {
    const definition = flow(`
use: { secrets: [shop] }
do:
  - first: { set: { a: '\${ [1, "\\($secrets.shop)"] }' } }`);
    const { plan: built } = withoutInspection(() => compileFlow(definition));
    expect(await built?.execute({}, new MemoryHost({ secrets: { shop: 'key' } }))).toEqual({ a: [1, 'key'] });
  });
});
