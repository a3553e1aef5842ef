import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { SecretProvider } from '../../../../controller/security/vault/secret-provider.js';
import { openTested, temporaryFolder } from './harness.js';
import { KubernetesServer } from './kubernetes-server.js';

const never = new AbortController().signal;
let cluster: KubernetesServer;
let tokenFile: string;
let provider: SecretProvider;

beforeEach(async () => {
  cluster = await KubernetesServer.start();
  onTestFinished(() => cluster.stop());
  tokenFile = join(temporaryFolder(), 'token');
  writeFileSync(tokenFile, 'the-service-account-token');
  const settings = { Address: cluster.url, Namespace: 'ops', TokenFile: tokenFile, Timeout: 5, Cache: 0 };
  provider = openTested({ place: { Kubernetes: settings } }).mounts[0]?.provider as SecretProvider;
  cluster.put('crm', { token: 'the-token' });
});

test('a refusal names the right that is missing, and the account', async () => {
  cluster.role = { verbs: ['list'], names: [] };
  await expect(provider.read('crm')).rejects.toMatchObject({
    code: 'secret_provider_refused',
    message: expect.stringContaining('system:serviceaccount:ops:svc" cannot get resource "secrets"'),
    hints: [expect.stringMatching(/Role in the namespace `ops` with the verb `get`/)],
  });
  await expect(provider.check(never)).rejects.toMatchObject({ code: 'secret_provider_refused' });
  cluster.role = { verbs: ['get'], names: [] };
  expect((await provider.read('crm'))?.values).toEqual({ token: 'the-token' });
  await expect(provider.list(10, never)).rejects.toMatchObject({ code: 'secret_provider_refused' });
});

test('a role for some names is a right to read, and the check names them', async () => {
  cluster.role = { verbs: ['get'], names: ['crm', 'erp'] };
  expect(await provider.check(never)).toBe('svc may read the Secrets crm, erp of the namespace ops');
});

test('a token that Kubernetes replaces is used from its next request on', async () => {
  cluster.tokens = new Set(['the-next-token']);
  await expect(provider.read('crm')).rejects.toMatchObject({
    code: 'secret_provider_refused',
    message: expect.stringContaining(tokenFile),
  });
  writeFileSync(tokenFile, 'the-next-token');
  expect((await provider.read('crm'))?.values).toEqual({ token: 'the-token' });
});

test('a token that is not mounted is a failure of the provider', async () => {
  const Kubernetes = { Address: cluster.url, Namespace: 'ops', TokenFile: '/no/such/token' };
  const settings = { place: { Kubernetes: { ...Kubernetes, Timeout: 5, Cache: 0 } } };
  const [mount] = openTested(settings).mounts;
  await expect(mount?.provider.read('crm')).rejects.toMatchObject({ code: 'secret_provider_unavailable' });
});

test('a server that is not ready is away', async () => {
  cluster.isAway = true;
  await expect(provider.read('crm')).rejects.toMatchObject({
    code: 'secret_provider_unavailable',
    message: expect.stringContaining('not ready'),
  });
});

test('data that is no text is left out, and a name that no Secret can have is not asked for', async () => {
  cluster.put('crm', { 'keystore.jks': Buffer.from([0xfe, 0xed, 0xfe, 0xed]), token: 'the-token' });
  expect((await provider.read('crm'))?.values).toEqual({ token: 'the-token' });
  const before = cluster.requests.length;
  for (const path of ['', 'CRM', 'crm/token', '-crm']) expect(await provider.read(path)).toBeUndefined();
  expect(cluster.requests).toHaveLength(before);
});

test('names on several pages are listed without any data', async () => {
  for (const name of ['a', 'b', 'd', 'e']) cluster.put(name, { token: 'a-value' });
  expect(await provider.list(1_000, never)).toEqual(['a', 'b', 'crm', 'd', 'e']);
});

test('the address is that of the cluster that svc runs in, also over IPv6', () => {
  const open = (env: Record<string, string>) => {
    const Kubernetes = { Namespace: 'ops', TokenFile: tokenFile, Timeout: 5, Cache: 0 };
    return openTested({ place: { Kubernetes } }, { env }).mounts[0]?.provider.location;
  };
  const inCluster = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '6443' };
  expect(open(inCluster)).toContain('https://10.96.0.1:6443');
  expect(open({ KUBERNETES_SERVICE_HOST: 'fd00::1' })).toContain('https://[fd00::1]:443');
  expect(() => open({})).toThrow('does not run in a Kubernetes cluster');
});
