import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SecretPolicy } from '../../../../controller/security/policy/secret-policy.js';
import { json, TestServer } from '../../../controller/connectors/server.js';
import { VaultServer } from '../../../controller/security/providers/vault-server.js';
import { eventually } from '../../../eventually.js';
import { removeFolder } from '../../../remove-folder.js';
import { platform, RealService } from '../../identity/real-service.js';

const secret = `${platform}/entities/platform/secret`;
const document = (name: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n`;
const canary = 'canary-of-the-provider-4711';

let vault: VaultServer;
let shop: TestServer;
let mounted: string;
let service: RealService;
/** The values that the shop received. */
let received: string[] = [];

const connection = (name: string, path: string) => `kind: connection
name: ${name}
connector: http
config: { baseUrl: '${shop.url}', auth: { type: apiKey, in: header, name: X-Key, value: { secret: ${path}, key: token } } }
`;
const flow = (name: string, path: string) => `${document(name)}use: { secrets: [${path}] }
do:
  - ask:
      try:
        - send: { call: http, with: { method: get, endpoint: '${shop.url}', headers: { X-Key: '\${ $secrets["${path}"].token }' } } }
      catch:
        errors: { with: { type: https://open-workflow-specification.org/spec/1.0.0/errors/communication } }
        retry: { delay: { milliseconds: 50 }, limit: { attempt: { count: 200 } } }
`;

beforeAll(async () => {
  vault = await VaultServer.start();
  shop = await TestServer.start(({ headers }, response) => {
    received.push(String(headers['x-key']));
    json(response, { echo: headers['x-key'] });
  });
  mounted = mkdtempSync(join(tmpdir(), 'svc-mounted-'));
  mkdirSync(join(mounted, 'crm'));
  mkdirSync(join(mounted, 'platform'));
  writeFileSync(join(mounted, 'crm', 'token'), `${canary}\n`);
  vault.put('svc/erp', { token: 'the-token-in-vault' });
  vault.put('svc/forge', { token: 'the-token-of-the-forge' });
  const Vault = {
    Address: vault.url,
    Path: 'svc',
    Cache: 0,
    Auth: { AppRole: { RoleId: vault.appRole.roleId, SecretId: { Secret: 'platform/vault' } } },
  };
  const providers = {
    mounted: { Files: { Folder: mounted } },
    'team/vault': { Vault },
    'platform/kept': { Vault },
  };
  service = await RealService.start(
    {
      'connections/crm.yaml': connection('crm', 'mounted/crm'),
      'connections/erp.yaml': connection('erp', 'team/vault/erp'),
      'flows/crm.yaml': flow('crm', 'mounted/crm'),
      'flows/erp.yaml': flow('erp', 'team/vault/erp'),
    },
    { SVC_Secrets__Providers: JSON.stringify(providers), SVC_Limits__RequestsPerMinute: '100000' },
  );
  const value = { secretId: vault.appRole.secretId };
  expect((await service.call('POST', secret, { path: 'platform/vault', value })).statusCode).toBe(201);
}, 60_000);

afterAll(async () => {
  await service.remove();
  await Promise.all([vault.stop(), shop.stop()]);
  removeFolder(mounted);
});

afterEach(() => {
  received = [];
  vault.isSealed = false;
});

const run = (name: string) => service.call('POST', `/api/v1/live/flows/${name}/runs`, {});
const checks = async (): Promise<{ name: string; status: string; detail: string; hint?: string }[]> =>
  (await service.call('GET', `${platform}/diagnostics`)).json().checks;
const findCheck = async (prefix: string) =>
  (await checks()).find(({ name }) => name === `secret-provider:${prefix}`);

test.each([
  ['crm', canary],
  ['erp', 'the-token-in-vault'],
])(
  'a flow and a connection use the secret `%s`, which is masked in all that they answer',
  async (name, value) => {
    const answer = await run(name);
    expect(answer.json(), answer.body).toMatchObject({ status: 'completed', output: { echo: '***' } });
    const called = await service.call('POST', `/api/v1/live/connections/${name}/actions/get`, { path: '/' });
    expect(called.statusCode, called.body).toBe(200);
    expect(received).toEqual([value, value]);
    const all = [answer.body, called.body, service.logged.join('')].join('');
    expect(all).not.toContain(value);
    expect(all).not.toContain(vault.appRole.secretId);
  },
);

test('a run waits for a provider that is away, as its retries say', async () => {
  vault.isSealed = true;
  const before = vault.requests.length;
  const answering = run('erp');
  await eventually(() => vault.requests.length > before + 3);
  expect(received).toEqual([]);
  vault.isSealed = false;
  expect((await answering).json()).toMatchObject({ status: 'completed' });
  expect(received).toEqual(['the-token-in-vault']);
});

test('a call outside of a run reports the provider that is away', async () => {
  vault.isSealed = true;
  const answer = await service.call('POST', '/api/v1/live/connections/erp/actions/get', { path: '/' });
  expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
  expect(answer.body).toContain('Vault is sealed');
});

test('the list shows the paths of each provider, and why one cannot be listed', async () => {
  const list = async () => (await service.call('GET', `${platform}/secret-providers`)).json();
  expect(await list()).toEqual({
    items: [
      { prefix: 'mounted', type: 'files', location: `the folder ${mounted}`, paths: ['mounted/crm'] },
      expect.objectContaining({
        prefix: 'team/vault',
        type: 'vault',
        paths: ['team/vault/erp', 'team/vault/forge'],
      }),
      expect.objectContaining({ prefix: 'platform/kept', paths: expect.any(Array) }),
    ],
  });
  vault.isSealed = true;
  expect((await list()).items[1]).toMatchObject({
    paths: [],
    problem: expect.stringContaining('Vault is sealed'),
  });
});

test('one secret of a provider is shown with its keys and its prefix, without values', async () => {
  const answer = await service.call('GET', `${platform}/secrets/team/vault/erp`);
  expect(answer.json()).toMatchObject({
    path: 'team/vault/erp',
    keys: ['token'],
    version: 1,
    provider: 'team/vault',
    versions: [],
    updatedAt: '2026-03-22T02:24:06.945Z',
  });
  expect(answer.body).not.toContain('the-token');
  const missing = await service.call('GET', `${platform}/secrets/mounted/erp`);
  expect([missing.statusCode, missing.json()]).toMatchObject([
    404,
    {
      code: 'secret_not_found',
      hints: [{ text: `Add it at its provider: \`mounted\` is the folder ${mounted}.` }],
    },
  ]);
});

