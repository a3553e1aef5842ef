import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '../../../api/operations/registry.js';
import { WorkTree } from '../../controller/git/git-fixture.js';
import { patience } from '../../eventually.js';
import { RealService } from '../identity/real-service.js';
import { graphQL, mcp } from '../parity/surfaces.js';
import { getFiles } from './files.js';
import { Listener } from './listener.js';
import { Outside } from './outside.js';

const canary = 'Zq7-canary-55/f+secret';
/** Secrets of the settings, which the service itself uses. */
const ofSettings = {
  webhook: 'whsec_Q2FuYXJ5LW9mLXdlYmhvb2tz',
  git: 'canary-of-git-remote-77',
  otlp: 'canary-of-the-collector-78',
  hook: 'canary-of-deliveries-79',
  address: 'canary-in-an-address-80',
};

const getForms = (secret: string) => [
  secret,
  // The value as shortened messages show it.
  secret.slice(0, 12),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').slice(0, 24),
  Buffer.from(`ada:${secret}`).toString('base64').slice(8, 28),
  Buffer.from(secret).toString('hex'),
];
const forms = [canary, ...Object.values(ofSettings)].flatMap(getForms);

let outside: Outside;
let folder: string;
let service: RealService;
let base = '';
let adminKey = '';
let env: Record<string, string>;
const shown: { from: string; text: string }[] = [];

beforeAll(async () => {
  outside = await Outside.start();
  env = {
    SVC_Flows__AllowPrivateNetworks: 'true',
    SVC_Limits__RequestsPerMinute: '100000',
    SVC_Telemetry__LogLevel: 'trace',
    SVC_Telemetry__OtlpEndpoint: `${outside.base}/sink/otlp`,
    SVC_Telemetry__OtlpToken: ofSettings.otlp,
    SVC_Support__Url: `${outside.base}/sink/support?token=${ofSettings.address}`,
    SVC_Events__Webhooks: JSON.stringify([
      { Url: `${outside.base}/sink/hook?api_key=${ofSettings.address}`, Secret: ofSettings.webhook },
    ]),
    SVC_Git__Credentials__Token: ofSettings.git,
    SVC_Git__WebhookSecrets: ofSettings.hook,
  };
  folder = mkdtempSync(join(tmpdir(), 'svc-canary-'));
  WorkTree.create(folder).commit(getFiles(outside.base), 'first');
  await open();
});

afterAll(async () => {
  await service?.remove();
  outside.stop();
});

async function open(): Promise<void> {
  service = await RealService.open(folder, env);
  adminKey ||= service.adminKey;
  service.adminKey = adminKey;
  base = await service.app.listen({ port: 0, host: '127.0.0.1' });
}

async function call(method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: object) {
  const answer = await service.call(method, url, body);
  shown.push({ from: `${method} ${url}`, text: JSON.stringify(answer.headers) + answer.body });
  return answer;
}

function filesUnder(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}

/** Calls every route that only reads, for all runs; compressed answers are unpacked. */
async function walk(runs: readonly string[]): Promise<void> {
  // A stream of future events has no end to wait for.
  const ends = routes.filter((route) => route.method === 'GET' && !route.answers?.['text/event-stream']);
  const backups = (await service.call('GET', '/api/v1/platform/entities/platform/backup')).json().items;
  const urls = ends.flatMap(({ path }) =>
    runs.map((run) =>
      path
        .replace(':branch', 'main')
        .replace(':run', run)
        .replace(':type', 'flow')
        .replace(':name', 'use')
        .replace(':flow', 'use')
        .replace(':id', backups[0]?.id ?? 'none')
        .replace('/*', '/canary'),
    ),
  );
  for (const url of new Set(urls)) {
    const answer = await call('GET', url);
    if (String(answer.headers['content-type']).includes('gzip'))
      shown.push({ from: `unpacked ${url}`, text: gunzipSync(answer.rawPayload).toString('latin1') });
  }
  for (const url of ['/metrics', '/api/v1/platform/logs?limit=2000', '/api/v1/platform/audit?limit=200'])
    await call('GET', url);
  const query =
    '{ runs { nodes { id input output error } } configSections { nodes { name values } } secrets { nodes { path } } }';
  await call('POST', '/graphql', { query });
}

function expectNowhere(): void {
  const files = filesUnder(join(folder, '.svc'));
  const git = ['--git-dir', join(folder, '.svc', 'repository.git')];
  const objects = execFileSync('git', [...git, 'cat-file', '--batch-all-objects', '--batch'], {
    maxBuffer: 1e9,
  });
  const log = execFileSync('git', [...git, 'log', '--all', '--format=%B%an%ae%cn%ce'], { maxBuffer: 1e9 });
  const told = outside.told.map(({ path, text }) => ({ from: path, text }));
  const everywhere = [
    ...shown,
    ...told,
    { from: 'the log', text: service.logged.join('') },
    { from: 'git', text: objects.toString('latin1') + log },
  ];
  for (const form of forms) {
    for (const { from, text } of everywhere) expect(text.includes(form), `${form} in ${from}`).toBe(false);
    for (const path of files) {
      const content = readFileSync(path);
      const plain = path.endsWith('.gz') ? gunzipSync(content) : content;
      expect(plain.includes(form), `${form} in ${path}`).toBe(false);
    }
  }
}

