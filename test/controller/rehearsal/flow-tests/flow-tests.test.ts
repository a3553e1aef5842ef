import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FlowTestResult } from '../../../../controller/rehearsal/index.js';
import { flow, runTests, shop, test } from './harness.js';

const order = flow(
  'f',
  `  - get:
      call: shop.get
      with: { path: '\${ "/orders/" + .id }' }
  - done:
      set: { total: '\${ .total }', paid: true }
`,
);

/** Runs one test of the flow `f`. */
async function run(
  body: string,
  files: Record<string, string> = { 'f.yaml': order },
): Promise<FlowTestResult> {
  const report = await runTests({ 'shop.yaml': shop, ...files, 't.yaml': test(body) });
  const [result] = report.results;
  if (!result) throw new Error('The test was not run');
  return result;
}

const answered = 'input: { id: o-1 }\ngiven: [{ call: shop.get, answer: { total: 80 } }]\n';

describe('what a test expects', () => {
  it.each([
    ['output: { total: 80 }', 'output: { total: 81 }'],
    ["output: '${ .total > 50 }'", "output: '${ .total > 90 }'"],
    ["output: { total: '${ . == 80 }' }", "output: { total: '${ . == 8 }' }"],
    ['exactOutput: { total: 80, paid: true }', 'exactOutput: { total: 80 }'],
    ['calls: [{ call: shop.get }]', 'calls: [{ call: shop.post }]'],
    ['calls: [{ call: shop.get, times: 1 }]', 'calls: [{ call: shop.get, times: 2 }]'],
    [
      'calls: [{ call: shop.get, with: { path: /orders/o-1 } }]',
      'calls: [{ call: shop.get, with: { path: /o } }]',
    ],
    ['calls: [{ task: get }], noOtherCalls: true', 'calls: [], noOtherCalls: true'],
    ['status: completed', 'status: faulted'],
  ])('%s passes, %s fails', async (right, wrong) => {
    expect(await run(`${answered}expect: { ${right} }\n`)).toMatchObject({ result: 'passed', failures: [] });
    const { result, failures } = await run(`${answered}expect: { ${wrong} }\n`);
    expect([result, failures.length]).toEqual(['failed', 1]);
    expect(failures[0]?.line).toBe(6);
  });

  it('compares the fault of a run, also by the short name of its type', async () => {
    const body = 'input: { id: o-1 }\ngiven: [{ call: shop.get, fault: { status: 503 } }]\n';
    for (const fault of ['{ status: 503 }', '{ type: communication }', '{ instance: /do/0/get }'])
      expect((await run(`${body}expect: { fault: ${fault} }\n`)).result).toBe('passed');
    const wrong = await run(`${body}expect: { fault: { type: timeout } }\n`);
    expect(wrong.failures).toMatchObject([
      { kind: 'fault', pointer: '/expect/fault/type', expected: 'timeout', actual: 'communication' },
    ]);
    const completes = await run(`${body}expect: { output: {} }\n`);
    expect(completes.failures).toMatchObject([
      { kind: 'status', expected: 'completed', actual: 'faulted', task: '/do/0/get' },
    ]);
  });

  it('compares the order of calls', async () => {
    const two = flow(
      'f',
      '  - a: { call: shop.get, with: { path: /a } }\n  - b: { call: shop.post, with: { path: /b } }\n',
    );
    const body = 'given: [{ call: shop.get }, { call: shop.post }]\n';
    const calls = (first: string, second: string) =>
      `${body}expect: { inOrder: true, calls: [{ call: ${first} }, { call: ${second} }] }\n`;
    const files = { 'f.yaml': two };
    expect((await run(calls('shop.get', 'shop.post'), files)).result).toBe('passed');
    expect((await run(calls('shop.post', 'shop.get'), files)).failures).toMatchObject([
      { kind: 'calls', message: '`shop.get` is not called after `shop.post`' },
    ]);
  });

  it('says how often a call was made', async () => {
    const calls =
      '[{ call: shop.get, times: 2 }, { call: shop.get, with: { path: /x } }, { task: get, times: 0 }]';
    const { failures } = await run(`${answered}expect: { calls: ${calls} }\n`);
    expect(failures.map(({ message }) => message)).toEqual([
      '`shop.get` is called 1 time, and the test expects 2',
      '`shop.get` is not called with these arguments; of the first such call, `/path`: is not as expected',
      '`get` is performed 1 time, and the test expects 0',
    ]);
  });

  it('shows what was expected and received, with its place', async () => {
    const { failures } = await run(`${answered}expect:\n  output:\n    total: 81\n`);
    expect(failures).toEqual([
      {
        kind: 'output',
        pointer: '/expect/output/total',
        path: '/total',
        message: 'The output at `/total` is not as expected',
        expected: 81,
        actual: 80,
        line: 8,
        column: 12,
      },
    ]);
  });
});

