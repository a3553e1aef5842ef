import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { routes } from '../../../api/operations/registry.js';
import { loadSettings } from '../../../controller/settings/index.js';

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'svc-server-')));
afterAll(() => rmSync(dir, { recursive: true }));

function load(env: Record<string, string>) {
  return loadSettings({ dir, env }).Server;
}

describe('the base path', () => {
  test.each([
    [{ SVC_Server__BaseUrl: 'https://a.test/svc' }, '/svc', 'https://a.test/svc'],
    [{ SVC_Server__BasePath: '/ops/svc' }, '/ops/svc', undefined],
    [{ SVC_Server__BaseUrl: 'https://a.test', SVC_Server__BasePath: '/svc' }, '/svc', 'https://a.test/svc'],
    [
      { SVC_Server__BaseUrl: 'https://a.test/svc', SVC_Server__BasePath: '/svc' },
      '/svc',
      'https://a.test/svc',
    ],
    [{ SVC_Server__BaseUrl: 'https://a.test' }, undefined, 'https://a.test'],
  ])('of %j is %s, below %s', (env, path, address) => {
    expect([load(env).BasePath, load(env).BaseUrl]).toEqual([path, address]);
  });

  test.each([
    ['/', /Server__BasePath: .*a path such as `\/svc`/],
    ['svc', /a path such as `\/svc`/],
    ['/svc/', /a path such as `\/svc`/],
    ['/../svc', /a path such as `\/svc`/],
    ['/api', /not a path of the service itself/],
    ['/healthz/x', /not a path of the service itself/],
  ])('%s is refused', (path, message) => {
    expect(() => load({ SVC_Server__BasePath: path })).toThrow(message);
  });

  test('is refused when it differs from the path of the address, and when that path is one of the service', () => {
    const differs = { SVC_Server__BaseUrl: 'https://a.test/one', SVC_Server__BasePath: '/two' };
    expect(() => load(differs)).toThrow('SVC_Server__BasePath: differs from `/one`, the path of `BaseUrl`');
    expect(() => load({ SVC_Server__BaseUrl: 'https://a.test/mcp' })).toThrow(
      /SVC_Server__BaseUrl: its path `\/mcp`/,
    );
  });

  test('cannot be the first segment of a route', () => {
    const first = new Set(routes.map(({ path }) => path.split('/')[1] ?? ''));
    for (const segment of first) expect(() => load({ SVC_Server__BasePath: `/${segment}` })).toThrow();
  });
});

describe('a trusted proxy', () => {
  test.each(['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8'])('may be %s', (proxy) => {
    expect(load({ SVC_Server__TrustedProxies: JSON.stringify([proxy]) }).TrustedProxies).toEqual([proxy]);
  });

  test.each(['10.0.0.0/33', 'fff', '10.0.0', '::1/129'])('cannot be %s', (proxy) => {
    expect(() => load({ SVC_Server__TrustedProxies: JSON.stringify([proxy]) })).toThrow(
      'is neither an IP address nor a network',
    );
  });
});

test('the files of the certificate are relative to the settings, and TLS 1.2 is the oldest version', () => {
  const env = { SVC_Server__Tls__Certificate: 'tls/cert.pem', SVC_Server__Tls__Key: '/etc/key.pem' };
  expect(load(env).Tls).toEqual({
    Certificate: join(dir, 'tls/cert.pem'),
    Key: '/etc/key.pem',
    MinVersion: 'TLSv1.2',
  });
});
