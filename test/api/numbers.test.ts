import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { exactForm, jsonTexts } from '../schemas/json/exact-literals.js';
import { RealService } from './identity/real-service.js';

// Numbers that no double gives back: the same number comes out of every surface that went into another, or none.

const flow = (name: string, tasks: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: 1.0.0 }\n${tasks}`;

const files = {
  'flows/echo.yaml': flow('echo', "do: [{ keep: { set: { v: '${ .v }', text: '${ .v | tojson }' } } }]\n"),
  'flows/compute.yaml': flow(
    'compute',
    "do: [{ add: { set: { sum: '${ .id + 1 }', text: '${ .id | tostring }' } } }]\n",
  ),
  'flows/compare.yaml': flow(
    'compare',
    `do:
  - look:
      set:
        same: '\${ .id == 7615917337495251231 }'
        near: '\${ .id == 7615917337495251230 }'
        above: '\${ .id > 7615917337495251230 }'
        sorted: '\${ [.id, 7615917337495251230] | sort }'
        unique: '\${ [.id, .id, 7615917337495251231] | unique }'
`,
  ),
  'flows/script.yaml': flow(
    'script',
    'do: [{ see: { run: { script: { language: js, arguments: { id: "${ .id }" }, code: "return [typeof id, id];" } } } }]\n',
  ),
  'flows/letter.yaml': flow(
    'letter',
    'do: [{ write: { call: template/letter, with: { id: "${ .id }" } } }]\n',
  ),
  'templates/letter.yaml': 'kind: template\nname: letter\nbody: "number {{ id }}, {{ id | size }} digits"\n',
  'flows/typed.yaml': flow(
    'typed',
    `input:
  schema:
    document:
      type: object
      properties: { n: { type: integer, maximum: 9007199254740992 }, id: { type: integer, minimum: 0 }, part: { type: number } }
do: [{ keep: { set: { all: '\${ . }' } } }]
`,
  ),
  'flows/exchange.yaml': flow(
    'exchange',
    `do:
  - get: { call: http, with: { method: get, endpoint: '\${ .url }' } }
  - keep: { set: { got: '\${ . }' } }
  - put: { call: http, with: { method: post, endpoint: '\${ $workflow.input.url }', body: '\${ .got }' } }
`,
  ),
  'flows/thread.yaml': flow(
    'thread',
    "do: [{ count: { set: { id: '${ ([range(200000)] | add) as $sum | [.id, { inner: .id }] }' } } }]\n",
  ),
  'flows/remember.yaml': flow(
    'remember',
    `do:
  - write: { call: store/numbers.set, with: { key: a, value: '\${ .id }' } }
  - read: { call: store/numbers.get, with: { key: a } }
`,
  ),
  'stores/numbers.yaml': 'kind: store\nname: numbers\n',
  'triggers/event.yaml': `kind: trigger
name: event
flow: echo
input: '\${ { v: .event.data } }'
event: { with: { type: com.example.counted.v1 } }
`,
  'triggers/hook.yaml': `kind: trigger
name: hook
flow: echo
input: '\${ .body }'
webhook: { path: hook, signature: { scheme: none }, respond: output }
`,
};

let service: RealService;
beforeAll(async () => {
  service = await RealService.start(files, {
    SVC_Limits__WebhooksPerMinute: '100000',
    SVC_Flows__AllowPrivateNetworks: 'true',
  });
});
afterAll(() => service.remove());

const post = async (url: string, payload: string, headers: Record<string, string> = {}): Promise<string> => {
  const answer = await service.app.inject({
    method: 'POST',
    url,
    headers: { 'x-api-key': service.adminKey, 'content-type': 'application/json', ...headers },
    payload,
  });
  return answer.body;
};

const mcpHeaders = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };

/** Sends `{"v": text}` to the flow `echo`, and resolves with the text of the answer. */
const entries: Readonly<Record<string, (text: string) => Promise<string>>> = {
  REST: (text) => post('/api/v1/live/flows/echo/runs', `{"v":${text}}`),
  'a webhook': (text) => post('/api/v1/live/hooks/hook', `{"v":${text}}`),
  'a variable of GraphQL': (text) =>
    post(
      '/graphql',
      `{"query":"mutation($p: JSON) { runFlow(branch: \\"live\\", flow: \\"echo\\", parameters: $p) { id output } }","variables":{"p":{"v":${text}}}}`,
    ),
  MCP: (text) =>
    post(
      '/mcp',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run-flow","arguments":{"branch":"live","flow":"echo","parameters":{"v":${text}}}}}`,
      mcpHeaders,
    ),
};

/** Returns the text of the value `v` of the output in an answer. */
function outputText(answer: string): string {
  const structured = Math.max(answer.indexOf('"structuredContent"'), 0);
  const output = Math.max(answer.indexOf('"output":', structured), 0);
  const start = answer.indexOf('"v":', output) + '"v":'.length;
  return answer.slice(start, answer.indexOf(',"text":', start));
}

