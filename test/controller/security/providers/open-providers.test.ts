import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { json, TestServer } from '../../connectors/server.js';
import { openTested, temporaryFolder } from './harness.js';

const files = (Folder = '/srv') => ({ Files: { Folder } });

test.each([[['a', 'a/b']], [['a/b/c', 'a']], [['x', 'team/vault', 'team']]])(
  'prefixes that contain one another are refused: %j',
  (prefixes) => {
    const settings = Object.fromEntries(prefixes.map((prefix) => [prefix, files()]));
    expect(() => openTested(settings)).toThrow(/overlap/);
  },
);

test('prefixes that only begin alike are two places', () => {
  expect(openTested({ team: files(), teams: files(), 'a/b': files(), 'a/c': files() }).mounts).toHaveLength(
    4,
  );
});

test.each(['', '/a', 'a/', 'a//b', '../a', 'a/..', '.a', 'a b', '__proto__'])(
  'the prefix %j is refused by the settings',
  (prefix) => {
    expect(() => openTested(JSON.parse(JSON.stringify({ [`${prefix}`]: files() })))).toThrow();
  },
);

test('a provider is of one type', () => {
  expect(() => openTested({ a: { ...files(), Kubernetes: {} } })).toThrow();
  expect(() => openTested({ a: {} })).toThrow();
});

test('a secret that signs in at a provider is not read from a provider', () => {
  const Vault = { Address: 'http://127.0.0.1:1', Auth: { Token: { Secret: 'platform/vault' } } };
  expect(() => openTested({ vault: { Vault }, platform: files() })).toThrow('is itself under `platform`');
});

async function httpsServer(): Promise<{ url: string; certificate: string; tokens: (string | undefined)[] }> {
  const folder = temporaryFolder();
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = [
    '-subj',
    '/CN=127.0.0.1',
    '-addext',
    'subjectAltName=IP:127.0.0.1',
    '-days',
    '2',
    '-nodes',
  ];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', certificate, ...subject], {
    stdio: 'ignore',
  });
  const tokens: (string | undefined)[] = [];
  const options = { key: readFileSync(key), cert: readFileSync(certificate) };
  const server = createServer(options, ({ headers }, response) => {
    tokens.push(headers['x-vault-token'] as string | undefined);
    json(response, { data: { data: { token: 'the-token' }, metadata: { version: 1 } } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, certificate, tokens };
}

const vaultAt = (Address: string, more: object = {}) => {
  const Auth = { Token: { Variable: 'VAULT_TOKEN' } };
  const Vault = { Address, Mount: 'secret', Version: 2, Timeout: 5, Cache: 0, Auth, ...more };
  return openTested({ vault: { Vault } }, { env: { VAULT_TOKEN: 'the-vault-token' } }).mounts[0]?.provider;
};

test('a server is trusted with the certificate of the settings only, and gets no token without', async () => {
  const { url, certificate, tokens } = await httpsServer();
  await expect(vaultAt(url)?.read('crm')).rejects.toMatchObject({ code: 'secret_provider_unavailable' });
  expect(tokens).toEqual([]);
  expect((await vaultAt(`${url}/`, { CaFile: certificate })?.read('crm'))?.values).toEqual({
    token: 'the-token',
  });
  await expect(vaultAt(url, { CaFile: '/no/such/ca.pem' })?.read('crm')).rejects.toMatchObject({
    code: 'secret_provider_unavailable',
    message: expect.stringContaining('/no/such/ca.pem'),
  });
});

test('a redirect is not followed, so that the token reaches no other server', async () => {
  const reached: unknown[] = [];
  const other = await TestServer.start((request, response) => {
    reached.push(request.headers);
    json(response, {});
  });
  const redirecting = await TestServer.start((_, response) => {
    response.writeHead(307, { location: `${other.url}/v1/secret/data/crm` }).end();
  });
  onTestFinished(async () => void (await Promise.all([other.stop(), redirecting.stop()])));
  await expect(vaultAt(redirecting.url)?.read('crm')).rejects.toMatchObject({
    code: 'secret_provider_refused',
  });
  expect(reached).toEqual([]);
});

test('a server that repeats the token in its refusal, or answers without end, reveals and fills nothing', async () => {
  let endless = false;
  const server = await TestServer.start((request, response) => {
    if (!endless) return json(response, { errors: [`no: ${request.headers['x-vault-token']}`] }, 400);
    response.writeHead(200);
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      response.once('drain', write);
    };
    write();
  });
  onTestFinished(() => server.stop());
  const error = await vaultAt(server.url)
    ?.read('crm')
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'secret_provider_refused',
    message: expect.stringContaining('no: ***'),
  });
  endless = true;
  await expect(vaultAt(server.url)?.read('crm')).rejects.toMatchObject({ code: 'secret_unusable' });
});
