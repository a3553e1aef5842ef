import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../../api/server.js';
import { defaultSettings, type Settings } from '../../../controller/settings/index.js';
import { loadManual } from '../../load-manual.js';
import { adminKey, fakeController } from '../fake-controller.js';

function appBelow(server: Partial<Settings['Server']>): FastifyInstance {
  const settings = { ...defaultSettings, Server: { ...defaultSettings.Server, ...server } };
  const controller = { ...fakeController(), settings };
  return buildApp({ controller, log: pino({ level: 'silent' }), manual: loadManual });
}

let app: FastifyInstance;
beforeAll(() => {
  app = appBelow({ BasePath: '/svc' });
});
afterAll(() => app.close());

const headers = { 'x-api-key': adminKey, host: 'host.test' };

function get(url: string, more: Record<string, string> = {}) {
  return app.inject({ url, headers: { ...headers, ...more } });
}

describe('a service with a base path', () => {
  test.each([
    '/svc/healthz',
    '/healthz',
    '/svc/api/v1/main/flows/echo/context',
    '/svc/metrics',
    '/svc/graphql?query={__typename}',
  ])('answers at %s', async (url) => {
    expect((await get(url)).statusCode).toBe(200);
  });

  test.each(['/svcs/healthz', '/svc/svc/healthz', '//svc/healthz'])('has nothing at %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  test.each(['/', '/svc', '/svc/'])('shows its front page at %s, with links below the path', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('href="/svc/manual"')]);
    expect(answer.body).not.toMatch(/href="\/(?!svc\/)/);
  });

  test('names its own addresses with the path', async () => {
    const started = await app.inject({
      method: 'POST',
      url: '/svc/api/v1/main/flows/echo/runs',
      headers,
      payload: {},
    });
    expect(started.headers['location']).toMatch(/^\/svc\/api\/v1\/main\/runs\/run-/);
    const problem = (await get('/svc/api/v1/main/flows/none/context')).json();
    expect(problem.type).toMatch(/^http:\/\/host\.test\/svc\/api\/v1\/platform\/errors\//);
    const document = (await get('/svc/api/v1/openapi.json')).json();
    expect(document.servers).toEqual([{ url: 'http://host.test/svc' }]);
    expect((await get('/svc/api/v1/platform/errors/internal')).json().manual).toBe(
      '/svc/manual/error.internal',
    );
  });

  test.each([
    '/svc/manual',
    '/svc/manual/guide.operating',
    '/svc/manual?q=retry',
    '/svc/api/v1/docs',
    '/svc/graphql',
  ])('links the page %s to addresses that exist below the path', async (url) => {
    const { body, statusCode } = await get(url, { accept: 'text/html' });
    expect(statusCode).toBe(200);
    const links = [...body.matchAll(/(?:href|src|action)="([^"#]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(2);
    for (const link of new Set(links)) {
      expect(link).toMatch(/^\/svc\//);
      expect((await get(link)).statusCode, link).toBe(200);
    }
  });

  test.each(['/svc/api/v1/docs/start.js', '/svc/graphql/assets/start.js'])(
    'gives the script %s no path outside',
    async (url) => {
      const { body } = await get(url);
      expect(
        [...body.matchAll(/'(\/[a-z][^']*)'/g)].filter(([, path = '']) => !path.startsWith('/svc/')),
      ).toEqual([]);
    },
  );

  test('names the metadata of MCP below the path, and answers at both well-known addresses', async () => {
    const settings = {
      ...defaultSettings,
      Server: { ...defaultSettings.Server, BasePath: '/svc', BaseUrl: 'https://host.test/svc' },
      Auth: {
        ...defaultSettings.Auth,
        Oidc: { Issuer: 'https://id.test' } as NonNullable<Settings['Auth']['Oidc']>,
      },
    };
    const controller = { ...fakeController(), settings };
    const other = buildApp({ controller, log: pino({ level: 'silent' }) });
    const refused = await other.inject({ method: 'POST', url: '/svc/mcp', headers: { host: 'host.test' } });
    expect(refused.headers['www-authenticate']).toContain(
      'resource_metadata="https://host.test/svc/.well-known/oauth-protected-resource/mcp"',
    );
    for (const url of [
      '/svc/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-protected-resource/svc/mcp',
    ])
      expect((await other.inject(url)).json().resource).toBe('https://host.test/svc/mcp');
    await other.close();
  });
});