describe.each(Object.entries(entries))('numbers that come in over %s', (_name, send) => {
  test('go out as the same numbers', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(jsonTexts, { minLength: 80, maxLength: 80 }), async (texts) => {
        const text = `[${texts.join()}]`;
        const answer = await send(text);
        expect(exactForm(outputText(answer))).toBe(exactForm(text));
      }),
      { numRuns: 32 },
    );
  });
});

test('a literal of GraphQL keeps its digits', async () => {
  const query =
    'mutation { runFlow(branch: "live", flow: "echo", parameters: { v: [1e400, { id: 7615917337495251231 }] }) { output } }';
  expect(await post('/graphql', JSON.stringify({ query }))).toContain(
    '"v":[1e400,{"id":7615917337495251231}]',
  );
});

describe('a run', () => {
  const run = async (name: string, body: string) => post(`/api/v1/live/flows/${name}/runs`, body);

  test('is read later with the digits of its input and output', async () => {
    const { id } = JSON.parse(await run('echo', '{"v": 7615917337495251231}'));
    const read = await service.call('GET', `/api/v1/live/runs/${id}`);
    expect(read.body).toContain('"input":{"v":7615917337495251231}');
    expect(read.body).toContain('"output":{"v":7615917337495251231,"text":"7615917337495251231"}');
  });

  test('computes with the nearest double', async () => {
    expect(await run('compute', '{"id": 7615917337495251231}')).toContain(
      '"output":{"sum":7615917337495251000,"text":"7615917337495251231"}',
    );
  });

  test('compares all digits', async () => {
    expect(await run('compare', '{"id": 7615917337495251231}')).toContain(
      '"output":{"same":true,"near":false,"above":true,"sorted":[7615917337495251230,7615917337495251231],"unique":[7615917337495251231]}',
    );
  });

  test('shows scripts and templates the digits as text', async () => {
    expect(await run('script', '{"id": 7615917337495251231}')).toContain(
      '"output":["string","7615917337495251231"]',
    );
    expect(await run('letter', '{"id": 7615917337495251231}')).toContain(
      'number 7615917337495251231, 19 digits',
    );
  });

  test('keeps the digits through threads and stores', async () => {
    expect(await run('thread', '{"id": 7615917337495251231}')).toContain(
      '"output":{"id":[7615917337495251231,{"inner":7615917337495251231}]}',
    );
    expect(await run('remember', '{"id": [7615917337495251231]}')).toContain(
      '"output":[7615917337495251231]',
    );
  });

  test('that an event starts has the digits of its data', async () => {
    const event = '"specversion": "1.0", "id": "e-1", "source": "/test", "type": "com.example.counted.v1"';
    const answer = await post('/api/v1/platform/events', `{${event}, "data": {"id": 7615917337495251231}}`);
    expect(JSON.parse(answer)).toMatchObject({ accepted: 1 });
    await expect
      .poll(
        async () =>
          (await service.call('GET', '/api/v1/live/runs?flow=echo&limit=5&fields=input,output')).body,
        {
          timeout: 20_000,
        },
      )
      .toContain('"trigger":"event"');
    const { items } = (
      await service.call('GET', '/api/v1/live/runs?flow=echo&limit=1&fields=input,output')
    ).json();
    const read = await service.call('GET', `/api/v1/live/runs/${items[0].id}`);
    expect(read.body).toContain('"v":{"id":7615917337495251231}');
  });

  test('is refused by the bounds and types of its input, which see all digits', async () => {
    expect(await run('typed', '{"n": 9007199254740993}')).toContain('"pointer":"/n"');
    expect(await run('typed', '{"id": 1.00000000000000000001}')).toContain('"pointer":"/id"');
    const fitting = '{"id": 7615917337495251231, "part": 1.00000000000000000001}';
    expect(await run('typed', fitting)).toContain(
      '"output":{"all":{"id":7615917337495251231,"part":1.00000000000000000001}}',
    );
  });
});

test('the body of an HTTP answer goes out as the body of a request with all its digits', async () => {
  const body = '{"id":7615917337495251231,"parts":[0.10000000000000001,1e400]}';
  const received: string[] = [];
  const server = createServer((request, answer) => {
    request.setEncoding('utf8');
    let text = '';
    request.on('data', (piece) => {
      text += piece;
    });
    request.on('end', () => {
      if (request.method === 'POST') received.push(text);
      answer.setHeader('content-type', 'application/json');
      answer.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answer = await post('/api/v1/live/flows/exchange/runs', `{"url": "http://127.0.0.1:${port}/"}`);
  expect(answer).toContain(`"output":${body}`);
  expect(received).toEqual([body]);
});

test('an entity with such a number is refused with its place, and a number that a double gives back is written whole', async () => {
  const create = (name: string, value: string) =>
    post('/api/v1/live/environments', `{"name": "${name}", "variables": {"ID": ${value}}}`);
  expect(JSON.parse(await create('lost', '7615917337495251231'))).toMatchObject({
    code: 'entity_invalid',
    errors: [{ pointer: '/variables/ID', file: 'environments/lost.yaml', line: 4 }],
  });
  await create('kept', '7600000000000000000');
  const read = await service.call('GET', '/api/v1/live/environments/kept');
  expect(read.body).toContain('"ID":7600000000000000000');
});
