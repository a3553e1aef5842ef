import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealService } from '../identity/real-service.js';

/** What nobody from outside may reach: it counts who does. */
let inside: Server;
let reached = 0;
let port = 0;
let service: RealService;

const connection = (name: string, lines: string) => `kind: connection\nname: ${name}\n${lines}\n`;

beforeAll(async () => {
  inside = createServer((_request, response) => {
    reached += 1;
    response.end('secret of the inside');
  });
  inside.on('connection', () => {
    reached += 1;
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  port = (inside.address() as AddressInfo).port;
  const http = (name: string, baseUrl: string) =>
    connection(name, `connector: http\nconfig: { baseUrl: '${baseUrl}' }`);
  service = await RealService.start(
    {
      'flows/fetch.yaml': `document: { dsl: '1.0.3', namespace: test, name: fetch, version: '1.0.0' }
do:
  - get: { call: http, with: { method: get, endpoint: '\${ .url }' } }
`,
      'flows/deep.yaml': `document: { dsl: '1.0.3', namespace: test, name: deep, version: '1.0.0' }
do:
  - nest: { set: { a: '\${ reduce range(20000) as $i (0; [.]) }' } }
`,
      'connections/loopback.yaml': http('loopback', `http://127.0.0.1:${port}`),
      'connections/named.yaml': http('named', `http://localhost:${port}`),
      'connections/metadata.yaml': http('metadata', 'http://169.254.169.254'),
      'connections/outer.yaml': http('outer', 'http://outer.invalid'),
      'connections/base.yaml': connection(
        'base',
        `connector: sql\nconfig: { engine: postgres, host: localhost, port: ${port}, database: a, user: a }`,
      ),
    },
    // As an installation with a settings file has it unless it says otherwise.
    { SVC_Flows__AllowPrivateNetworks: 'false', SVC_Limits__RequestsPerMinute: '100000' },
  );
});

afterAll(async () => {
  await service.remove();
  inside.closeAllConnections();
  inside.close();
});

test.each([
  'http://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://2130706433:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0x7f000001:PORT/',
  'http://127.1:PORT/',
  'http://0:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/latest/meta-data/',
  'http://[fd00:ec2::254]/',
  'http://10.0.0.1/',
  'http://100.64.0.1/',
  'http://user:pass@127.0.0.1:PORT/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT/',
])('a flow does not reach %s', async (address) => {
  const url = address.replace('PORT', String(port));
  const run = (await service.call('POST', '/api/v1/live/flows/fetch/runs', { url })).json();
  expect(run).toMatchObject({ status: 'faulted' });
  expect(['Address not allowed', 'Address not usable', 'Bad Request']).toContain(run.error.title);
  expect(reached).toBe(0);
});

test.each(['loopback', 'named', 'metadata', 'base'])(
  'the connection %s is not made, neither to test it nor for an action',
  async (name) => {
    const tested = await service.call('POST', `/api/v1/live/connections/${name}/test`);
    expect(tested.json()).toMatchObject({ ok: false });
    const [action, input] = name === 'base' ? ['query', { sql: 'select 1' }] : ['get', { path: '/' }];
    const invoked = await service.call('POST', `/api/v1/live/connections/${name}/actions/${action}`, input);
    expect(invoked.statusCode).toBeGreaterThanOrEqual(400);
    expect(invoked.body).not.toContain('secret of the inside');
    expect(reached).toBe(0);
  },
);

test('a path does not lead a connection to another host', async () => {
  for (const path of [
    `//127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}/`,
    `\\\\127.0.0.1:${port}\\`,
    `@127.0.0.1:${port}/`,
    `:${port}@127.0.0.1:${port}/`,
    `/../..//127.0.0.1:${port}/`,
  ]) {
    const answer = await service.call('POST', '/api/v1/live/connections/outer/actions/get', { path });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode, answer.body).toBeLessThan(505);
  }
  expect(reached).toBe(0);
});

test('a value too deep to be written down faults its run by name', async () => {
  const run = (await service.call('POST', '/api/v1/live/flows/deep/runs', {})).json();
  expect(run).toMatchObject({ status: 'faulted', error: { title: 'Value nested too deep' } });
});
