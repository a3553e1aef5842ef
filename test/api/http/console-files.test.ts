import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../../api/server.js';
import { defaultSettings } from '../../../controller/settings/index.js';
import { fakeController } from '../fake-controller.js';
import { builtConsole, script } from './built-console.js';

const asset = '/console/assets/app-4f0a8a57.js';

function start(consoleFolder: string, basePath?: string): FastifyInstance {
  const Server = { ...defaultSettings.Server, ...(basePath !== undefined && { BasePath: basePath }) };
  const controller = { ...fakeController(), settings: { ...defaultSettings, Server } };
  const app = buildApp({ controller, log: pino({ level: 'silent' }), consoleFolder });
  onTestFinished(() => app.close());
  return app;
}

describe('the console', () => {
  test.each(['/console', '/console/', '/console/runs/run-1', '/console/flows/a%2Fb?tab=log'])(
    'is shown at %s, with a policy that lets nothing in from elsewhere',
    async (url) => {
      const answer = await start(builtConsole()).inject({ url, headers: { accept: 'text/html' } });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(answer.body).toContain('<base href="/">');
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'",
        'x-content-type-options': 'nosniff',
      });
    },
  );

  test('finds its files below the base path of the service, and a browser finds the console there', async () => {
    const app = start(builtConsole(), '/ops');
    const { body } = await app.inject('/ops/console/runs');
    const base = new URL(/<base href="([^"]+)"/.exec(body)?.[1] ?? '', 'http://svc.test/ops/console/runs');
    const address = new URL(/src="([^"]+)"/.exec(body)?.[1] ?? '', base);
    expect((await app.inject(address.pathname)).body).toBe(script);
    const front = await app.inject({ url: '/ops/', headers: { accept: 'text/html' } });
    expect([front.statusCode, front.headers['location']]).toEqual([302, '/ops/console/']);
    const program = await app.inject('/ops/');
    expect([program.statusCode, program.body]).toEqual([
      200,
      expect.stringContaining('href="/ops/console/"'),
    ]);
  });

  test('sends files in the coding that a browser prefers, to be kept where their names have a hash', async () => {
    const app = start(builtConsole());
    const get = (coding?: string) =>
      app.inject({ url: asset, headers: coding === undefined ? {} : { 'accept-encoding': coding } });
    const plain = await get();
    expect([plain.body, plain.headers['content-encoding']]).toEqual([script, undefined]);
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    const br = await get('gzip, deflate, br');
    expect([br.headers['content-encoding'], brotliDecompressSync(br.rawPayload).toString()]).toEqual([
      'br',
      script,
    ]);
    const gzip = await get('gzip, br;q=0');
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.rawPayload).toString()]).toEqual([
      'gzip',
      script,
    ]);
    const manifest = await app.inject('/console/manifest.webmanifest');
    expect(manifest.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'application/manifest+json',
    });
    const again = await app.inject({
      url: '/console/manifest.webmanifest',
      headers: { 'if-none-match': String(manifest.headers['etag']) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test.each([
    '/console/../outside.txt',
    '/console/%2e%2e/outside.txt',
    '/console/..%2foutside.txt',
    '/console/..%5coutside.txt',
    '/console/assets/..%2f..%2foutside.txt',
    '/console//etc/passwd.txt',
    '/console/assets/app-4f0a8a57.js.br',
    '/console/index.html',
    '/console/none.js',
    '/console/%00.js',
  ])('has nothing at %s', async (url) => {
    expect((await start(builtConsole()).inject(url)).statusCode).toBe(404);
  });

  test('is another one after another build, without a restart', async () => {
    const folder = builtConsole();
    const app = start(folder);
    const before = await app.inject('/console/');
    writeFileSync(join(folder, 'new-00000000.js'), 'fresh');
    writeFileSync(join(folder, 'index.html'), '<base href="__SVC_BASE__">another');
    const after = await app.inject('/console/');
    expect([after.body, after.headers['etag'] === before.headers['etag']]).toEqual([
      '<base href="/">another',
      false,
    ]);
    expect((await app.inject('/console/new-00000000.js')).body).toBe('fresh');
  });
});
