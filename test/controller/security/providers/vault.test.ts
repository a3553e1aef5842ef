import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ProvidersOptions } from '../../../../controller/security/providers/open-providers.js';
import type { SecretProvider } from '../../../../controller/security/vault/secret-provider.js';
import type { JsonObject } from '../../../../schemas/index.js';
import { eventually } from '../../../eventually.js';
import { openTested, temporaryFolder, vaultSettings } from './harness.js';
import { VaultServer } from './vault-server.js';

const never = new AbortController().signal;
let vault: VaultServer;

beforeEach(async () => {
  vault = await VaultServer.start();
  onTestFinished(() => vault.stop());
  vault.put('crm', { token: 'the-token' });
});

function open(more: JsonObject, options?: Partial<ProvidersOptions>): SecretProvider {
  const opened = openTested({ place: vaultSettings(vault, more) }, options);
  return opened.mounts[0]?.provider as SecretProvider;
}

const byVariable = { Auth: { Token: { Variable: 'VAULT_TOKEN' } } };
const withToken = (more: JsonObject = {}) =>
  open({ ...byVariable, ...more }, { env: { VAULT_TOKEN: vault.issue({ ttl: 0, renewable: false }) } });
const crm = async (provider: SecretProvider) => (await provider.read('crm'))?.values;
const getLines = (part: string) => vault.requests.filter(({ line }) => line.includes(part));

describe('svc signs in', () => {
  test('with a token from a file, which it reads again when Vault no longer accepts the token', async () => {
    const File = join(temporaryFolder(), 'token');
    writeFileSync(File, `${vault.issue({ ttl: 3600, renewable: true })}\n`);
    const provider = open({ Auth: { Token: { File } } });
    expect(await crm(provider)).toEqual({ token: 'the-token' });
    vault.tokens.clear();
    await expect(crm(provider)).rejects.toMatchObject({ code: 'secret_provider_refused' });
    writeFileSync(File, vault.issue({ ttl: 3600, renewable: true }));
    expect(await crm(provider)).toEqual({ token: 'the-token' });
  });

  test('with a token from a stored secret', async () => {
    const token = vault.issue({ ttl: 0, renewable: false });
    const readSecret = async (path: string) => (path === 'platform/vault' ? { token } : {});
    expect(await crm(open({ Auth: { Token: { Secret: 'platform/vault' } } }, { readSecret }))).toEqual({
      token: 'the-token',
    });
  });

  test('with AppRole, and again after its token was revoked', async () => {
    const { roleId: RoleId, secretId } = vault.appRole;
    const AppRole = { RoleId, SecretId: { Variable: 'SECRET_ID' }, Mount: 'approle' };
    const provider = open({ Auth: { AppRole } }, { env: { SECRET_ID: secretId } });
    await Promise.all([crm(provider), crm(provider), crm(provider)]);
    expect(getLines('login')).toHaveLength(1);
    vault.tokens.clear();
    const all = await Promise.all([crm(provider), crm(provider), crm(provider)]);
    expect(all).toEqual(Array.from({ length: 3 }, () => ({ token: 'the-token' })));
    expect(getLines('login')).toHaveLength(2);
  });

  test('with the token of its service account', async () => {
    const TokenFile = join(temporaryFolder(), 'token');
    writeFileSync(TokenFile, vault.kubernetes.jwt);
    const Kubernetes = { Role: 'svc', TokenFile, Mount: 'kubernetes' };
    expect(await crm(open({ Auth: { Kubernetes } }))).toEqual({ token: 'the-token' });
    writeFileSync(TokenFile, 'a-token-of-another-cluster');
    const error = await crm(open({ Auth: { Kubernetes } })).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'secret_provider_refused',
      message: expect.stringContaining('refused the sign-in with Kubernetes'),
    });
    expect(String(error)).not.toContain('of-another-cluster');
  });

  test.each([
    ['a file that is missing', { Token: { File: '/no/such/file' } }, '/no/such/file'],
    ['a variable that is not set', { Token: { Variable: 'NOT_SET' } }, 'NOT_SET'],
    ['a secret that is missing', { Token: { Secret: 'platform/vault' } }, 'no secret is stored'],
  ])('not with %s, and the problem names it', async (_, Auth, name) => {
    await expect(crm(open({ Auth }))).rejects.toMatchObject({
      code: 'secret_provider_refused',
      message: expect.stringContaining(name),
    });
  });
});

