import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RealService } from './identity/real-service.js';
import { expectProblem } from './start-app.js';

/** Answers nothing until it is told to. */
let held: Server;
let letGo: () => void = () => {};
let asked = 0;

beforeAll(async () => {
  let waiting: (() => void)[] = [];
  held = createServer((_request, response) => {
    asked += 1;
    waiting.push(() => response.end('{}'));
  });
  letGo = () => {
    for (const answer of waiting) answer();
    waiting = [];
  };
  await new Promise<void>((resolve) => held.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  held.closeAllConnections();
  held.close();
});

function flow(name: string, tasks: string, more = ''): string {
  return `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0'${more} }\ndo:\n${tasks}\n`;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The condition did not come true within ten seconds');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('what one run may take', () => {
  let service: RealService;
  const run = (name: string, body: object = {}) =>
    service.call('POST', `/api/v1/live/flows/${name}/runs`, body);

  beforeAll(async () => {
    const long = '\'\\${ [range(3000)] | map("x") | join("") }\''.replace('\\$', '$');
    service = await RealService.start(
      {
        'flows/set.yaml': flow('set', `  - big: { set: { text: ${long} } }`),
        'flows/wide.yaml': flow(
          'wide',
          `  - big: { set: { text: '\${ [range(900)] | map("é€") | join("") }' } }`,
        ),
        'flows/script.yaml': flow(
          'script',
          `  - big: { run: { script: { language: js, code: "return 'x'.repeat(3000)" } } }`,
        ),
        'flows/caught.yaml': flow(
          'caught',
          `  - guarded:\n      try: [{ big: { set: { text: ${long} } } }]\n      catch: { as: e, do: [{ say: { set: { title: '\${ $e.title }', at: '\${ $e.instance }' } } }] }`,
        ),
        'flows/parent.yaml': flow(
          'parent',
          `  - ask: { run: { workflow: { namespace: test, name: hello, version: '1.0.0', input: { text: '\${ .text }', more: '\${ .text }' } } } }`,
        ),
        'flows/talk.yaml': flow(
          'talk',
          `  - say: { run: { script: { language: js, code: "for (let i = 0; i < 200; i++) console.error('line ' + i); return {}" } } }\n  - rest: { wait: PT0.01S }\n  - again: { run: { script: { language: js, code: "console.error('much later'); return {}" } } }`,
        ),
        'flows/long.yaml': flow('long', '  - rest: { wait: PT1H }'),
      },
      {
        SVC_Limits__FlowInput: '2048',
        SVC_Limits__TaskOutput: '2048',
        SVC_Limits__RunLog: '1024',
        SVC_Limits__FlowDuration: '1',
        SVC_Limits__ListPage: '20',
      },
    );
  });
  afterAll(() => service.remove());

  test('parameters beyond `Limits.FlowInput` are refused before there is a run', async () => {
    expectProblem(await run('hello', { name: 'x'.repeat(3000) }), 413, 'flow_input_too_large');
    expectProblem(await run('hello', { name: '€'.repeat(700) }), 413, 'flow_input_too_large');
    expect((await run('hello', { name: 'x'.repeat(1000) })).statusCode).toBe(201);
  });

  test('so is the input of a subflow', async () => {
    const answer = (await run('parent', { text: 'x'.repeat(1500) })).json();
    expect(answer, JSON.stringify(answer)).toMatchObject({
      status: 'faulted',
      error: { title: 'Subflow input too large' },
    });
  });

  test.each(['set', 'wide', 'script'])(
    'an output beyond `Limits.TaskOutput` faults the task (%s)',
    async (name) => {
      expect((await run(name)).json()).toMatchObject({
        status: 'faulted',
        error: { title: 'Task output too large', instance: '/do/0/big' },
      });
    },
  );

  test('a flow can catch that', async () => {
    expect((await run('caught')).json().output).toMatchObject({ title: 'Task output too large' });
  });

  test('a log beyond `Limits.RunLog` ends with a mark, and the run goes on', async () => {
    const { id, status } = (await run('talk')).json();
    expect(status).toBe('completed');
    const { items } = (await service.call('GET', `/api/v1/live/runs/${id}/logs`)).json();
    const messages = items.map(({ message }: { message: string }) => message);
    const written = messages.filter((message: string) => message.startsWith('line'));
    expect(written.length).toBeGreaterThan(50);
    expect(written.length).toBeLessThan(200);
    expect(messages.filter((message: string) => message.startsWith('The log ends here'))).toHaveLength(1);
    expect(messages).not.toContain('much later');
    expect(messages.at(-1)).toBe('run completed');
  });

  test('a run beyond `Limits.FlowDuration` ends as timed out, and is told so', async () => {
    const answer = (await run('long')).json();
    expect(answer).toMatchObject({
      status: 'faulted',
      error: { title: 'Flow duration exceeded', status: 408 },
    });
  });

  test('more items than `Limits.ListPage` are refused with the setting', async () => {
    const problem = expectProblem(
      await service.call('GET', '/api/v1/live/runs?limit=21'),
      400,
      'list_page_too_large',
    );
    expect(problem.hints[0]).toContain('Limits.ListPage');
    expectProblem(await service.call('GET', '/api/v1/live/runs?limit=5000'), 400, 'list_page_too_large');
    expect((await service.call('GET', '/api/v1/live/runs?limit=20')).statusCode).toBe(200);
  });
});

describe('how many runs there may be', () => {
  let service: RealService;
  const start = async (name: string) =>
    service.call('POST', `/api/v1/live/flows/${name}/runs`, {}, { prefer: 'respond-async' });
  const statuses = async (): Promise<string[]> =>
    (await service.call('GET', '/api/v1/live/runs'))
      .json()
      .items.map(({ status }: { status: string }) => status);

  beforeAll(async () => {
    const call = `  - ask: { call: http, with: { method: get, endpoint: "http://127.0.0.1:${(held.address() as AddressInfo).port}/" } }`;
    service = await RealService.start(
      {
        'flows/many.yaml': flow('many', call),
        'flows/one.yaml': flow('one', call, ', metadata: { concurrency: 1 }'),
      },
      {
        SVC_Flows__AllowPrivateNetworks: 'true',
        SVC_Limits__ConcurrentRuns: '3',
        SVC_Limits__PendingRuns: '2',
      },
    );
  });
  afterAll(async () => {
    letGo();
    await service.remove();
  });

  test('one at a time of a flow with `document.metadata.concurrency: 1`, three of all, two waiting, no more', async () => {
    await start('one');
    await start('one');
    await until(() => asked === 1);
    expect((await statuses()).sort()).toEqual(['pending', 'running']);
    await start('many');
    await start('many');
    await until(() => asked === 3);
    await start('many');
    expect((await statuses()).sort()).toEqual(['pending', 'pending', 'running', 'running', 'running']);
    const refused = await start('many');
    expectProblem(refused, 503, 'queue_full');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(asked).toBe(3);
    await until(async () => {
      letGo();
      return (await statuses()).every((status) => status === 'completed');
    });
    expect(asked).toBe(5);
  });
});
