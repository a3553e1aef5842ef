import { lookup } from 'node:dns/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { classify } from '../../../controller/connectors/index.js';
import { eventually } from '../../controller/git/git-fixture.js';
import { RealService } from '../identity/real-service.js';

/** A server in the private network, which no caller may reach; it counts the requests that do. */
let inside: Server;
let reached = 0;
let port = 0;
let service: RealService;

/** The name of this machine, where it stands for an address of its own. */
const found = await lookup(hostname()).catch(() => ({ address: '' }));
const here = classify(found.address) === 'private' ? hostname() : 'localhost';

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
  const postgres = (name: string, host: string) =>
    connection(
      name,
      `connector: postgres\nconfig: { host: '${host}', port: ${port}, database: a, user: a, connectTimeout: 2 }`,
    );
  service = await RealService.start(
    {
      'flows/fetch.yaml': `document: { dsl: '1.0.3', namespace: test, name: fetch, version: '1.0.0' }
do:
  - get: { call: http, with: { method: get, endpoint: '\${ .url }' } }
`,
      'flows/deep.yaml': deepFlow('deep', 6_000),
      'flows/deeper.yaml': deepFlow('deeper', 20_000),
      'connections/loopback.yaml': http('loopback', `http://127.0.0.1:${port}`),
      'connections/named.yaml': http('named', `http://localhost:${port}`),
      'connections/metadata.yaml': http('metadata', 'http://169.254.169.254'),
      'connections/outer.yaml': http('outer', 'http://outer.invalid'),
      'connections/base.yaml': postgres('base', 'localhost'),
      'connections/base-here.yaml': postgres('base-here', here),
      'connections/base-mapped.yaml': postgres('base-mapped', '::ffff:127.0.0.1'),
      'connections/base-decimal.yaml': postgres('base-decimal', '2130706433'),
      'connections/base-octal.yaml': postgres('base-octal', '0177.0.0.1'),
      'connections/base-short.yaml': postgres('base-short', '127.1'),
      'connections/base-metadata.yaml': postgres('base-metadata', '169.254.169.254'),
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
  `http://${here}:PORT/`,
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

const bases = ['', '-here', '-mapped', '-decimal', '-octal', '-short', '-metadata'].map(
  (end) => `base${end}`,
);

test.each(['loopback', 'named', 'metadata', ...bases])(
  'the connection %s is not made, neither to test it nor for an action',
  async (name) => {
    const tested = await service.call('POST', `/api/v1/live/connections/${name}/test`);
    expect(tested.json()).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/private network|link-local/),
    });
    const [action, input] = name.startsWith('base') ? ['query', { sql: 'select 1' }] : ['get', { path: '/' }];
    const invoked = await service.call('POST', `/api/v1/live/connections/${name}/actions/${action}`, input);
    expect(invoked.statusCode).toBeGreaterThanOrEqual(400);
    expect(invoked.body).not.toContain('secret of the inside');
    expect(reached).toBe(0);
  },
);

test('the metadata service is not reached by a redirect, nor where private networks are allowed', async () => {
  const detour = createServer((request, response) => {
    const to =
      request.url === '/metadata' ? 'http://169.254.169.254/latest/meta-data/' : 'http://[fd00:ec2::254]/';
    response.writeHead(302, { location: to }).end();
  });
  await new Promise<void>((resolve) => detour.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(detour.address() as AddressInfo).port}`;
  const open = await RealService.start(
    {
      'flows/fetch.yaml': `document: { dsl: '1.0.3', namespace: test, name: fetch, version: '1.0.0' }
do:
  - get: { call: http, with: { method: get, endpoint: '\${ .url }', redirect: true } }
`,
      'connections/detour.yaml': connection('detour', `connector: http\nconfig: { baseUrl: '${base}' }`),
      'connections/base.yaml': connection(
        'base',
        'connector: postgres\nconfig: { host: 169.254.169.254, database: a, user: a }',
      ),
    },
    { SVC_Flows__AllowPrivateNetworks: 'true' },
  );
  onTestFinished(async () => {
    await open.remove();
    detour.close();
  });
  for (const url of [`${base}/metadata`, `${base}/other`, 'http://169.254.169.254/', 'http://2852039166/']) {
    const run = (await open.call('POST', '/api/v1/live/flows/fetch/runs', { url })).json();
    expect(run.error).toMatchObject({ status: 403, title: 'Address not allowed' });
  }
  const tested = (await open.call('POST', '/api/v1/live/connections/base/test')).json();
  expect(tested).toMatchObject({ ok: false, detail: expect.stringContaining('never reach') });
  // A connection goes to no other origin at all: it gets the redirect itself.
  const action = await open.call('POST', '/api/v1/live/connections/detour/actions/get', {
    path: '/metadata',
  });
  expect(action.statusCode).toBeGreaterThanOrEqual(400);
});

test('neither a support request nor a trace follows a redirect of its receiver', async () => {
  const asked: string[] = [];
  const receiver = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const teller = await RealService.start(
    {},
    { SVC_Support__Url: `${base}/support`, SVC_Telemetry__OtlpEndpoint: base },
  );
  onTestFinished(async () => {
    await teller.remove();
    receiver.close();
  });
  const ticket = { kind: 'support', subject: 'Help', body: 'It does not start.' };
  expect((await teller.call('POST', '/api/v1/platform/support', ticket)).statusCode).toBe(201);
  await teller.call('POST', '/api/v1/live/flows/hello/runs', {});
  await eventually(() => asked.includes('/support') && asked.includes('/v1/traces'));
  const { items } = (await teller.call('GET', '/api/v1/platform/support')).json();
  expect(items[0].forwardedAt).toBeNull();
  expect(reached).toBe(0);
});

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

function deepFlow(name: string, depth: number): string {
  return `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }
do:
  - nest: { set: { a: '\${ reduce range(${depth}) as $i (0; [.]) }' } }
`;
}

test.each([
  ['on the event loop', 'deep', { title: 'Value nested too deep' }],
  ['in a thread', 'deeper', { detail: expect.stringContaining('its result is nested too deeply') }],
])(
  'a value too deep to be stored that is made %s faults its run with a named error',
  async (_, flow, error) => {
    const run = (await service.call('POST', `/api/v1/live/flows/${flow}/runs`, {})).json();
    expect(run).toMatchObject({ status: 'faulted', error });
  },
);
