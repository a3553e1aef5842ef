import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { TestServer } from '../../controller/connectors/server.js';
import { serveFolder } from '../serve-folder.js';
import { flowText, greet, svc, temporaryFolder } from '../test-io.js';

const secret = 'the-token-of-the-trial';

let server: TestServer;
/** The requests that the server has had: method, path, credential and body. */
let requests: string[];
let folder: string;

const connection = (url: string) => `kind: connection
name: shop
connector: http
config: { baseUrl: '${url}', auth: { type: bearer, token: { secret: shop/api, key: token } } }
`;

beforeEach(async () => {
  requests = [];
  server = await TestServer.start(({ method, url, headers }, response, body) => {
    requests.push([method, url, headers.authorization ?? '-', body].join(' ').trim());
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  onTestFinished(() => server.stop());
  folder = temporaryFolder({
    'svc.yaml': 'Flows: { AllowPrivateNetworks: true }\n',
    'connections/shop.yaml': connection(server.url),
    'flows/greet.yaml': greet,
    'flows/read.yaml': flowText('read', '  - read: { call: shop.get, with: { path: /orders } }\n'),
    'flows/order.yaml': flowText(
      'order',
      `  - read: { call: shop.get, with: { path: /orders } }
  - write: { call: shop.post, with: { path: /orders, body: { item: '\${ $workflow.input.item }' } } }
  - raw: { call: http, with: { method: delete, endpoint: '${server.url}/raw' } }
`,
      'input: { schema: { document: { type: object, properties: { item: { type: string } } } } }\n',
    ),
    'flows/leak.yaml': flowText(
      'leak',
      `  - leak: { call: http, with: { method: get, endpoint: '\${ "http://localhost:${server.port}/" + $secrets["shop/api"].token }' } }\n`,
      'use: { secrets: [ shop/api ] }\n',
    ),
    'flows/tick.yaml': flowText(
      'tick',
      `  - tick: { call: http, with: { method: get, endpoint: '${server.url}/tick' } }\n`,
    ),
    'flows/wait.yaml': flowText('wait', '  - wait: { wait: { seconds: 3 } }\n'),
    'triggers/tick.yaml': 'kind: trigger\nname: tick\nflow: tick\nschedule: { every: { seconds: 1 } }\n',
    'secrets.yaml': `shop/api: { token: ${secret} }\n`,
  });
  chmodSync(join(folder, 'secrets.yaml'), 0o600);
});

const withSecrets = ['--secrets', 'secrets.yaml'];

it('runs a flow as it stands in the folder, with secrets of a file, and says where they go', async () => {
  const { exitCode, stderr, stdout } = await svc(folder, ['try', 'read', ...withSecrets]);
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, { ok: true }]);
  expect(stderr).toContain(`shop/api (token), for the connection shop: to ${server.url}`);
  expect(stderr).not.toContain(secret);
  expect(requests).toEqual([`GET /orders Bearer ${secret}`]);
  writeFileSync(join(folder, 'flows/greet.yaml'), greet.replace('Hello', 'Good day'));
  const greeted = await svc(folder, ['try', 'flows/greet.yaml', '-p', 'name=Ada', '-p', 'times=2']);
  expect(JSON.parse(greeted.stdout)).toEqual({ message: 'Good day, Ada', times: 2 });
});

it('refuses a file of secrets that others can read, and one of another form', async () => {
  chmodSync(join(folder, 'secrets.yaml'), 0o644);
  const open = await svc(folder, ['try', 'read', ...withSecrets]);
  expect([open.exitCode, open.stderr]).toEqual([2, expect.stringContaining('chmod 600 secrets.yaml')]);
  writeFileSync(join(folder, 'secrets.yaml'), `shop/api: ${secret}\n`);
  chmodSync(join(folder, 'secrets.yaml'), 0o600);
  const other = await svc(folder, ['try', 'read', ...withSecrets]);
  expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('not a map of keys to texts')]);
  expect(other.stderr).not.toContain(secret);
  expect(requests).toEqual([]);
});

it('sends no secret to a place that was not shown before', async () => {
  const { exitCode, stderr } = await svc(folder, ['try', 'leak', ...withSecrets]);
  const place = `http://localhost:${server.port}`;
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`--allow-host ${place}`)]);
  expect(requests).toEqual([]);
  await svc(folder, ['try', 'leak', ...withSecrets, '--allow-host', place]);
  expect(requests).toEqual([`GET /${secret} -`]);
});

it('a secret that is missing is said with the way to give it, before anything is done', async () => {
  const missing = flowText(
    'late',
    `  - first: { call: http, with: { method: post, endpoint: '${server.url}/first' } }
  - read: { call: shop.get, with: { path: /orders } }
`,
  );
  writeFileSync(join(folder, 'flows/late.yaml'), missing);
  const { exitCode, stderr } = await svc(folder, ['try', 'late']);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('There is no secret `shop/api`, for the')]);
  expect(stderr).toContain('--secrets <file>');
  writeFileSync(join(folder, 'secrets.yaml'), `shop/api: { tokn: ${secret} }\n`);
  const key = await svc(folder, ['try', 'late', ...withSecrets]);
  expect([key.exitCode, key.stderr]).toEqual([1, expect.stringContaining('Did you mean `tokn`?')]);
  expect(requests).toEqual([]);
  const anyway = await svc(folder, ['try', 'late', '--without-secrets']);
  expect([anyway.exitCode, anyway.stderr]).toEqual([
    1,
    expect.stringContaining('There is no secret `shop/api`.'),
  ]);
  expect(requests).toEqual(['POST /first -']);
});