describe('what a flow gets from outside', () => {
  it('fails a call without an answer, and shows its arguments and the entry that is missing', async () => {
    const { failures, calls } = await run('input: { id: o-7 }\nexpect: { output: {} }\n');
    expect(failures).toMatchObject([
      {
        kind: 'unanswered',
        message: '`get` calls `shop.get`, and no entry of `given` answers',
        actual: { path: '/orders/o-7' },
        entry: { call: 'shop.get', answer: null },
      },
    ]);
    expect(calls).toHaveLength(1);
  });

  it('takes the first entry whose condition holds and that is not used up', async () => {
    const three = flow(
      'f',
      `  - all:
      for: { in: '\${ [1, 2, 3] }', each: n }
      do:
        - get: { call: shop.get, with: { path: '\${ "/\\($n)" }' } }
        - keep: { set: '\${ .v }', export: { as: '\${ ($context // {seen: []}) | .seen += [$task.output] }' } }
  - done: { set: '\${ $context.seen }' }
`,
    );
    const body = `given:
  - { call: shop.get, when: '\${ .path == "/2" }', answer: { v: two } }
  - { call: shop.get, times: 1, answer: { v: first } }
  - { task: get, answer: { v: '\${ "later " + .path }' } }
expect: { output: { } }
`;
    const { calls } = await run(body, { 'f.yaml': three });
    expect(calls.map(({ arguments: args }) => args)).toEqual([
      { path: '/1' },
      { path: '/2' },
      { path: '/3' },
    ]);
    const passed = await run(body.replace('output: { }', 'status: completed'), { 'f.yaml': three });
    expect([passed.result, passed.unused]).toEqual(['passed', []]);
  });

  it('gives the answer of a call in its time, and a timeout before it', async () => {
    const slow = flow(
      'f',
      "  - get: { call: shop.get, with: { path: /a }, timeout: { after: PT10S } }\n  - at: { set: '${ now }' }\n",
    );
    const body = (takes: string, expected: string) =>
      `now: 2026-03-01T00:00:00Z\ngiven: [{ call: shop.get, takes: ${takes} }]\nexpect: ${expected}\n`;
    const inTime = await run(body('PT9S', `{ output: ${Date.UTC(2026, 2, 1) / 1_000 + 9} }`), {
      'f.yaml': slow,
    });
    expect(inTime).toMatchObject({ result: 'passed', elapsedMs: 9_000 });
    expect((await run(body('PT11S', '{ fault: { type: timeout } }'), { 'f.yaml': slow })).result).toBe(
      'passed',
    );
  });

  it('asks people, checks their values, and lets them be late', async () => {
    const asking = flow(
      'f',
      `  - approve:
      call: human-task@default
      with:
        title: Refund?
        assignees: [ada]
        form: { type: object, required: [ok], properties: { ok: { type: boolean } } }
        dueAfter: PT8H
  - done: { set: '\${ .values.ok }' }
`,
    );
    const files = { 'f.yaml': asking };
    const given = (entry: string, expected: string) =>
      `given: [{ humanTask: approve, ${entry} }]\nexpect: ${expected}\n`;
    expect((await run(given('answer: { values: { ok: true } }', '{ output: true }'), files)).result).toBe(
      'passed',
    );
    expect((await run(given('times: 0', '{ fault: { type: timeout } }'), files)).elapsedMs).toBe(
      8 * 3_600_000,
    );
    expect(
      (
        await run(
          given('answer: { values: { ok: true } }, takes: PT9H', '{ fault: { type: timeout } }'),
          files,
        )
      ).result,
    ).toBe('passed');
    expect(
      (await run(given('answer: { values: { ok: 7 } }', '{ output: true }'), files)).failures,
    ).toMatchObject([{ kind: 'answer', pointer: '/given/0/answer' }]);
    const { failures } = await run('expect: { output: true }\n', files);
    expect(failures).toMatchObject([
      { kind: 'unanswered', entry: { humanTask: 'approve', answer: { values: { ok: false } } } },
    ]);
  });

  it('gives events, and refuses those that the task does not listen for', async () => {
    const listening = flow(
      'f',
      "  - hear: { listen: { to: { one: { with: { type: com.example.paid.v1 } } } } }\n  - done: { set: '${ .[0].orderId }' }\n",
    );
    const files = { 'f.yaml': listening };
    const given = (type: string) =>
      `given: [{ listen: hear, answer: { type: ${type}, data: { orderId: o-1 } }, takes: PT1H }]\nexpect: { output: o-1 }\n`;
    expect(await run(given('com.example.paid.v1'), files)).toMatchObject({
      result: 'passed',
      elapsedMs: 3_600_000,
    });
    expect((await run(given('com.example.lost.v1'), files)).failures).toMatchObject([{ kind: 'answer' }]);
    expect((await run('expect: { output: o-1 }\n', files)).failures).toMatchObject([{ kind: 'unanswered' }]);
  });

  it('hears the events that the run itself sends, and counts them', async () => {
    const both = flow(
      'f',
      `  - both:
      fork:
        branches:
          - hear: { listen: { to: { one: { with: { type: com.example.a.v1 } } } } }
          - tell: { do: [{ wait: { wait: PT1M } }, { send: { emit: { event: { with: { source: /x, type: com.example.a.v1, data: { n: 1 } } } } } }] }
  - done: { set: { ok: true } }
`,
    );
    const body =
      'expect: { output: { ok: true }, calls: [{ emit: com.example.a.v1, times: 1, with: { data: { n: 1 } } }] }\n';
    expect(await run(body, { 'f.yaml': both })).toMatchObject({ result: 'passed', elapsedMs: 60_000 });
  });

  it('runs JavaScript, mappings, stores and other flows, and takes answers for them where the test has some', async () => {
    const files = {
      'f.yaml': flow(
        'f',
        `  - js: { run: { script: { language: js, code: 'return n * 2', arguments: { n: 21 } } } }
  - map: { call: mapping/m, with: { n: '\${ . }' } }
  - keep: { call: store/s.set, with: { key: a, value: '\${ . }' } }
  - read: { call: store/s.list }
  - other: { run: { workflow: { namespace: default, name: g, version: '0.1.0', input: { n: '\${ .entries | length }' } } } }
`,
      ),
      'g.yaml': flow('g', "  - it: { set: '${ .n + 100 }' }\n"),
      'm.yaml': "kind: mapping\nname: m\nexpression: '.n + 1'\n",
      's.yaml': 'kind: store\nname: s\n',
    };
    const stores = 'given: [{ store: s, entries: { b: 1 } }]\n';
    const body = `${stores}expect: { output: 102, stores: { s: { a: 43, b: 1 } }, noOtherCalls: true }\n`;
    expect(await run(body, files)).toMatchObject({ result: 'passed', failures: [] });
    const replaced = 'given: [{ run: js, answer: 1 }, { run: flow/g, answer: { from: test } }]\n';
    expect(
      (await run(`${replaced}expect: { output: { from: test }, stores: { s: { a: 2 } } }\n`, files)).failures,
    ).toEqual([]);
  });

  it('starts no process: one without an answer fails the test', async () => {
    const files = {
      'f.yaml': flow('f', '  - sh: { run: { shell: { command: touch /tmp/flow-test-ran } } }\n'),
    };
    expect((await run('expect: {}\n', files)).failures).toMatchObject([
      { kind: 'unanswered', entry: { run: 'shell' } },
    ]);
    expect(
      (await run('given: [{ run: shell, answer: done }]\nexpect: { output: done }\n', files)).result,
    ).toBe('passed');
  });

  it('reaches no server, with an answer or without', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests++;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const tasks = `  - a: { call: http, with: { method: get, endpoint: '${url}/a' } }\n  - b: { call: own.get, with: { path: /b } }\n`;
    const own = `kind: connection\nname: own\nconnector: http\nconfig: { baseUrl: '${url}' }\n`;
    const files = { 'f.yaml': flow('f', tasks), 'own.yaml': own };
    expect((await run('expect: {}\n', files)).failures).toMatchObject([
      { kind: 'unanswered', task: '/do/0/a' },
    ]);
    const half = await run('given: [{ call: http }]\nexpect: {}\n', files);
    expect(half.failures).toMatchObject([{ kind: 'unanswered', task: '/do/1/b' }]);
    const whole = await run('given: [{ call: http }, { call: own.get }]\nexpect: {}\n', files);
    expect([whole.result, requests]).toEqual(['passed', 0]);
  });

  it('shows a request with method, path and body', async () => {
    const files = {
      'f.yaml': flow(
        'f',
        "  - post: { call: http, with: { method: post, endpoint: 'http://127.0.0.1:9/a', body: { x: 1 } } }\n",
      ),
    };
    const when = `when: '\${ .method == "POST" and .path == "/a" and .body.x == 1 }'`;
    const body = `given: [{ call: http, ${when}, answer: { y: 2 } }]\nexpect: { output: { y: 2 }, calls: [{ call: 'POST http://127.0.0.1:9' }] }\n`;
    expect((await run(body, files)).failures).toEqual([]);
  });

  it('has the variables of the environment, and texts in place of secrets', async () => {
    const files = {
      'e.yaml': 'kind: environment\nname: staging\nvariables: { region: eu, tier: low }\n',
      'f.yaml': flow(
        'f',
        "  - a: { set: { env: '${ $runtime.metadata.environment.variables }', token: '${ $secrets.crm.token }' } }\n",
        'use: { secrets: [crm] }\n',
      ),
    };
    const body = 'environment: staging\nvariables: { tier: high }\n';
    const own = `${body}expect: { output: { env: { region: eu, tier: high }, token: '\${ length > 3 }' } }\n`;
    expect((await run(own, files)).failures).toEqual([]);
    const given = `${body}given: [{ secret: crm, answer: { token: t-1 } }]\nexpect: { output: { token: t-1 } }\n`;
    expect((await run(given, files)).failures).toEqual([]);
  });
});