test('a secret that is used everywhere shows in no answer, log or file', async () => {
  const headers = { 'x-api-key': adminKey };
  const events = await Listener.open(`${base}/api/v1/platform/events?type=*`, headers);
  const logs = await Listener.open(`${base}/api/v1/platform/logs`, headers);
  const path = '/api/v1/platform/entities/platform/secret';
  const written = await call('POST', path, { path: 'staging/canary', value: { token: canary } });
  expect(written.statusCode).toBe(201);
  const runs: string[] = [];
  for (const [name, status] of [
    ['use', 'completed'],
    ['letter', 'completed'],
    ['raise', 'faulted'],
    ['refused', 'faulted'],
    ['cut', 'faulted'],
    ['halves', 'completed'],
  ]) {
    const answer = await call('POST', `/api/v1/main/flows/${name}/runs`, {});
    expect(answer.json(), answer.body).toMatchObject({ status });
    runs.push(answer.json().id);
  }
  const { output } = (await call('GET', `/api/v1/main/runs/${runs[0]}`)).json();
  expect(output.same).toBe(true);
  expect(output).toMatchObject({
    script: { t: '***', n: '******' },
    encoded: { b: expect.stringMatching(/^\*\*\*/), u: '***' },
  });
  expect((await call('GET', `/api/v1/main/runs/${runs[1]}`)).json().output).toBe('Dear ***');
  const given = await call('POST', '/api/v1/main/flows/given/runs', { given: canary });
  expect(given.json()).toMatchObject({ status: 'completed', output: { same: '***' } });
  runs.push(given.json().id);

  // In the output of an action, and in the answer of a served flow.
  const action = '/api/v1/main/connections/echo/actions/get';
  const echoed = await call('POST', action, { path: '/h', query: { q: canary } });
  expect(echoed.json().output.body).toBeDefined();
  const failed = await call('POST', action, { path: '/fail', query: { q: canary } });
  expect(failed.statusCode).toBeGreaterThanOrEqual(400);
  const address = { branch: 'main', connection: 'echo', action: 'get', input: { path: '/fail' } };
  for (const surface of [graphQL, mcp]) {
    for (const input of [address, { ...address, input: { path: '/h' } }]) {
      const told = await surface.call(service.app, adminKey, 'invoke-connector-action', input);
      shown.push({ from: `${surface.name} invoke-connector-action`, text: JSON.stringify(told) });
    }
  }
  for (const name of ['use', 'raise', 'header']) await call('GET', `/api/v1/main/flows/${name}/serve`);

  // In the input of callers that is returned or stored.
  await call('GET', `/api/v1/main/flows/${encodeURIComponent(canary)}`);
  const ticket = { kind: 'support', subject: `It says ${canary}`, body: canary, includeDiagnostics: true };
  expect((await call('POST', '/api/v1/platform/support', ticket)).statusCode).toBe(201);
  const entity = '/api/v1/main/entities/platform/folio';
  await call('POST', entity, { name: 'leak', title: 'x', file: canary });
  await call('POST', '/api/v1/main/flows/use/runs', { [canary]: [canary] });
  service.app.log.warn(
    { err: new Error(`to ${ofSettings.git}`), url: `https://x/?k=${ofSettings.otlp}` },
    'failed',
  );
  service.app.log.error({ hooks: [ofSettings.webhook, ofSettings.hook, ofSettings.address] }, 'failed too');

  const made = await call('POST', '/api/v1/platform/entities/platform/backup', {
    categories: ['flows', 'environments', 'secrets', 'connections', 'config', 'users', 'runs', 'settings'],
  });
  expect(made.statusCode, made.body).toBeLessThan(300);
  const backup = `/api/v1/platform/entities/platform/backup/${made.json().id}`;
  await expect.poll(async () => (await call('GET', backup)).json().status).toBe('completed');
  await call('POST', `/api/v1/platform/backups/${made.json().id}/restore`, { dryRun: true });
  await walk(runs);
  const tail = await Listener.open(`${base}/api/v1/main/runs/${runs[0]}/logs`, headers);
  await vi.waitFor(() => {
    expect(tail.text).toContain('run completed');
    expect(logs.text).toContain('failed too');
    expect(events.text).toContain('workflow.faulted');
    expect(events.text).toContain('backup.completed');
    const sinks = new Set(outside.told.map(({ path: to }) => to.replace(/\?.*/, '')));
    expect([...sinks].sort()).toEqual(['/sink/hook', '/sink/otlp/v1/traces', '/sink/support']);
  }, patience);
  for (const [from, listener] of Object.entries({ events, logs, tail })) {
    shown.push({ from, text: listener.text });
    listener.close();
  }
  expectNowhere();

  // Another process knows no secret until it opens one.
  await service.stop();
  await open();
  const retried = await call('POST', `/api/v1/main/runs/${runs[3]}/retry`);
  runs.push(retried.json().id);
  await call('POST', '/api/v1/platform/master-key/rotate');
  await walk(runs);
  expectNowhere();
});