test('a secret of a provider is not written, changed or deleted', async () => {
  const path = `${platform}/secrets/mounted/crm`;
  const value = { token: 'another-token' };
  for (const query of ['', '?dryRun=true']) {
    const answers = await Promise.all([
      service.call('POST', `${secret}${query}`, { path: 'mounted/crm', value }),
      service.call('PUT', `${path}${query}`, { value }),
      service.call('PATCH', `${path}${query}`, { value }),
      service.call('DELETE', `${path}${query}`),
    ]);
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      answers.map(() => [409, 'secret_read_only']),
    );
  }
  await run('crm');
  expect(received).toEqual([canary]);
});

test('the policy refuses a secret before its provider is asked', async () => {
  expect(await service.controller.vault.secrets.read('platform/kept/forge')).toEqual({
    token: 'the-token-of-the-forge',
  });
  const before = vault.requests.length;
  const policy = new SecretPolicy(
    { branch: 'live', grant: async () => undefined, connection: async () => undefined },
    service.controller.vault.secrets,
  );
  const user = { branch: 'live', environment: null, secretsPrefix: undefined };
  await expect(policy.read(user, 'platform/kept/forge', { kind: 'read' })).rejects.toMatchObject({
    code: 'secret_reserved',
  });
  await expect(
    policy.read({ ...user, branch: 'other' }, 'team/vault/erp', { kind: 'read' }),
  ).rejects.toMatchObject({
    code: 'environment_not_allowed',
  });
  expect(vault.requests).toHaveLength(before);
  expect(await policy.read(user, 'team/vault/erp', { kind: 'read' })).toEqual({
    token: 'the-token-in-vault',
  });
});

test('a backup holds no secret of a provider', async () => {
  await run('crm');
  const backups = `${platform}/entities/platform/backup`;
  const made = await service.call('POST', backups, { categories: ['secrets', 'connections', 'runs'] });
  const file = await service.call('GET', `${platform}/backups/${made.json().id}/download`);
  expect(file.statusCode, file.body).toBe(200);
  const text = gunzipSync(file.rawPayload).toString('latin1');
  expect(text).toContain('platform/vault');
  for (const secret of [canary, 'the-token-in-vault', vault.appRole.secretId])
    expect(text).not.toContain(secret);
});

test('diagnostics say what each provider answers, and what is hidden by one', async () => {
  expect(await findCheck('mounted')).toMatchObject({ status: 'ok' });
  expect(await findCheck('team/vault')).toMatchObject({
    status: 'ok',
    detail: expect.stringContaining('accepts the token of svc'),
  });
  vault.isSealed = true;
  expect(await findCheck('team/vault')).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('Vault is sealed'),
    hint: expect.any(String),
  });
  expect(await findCheck('mounted')).toMatchObject({ status: 'ok' });
});

test('stored secrets that a provider hides are reported, and can be deleted', async () => {
  await service.stop();
  const { folder, adminKey } = service;
  service = await RealService.open(folder);
  service.adminKey = adminKey;
  const stored = { path: 'mounted/crm', value: { token: 'the-stored-token' } };
  expect((await service.call('POST', secret, stored)).statusCode).toBe(201);
  await service.stop();
  const providers = { mounted: { Files: { Folder: mounted } } };
  service = await RealService.open(folder, { SVC_Secrets__Providers: JSON.stringify(providers) });
  service.adminKey = adminKey;
  expect(await findCheck('mounted')).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('1 stored secret under the same prefix cannot be used'),
  });
  expect(await service.controller.vault.secrets.read('mounted/crm')).toEqual({ token: canary });
  expect((await service.call('DELETE', `${platform}/secrets/mounted/crm`)).statusCode).toBe(204);
  expect(await findCheck('mounted')).toMatchObject({ status: 'ok' });
});

test('a start does not wait for a provider that never answers', async () => {
  await service.stop();
  const { folder, adminKey } = service;
  vault.hangs = true;
  const Auth = { AppRole: { RoleId: 'a-role', SecretId: { Variable: 'PATH' } } };
  const providers = {
    'team/vault': { Vault: { Address: vault.url, Timeout: 60, Auth } },
    mounted: { Files: { Folder: '/no/such/folder' } },
  };
  service = await RealService.open(folder, { SVC_Secrets__Providers: JSON.stringify(providers) });
  service.adminKey = adminKey;
  const answer = await service.call('GET', '/api/v1/live/flows');
  expect(answer.statusCode).toBe(200);
  const found = (await checks()).filter(({ name }) => name.startsWith('secret-provider:'));
  expect(found.map(({ status }) => status)).toEqual(['warn', 'warn']);
  expect(found[0]?.detail).toContain('no answer within 2.5 s');
});