describe('tests end', () => {
  it('lets a year pass at once', async () => {
    const files = {
      'f.yaml': flow(
        'f',
        "  - w: { wait: P365D }\n  - a: { set: '${ now | todate }' }\n",
        'timeout: { after: P400D }\n',
      ),
    };
    const body = 'now: 2026-01-01T00:00:00Z\nexpect: { output: "2027-01-01T00:00:00Z" }\n';
    expect(await run(body, files)).toMatchObject({ result: 'passed' });
  });

  it('faults a run that waits longer than runs may', async () => {
    const files = { 'f.yaml': flow('f', '  - w: { wait: P365D }\n') };
    const body = 'expect: { fault: { type: timeout, code: flow_duration_exceeded } }\n';
    expect((await run(body, files)).failures).toEqual([]);
  });

  it.each([
    ['an endless loop', '  - a: { set: { n: 1 } }\n  - b: { set: { n: 2 }, then: a }\n'],
    ['an endless loop that waits', '  - a: { wait: PT1S }\n  - b: { wait: PT1S, then: a }\n'],
    ['endless subflows', "  - a: { run: { workflow: { namespace: default, name: f, version: '0.1.0' } } }\n"],
    [
      'endless subflows without waiting',
      "  - a: { run: { await: false, workflow: { namespace: default, name: f, version: '0.1.0' } } }\n",
    ],
  ])('ends %s', { timeout: 60_000 }, async (_name, tasks) => {
    const { result, failures } = await run('expect: { output: { x: 1 } }\n', { 'f.yaml': flow('f', tasks) });
    expect([result, failures.length > 0]).toEqual(['failed', true]);
  });

  it('faults a task with a huge output', async () => {
    const files = { 'f.yaml': flow('f', `  - a: { set: '\${ [range(400000)] }' }\n`) };
    const { failures } = await run('expect: { fault: { code: task_output_too_large } }\n', files);
    expect(failures).toEqual([]);
  });
});

