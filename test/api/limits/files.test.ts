import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../schemas/json/types.js';
import { RealService } from '../identity/real-service.js';

const flow = (name: string, tasks: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\ndo:\n${tasks}`;

let service: RealService;
let server: Server;
const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (request.method === 'POST' || request.method === 'PUT') {
      received.push({ headers: request.headers, body });
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
      return;
    }
    const size = Number(request.url?.slice(1));
    const name = `attachment; filename="report ${size}.csv"`;
    response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': name });
    response.end(Buffer.alloc(size, 'x'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const get = `{ method: get, endpoint: 'http://127.0.0.1:${port}/{size}', output: file }`;
  service = await RealService.start(
    {
      'svc.yaml': 'Flows: { AllowPrivateNetworks: true }\n',
      'api.yaml': `kind: connection\nname: api\nconnector: http\nconfig: { baseUrl: 'http://127.0.0.1:${port}' }\n`,
      'fetch.yaml': flow('fetch', `  - get: { call: http, with: ${get} }\n`),
      'many.yaml': flow(
        'many',
        `  - each:
      for: { each: size, in: '\${ .sizes }' }
      do: [{ get: { call: http, with: ${get.replace('/{size}', '/1')} } }, { keep: { set: '\${ $input }' } }]
`,
      ),
      'pass.yaml': flow(
        'pass',
        `  - get: { call: api.get, with: { path: '/{size}', pathParams: { size: '\${ .size }' }, output: file } }
  - put: { call: api.put, with: { path: /, bodyFile: '\${ . }' } }
`,
      ),
      'given.yaml': flow(
        'given',
        `  - put: { call: api.put, with: { path: /, bodyFile: '\${ .given }' } }\n`,
      ),
      'posted.yaml': flow(
        'posted',
        `  - put: { call: http, with: { method: put, endpoint: 'http://127.0.0.1:${port}/', bodyFile: '\${ .given }' } }\n`,
      ),
      'post.yaml': flow(
        'post',
        `  - get: { call: http, with: ${get} }
  - post: { call: http, with: { method: post, endpoint: 'http://127.0.0.1:${port}/', bodyFile: '\${ . }' } }
`,
      ),
    },
    { SVC_Limits__File: '20000', SVC_Limits__FilesPerRun: '2' },
  );
});
afterAll(async () => {
  await service.remove();
  server.closeAllConnections();
  server.close();
});

const run = async (name: string, input: JsonObject): Promise<JsonObject> =>
  (await service.call('POST', `/api/v1/live/flows/${name}/runs`, input, { prefer: 'wait=30' })).json();

test('a response becomes a file with the name and type that the server gives', async () => {
  expect(await run('fetch', { size: 20_000 })).toMatchObject({
    status: 'completed',
    output: {
      name: 'report 20000.csv',
      type: 'text/csv',
      size: 20_000,
      file: expect.stringMatching(/^\w{32}$/),
    },
  });
});

test('a file beyond `Limits.File` faults the task', async () => {
  for (const name of ['fetch', 'pass'])
    expect(await run(name, { size: 20_001 })).toMatchObject({
      status: 'faulted',
      error: { status: 413, code: 'file_too_large', instance: '/do/0/get' },
    });
});

test('more files than `Limits.FilesPerRun` fault the task', async () => {
  expect(await run('many', { sizes: [1, 1] })).toMatchObject({ status: 'completed' });
  expect(await run('many', { sizes: [1, 1, 1] })).toMatchObject({
    status: 'faulted',
    error: { code: 'file_count_limit' },
  });
});

test.each(['pass', 'post'])(
  'a file is the body of a request, with its type and length (%s)',
  async (name) => {
    received.length = 0;
    const ended = await run(name, { size: 12_345 });
    expect(ended, JSON.stringify(ended)).toMatchObject({ status: 'completed', output: { ok: true } });
    expect(
      received.map(({ headers, body }) => [headers['content-type'], headers['content-length'], body.length]),
    ).toEqual([['text/csv', '12345', 12_345]]);
  },
);

test.each(['given', 'posted'])('a file of another run is not sent (%s)', async (name) => {
  const { output } = await run('fetch', { size: 5 });
  const error = { status: 404, code: 'file_not_found', instance: '/do/0/put' };
  expect(await run(name, { given: output ?? null })).toMatchObject({ status: 'faulted', error });
  expect(await run(name, { given: { file: 'x' } })).toMatchObject({ status: 'faulted' });
});