it('says what is wrong with a flow that is not there: its file, a trigger, a name that is close', async () => {
  writeFileSync(join(folder, 'flows/broken.yaml'), flowText('broken', "  - a: { set: { b: '${ .c' } }\n"));
  writeFileSync(join(folder, 'flows/unread.yaml'), 'document: { name: unread\ndo: [\n');
  writeFileSync(
    join(folder, 'triggers/tick.yaml'),
    'kind: trigger\nname: often\nflow: tick\nschedule: { every: { minutes: 1 } }\n',
  );
  for (const [name, reason] of [
    ['broken', 'flows/broken.yaml:3:21'],
    ['unread', 'flows/unread.yaml:'],
    ['often', 'is a trigger'],
    ['raed', 'Did you mean `read`?'],
  ] as const) {
    const { stderr } = await svc(folder, ['try', name]);
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain('live');
  }
  expect((await svc(folder, ['try', 'tick'])).stderr).not.toContain('live');
});

it('--stop-before-writes shows each call that changes something, and makes those with a yes', async () => {
  const order = ['try', 'order', '-p', 'item=tea', ...withSecrets, '--stop-before-writes'];
  const yes = await svc(folder, order, { stdin: 'y\ny\n', isAnswered: true });
  expect(yes.exitCode).toBe(0);
  expect(requests).toEqual([
    `GET /orders Bearer ${secret}`,
    `POST /orders Bearer ${secret} {"item":"tea"}`,
    'DELETE /raw -',
  ]);
  const shown = yes.stderr.split('\n').filter((line) => /^(?:shop\.|[A-Z]+ http)/.test(line));
  expect(shown).toEqual(['shop.post', `DELETE ${server.url}/raw`]);
  expect(yes.stderr).toContain('"item": "tea"');
  requests = [];
  const no = await svc(folder, order, { stdin: 'n\n', isAnswered: true });
  expect([no.exitCode, no.stderr]).toEqual([1, expect.stringContaining('`shop.post` was held back')]);
  const unasked = await svc(folder, order);
  expect([unasked.exitCode, unasked.stderr]).toEqual([1, expect.stringContaining('no terminal to ask')]);
  expect(requests).toEqual([`GET /orders Bearer ${secret}`, `GET /orders Bearer ${secret}`]);
});

it('takes the secrets of the installation after a yes, while the service runs and while it does not', async () => {
  const { startService } = await import('../../../cli/client/local/start-service.js');
  const { loadSettings } = await import('../../../controller/settings/index.js');
  const pino = (await import('pino')).default;
  writeFileSync(join(folder, 'triggers/tick.yaml'), '');
  const settings = loadSettings({ dir: folder, env: { SVC_Server__Port: '0' } });
  const service = await startService(settings, pino({ level: 'silent' }));
  await service.controller.vault.secrets.put('shop/api', { token: secret });
  const asked = await svc(folder, ['try', 'read'], { stdin: 'y\n', isAnswered: true });
  expect([asked.exitCode, asked.stderr]).toEqual([0, expect.stringContaining('Use them for this run?')]);
  const audit = await service.controller.audit.list({ limit: 50 } as never);
  expect(JSON.stringify(audit)).toContain('secret/shop/api');
  const refused = await svc(folder, ['try', 'read'], { stdin: 'n\n', isAnswered: true });
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('The flow was not tried')]);
  const unasked = await svc(folder, ['try', 'read']);
  expect([unasked.exitCode, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
  await service.stop();
  expect((await svc(folder, ['try', 'read', '--yes'])).exitCode).toBe(0);
  expect(requests).toEqual([`GET /orders Bearer ${secret}`, `GET /orders Bearer ${secret}`]);
});

it('begins with the input of a recorded run', async () => {
  writeFileSync(join(folder, 'triggers/tick.yaml'), '');
  await serveFolder(folder);
  await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada', '-p', 'times=2']);
  const { stdout } = await svc(folder, ['try', 'greet', '--from', 'latest', '-p', 'times=3']);
  expect(JSON.parse(stdout)).toEqual({ message: 'Hello, Ada', times: 3 });
});

it('starts no schedule of the folder', async () => {
  expect((await svc(folder, ['try', 'wait'])).exitCode).toBe(0);
  expect(requests).toEqual([]);
});

it('shows the servers that a flow names itself as places of its own secrets', async () => {
  writeFileSync(
    join(folder, 'flows/own.yaml'),
    flowText(
      'own',
      `  - post: { call: http, with: { method: post, endpoint: '${server.url}/own', body: '\${ $secrets["shop/api"].token }' } }\n`,
      'use: { secrets: [ shop/api ] }\n',
    ),
  );
  const { exitCode, stderr } = await svc(folder, ['try', 'own', ...withSecrets]);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`for the flow own: to ${server.url}`)]);
  expect(requests).toHaveLength(1);
});