describe('reports', () => {
  it('lists the tasks that no test runs, and answers that were not asked for', async () => {
    const report = await runTests({
      'f.yaml': flow(
        'f',
        "  - a: { if: '${ .x }', do: [{ b: { set: { n: 1 } } }] }\n  - c: { set: { n: 2 } }\n",
      ),
      't.yaml': test('expect: { output: { n: 2 } }\n'),
    });
    expect(report.coverage).toEqual([{ flow: 'f', tasks: 3, missing: ['/do/0/a', '/do/0/a/do/0/b'] }]);
    const { unused } = await run(`${answered.replace('answer: { total: 80 }', 'times: 2')}expect: {}\n`);
    expect(unused).toEqual([]);
  });

  it('does not run a test of a flow that is not valid, and says why', async () => {
    const { result, findings } = await run('expect: {}\n', { 'f.yaml': flow('f', '  - a: { cal: x }\n') });
    expect(result).toBe('invalid');
    expect(findings[0]).toMatchObject({ file: 'f.yaml', rule: 'field-unknown' });
  });

  it('says which input the flow refuses, unless the test expects that', async () => {
    const schema =
      'input: { schema: { document: { type: object, required: [id], properties: { id: { type: string } } } } }\n';
    const files = { 'f.yaml': flow('f', '  - a: { set: { n: 1 } }\n', schema) };
    expect(await run('input: { }\nexpect: { output: { n: 1 } }\n', files)).toMatchObject({
      result: 'invalid',
    });
    expect(await run('input: { }\nexpect: { fault: { status: 422 } }\n', files)).toMatchObject({
      result: 'passed',
    });
  });
});