describe('a token', () => {
  test('is renewed before it ends, without any use of a secret', async () => {
    const token = vault.issue({ ttl: 2, renewable: true });
    const opened = openTested({ place: vaultSettings(vault, byVariable) }, { env: { VAULT_TOKEN: token } });
    opened.start();
    await eventually(() => getLines('renew-self').length >= 2);
    expect(await crm(opened.mounts[0]?.provider as SecretProvider)).toEqual({ token: 'the-token' });
  });

  test('that cannot be renewed is replaced by a new sign-in', async () => {
    vault.appRole.token = { ttl: 1, renewable: false };
    const { roleId: RoleId, secretId } = vault.appRole;
    const AppRole = { RoleId, SecretId: { Variable: 'SECRET_ID' }, Mount: 'approle' };
    const opened = openTested(
      { place: vaultSettings(vault, { Auth: { AppRole } }) },
      { env: { SECRET_ID: secretId } },
    );
    opened.start();
    await eventually(() => getLines('login').length >= 2);
    expect(await crm(opened.mounts[0]?.provider as SecretProvider)).toEqual({ token: 'the-token' });
  });

  test('is kept alive again once Vault is back, and the failure is reported once', async () => {
    const token = vault.issue({ ttl: 3600, renewable: true });
    const reports: unknown[] = [];
    vault.isSealed = true;
    const { roleId: RoleId, secretId } = vault.appRole;
    const AppRole = { RoleId, SecretId: { Variable: 'SECRET_ID' }, Mount: 'approle' };
    const opened = openTested(
      { place: vaultSettings(vault, { Auth: { AppRole } }) },
      { env: { SECRET_ID: secretId }, onFailure: (prefix, problem) => reports.push([prefix, problem]) },
    );
    opened.start();
    await eventually(() => getLines('login').length >= 2);
    vault.isSealed = false;
    await eventually(() => vault.tokens.size >= 2);
    expect(reports).toEqual([['place', expect.objectContaining({ code: 'secret_provider_unavailable' })]]);
    expect(vault.tokens.has(token)).toBe(true);
  });
});

describe('a failure of Vault', () => {
  test('that is sealed is one to wait for', async () => {
    const provider = withToken();
    vault.isSealed = true;
    const sealed = {
      code: 'secret_provider_unavailable',
      message: expect.stringContaining('Vault is sealed'),
    };
    await expect(crm(provider)).rejects.toMatchObject(sealed);
    await expect(provider.check(never)).rejects.toMatchObject(sealed);
  });

  test('that never answers ends at the time limit', async () => {
    const provider = withToken({ Timeout: 1 });
    vault.hangs = true;
    await expect(crm(provider)).rejects.toMatchObject({
      code: 'secret_provider_unavailable',
      message: expect.stringContaining('no answer within 1 s'),
    });
  });

  test('over a missing right names the policy that would give it', async () => {
    const provider = withToken({ Path: 'svc' });
    vault.denied = ['secret/data/svc'];
    await expect(crm(provider)).rejects.toMatchObject({
      code: 'secret_provider_refused',
      hints: [expect.stringContaining('path "secret/data/svc/crm" { capabilities = ["read"] }')],
    });
    expect(getLines('login')).toHaveLength(0);
  });

  test('over a wrong mount or version of the engine is no missing secret', async () => {
    await expect(crm(withToken({ Mount: 'kv' }))).rejects.toMatchObject({
      code: 'secret_provider_refused',
      message: expect.stringContaining('no handler for route'),
    });
    await expect(crm(withToken({ Version: 1 }))).rejects.toMatchObject({
      code: 'secret_provider_refused',
      message: expect.stringContaining('versioned K/V'),
    });
  });
});

test('the newest version counts, with its number and time; a deleted one is no secret', async () => {
  vault.put('crm', { token: 'the-second-token', port: 8080, nested: { a: 1 } });
  const provider = withToken();
  expect(await provider.read('crm')).toEqual({
    values: { token: 'the-second-token', port: '8080', nested: '{"a":1}' },
    version: 2,
    changedAt: new Date('2026-03-22T02:24:06.945Z'),
  });
  vault.put('crm', null);
  expect(await provider.read('crm')).toBeUndefined();
});

test('nested folders are listed, below the path of the provider', async () => {
  for (const path of ['svc/a', 'svc/b/c', 'svc/b/d/e', 'other/x']) vault.put(path, { token: 'x' });
  expect(await withToken({ Path: 'svc' }).list(10, never)).toEqual(['a', 'b/c', 'b/d/e']);
});

test('each request names the namespace', async () => {
  await crm(withToken({ Namespace: 'ops/team' }));
  expect(new Set(vault.requests.map(({ namespace }) => namespace))).toEqual(new Set(['ops/team']));
});

test('a value is read again only after its time in the cache, and simultaneous reads are one request', async () => {
  const cached = withToken({ Cache: 3_600 });
  await Promise.all([crm(cached), crm(cached), crm(cached)]);
  await crm(cached);
  expect(getLines('/secret/data/crm')).toHaveLength(1);
  const brief = withToken({ Cache: 1 });
  await crm(brief);
  vault.put('crm', { token: 'the-second-token' });
  await eventually(async () => (await crm(brief))?.['token'] === 'the-second-token');
});

test('a secret that is missing is not cached', async () => {
  const provider = withToken({ Cache: 3_600 });
  expect(await provider.read('erp')).toBeUndefined();
  vault.put('erp', { token: 'the-token' });
  expect((await provider.read('erp'))?.values).toEqual({ token: 'the-token' });
});