describe('waits for the world inside of time limits', () => {
  const limited = flow(
    'f',
    `  - hear:
      listen: { to: { one: { with: { type: com.example.paid.v1 } } } }
      timeout: { after: PT1H }
`,
  );

  it('ends the wait with the limit where the test says that no event comes, or a late one', async () => {
    const files = { 'f.yaml': limited };
    const none = await run(
      'given: [{ listen: hear, times: 0 }]\nexpect: { fault: { type: timeout } }\n',
      files,
    );
    expect([none.failures, none.elapsedMs]).toEqual([[], 3_600_000]);
    const late = 'given: [{ listen: hear, answer: { type: com.example.paid.v1 }, takes: PT2H }]\n';
    expect((await run(`${late}expect: { fault: { type: timeout } }\n`, files)).failures).toEqual([]);
  });

  it('fails a wait without an entry in spite of the limit', async () => {
    const { failures } = await run('expect: { fault: { type: timeout } }\n', { 'f.yaml': limited });
    expect(failures).toMatchObject([{ kind: 'unanswered', task: '/do/0/hear' }]);
  });

  it('lets the first branch of a race win by the time that its answer takes', async () => {
    const race = flow(
      'f',
      `  - race:
      fork:
        compete: true
        branches:
          - slow: { call: shop.get, with: { path: /slow } }
          - fast: { call: shop.get, with: { path: /fast } }
`,
    );
    const given = (slow: string, fast: string) =>
      `given:\n  - { task: slow, takes: ${slow}, answer: slow }\n  - { task: fast, takes: ${fast}, answer: fast }\n`;
    const files = { 'f.yaml': race };
    expect((await run(`${given('PT9S', 'PT1S')}expect: { output: fast }\n`, files)).failures).toEqual([]);
    expect((await run(`${given('PT1S', 'PT9S')}expect: { output: slow }\n`, files)).failures).toEqual([]);
  });
});
