import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../../api/server.js';
import { RealService } from '../identity/real-service.js';

let service: RealService;
beforeAll(async () => {
  service = await RealService.start({});
});
afterAll(() => service.remove());

test('an app that leaves says so, serves on, and ends each connection with its answer', async () => {
  const app = buildApp({ controller: service.controller, log: pino({ level: 'silent' }) });
  const before = await app.inject('/readyz');
  expect([before.statusCode, before.headers['connection']]).not.toContain('close');
  expect(before.json()).toMatchObject({ status: 'ready', role: 'leader' });

  app.leaving.begin();
  const probed = await app.inject('/readyz');
  expect([probed.statusCode, probed.json()]).toMatchObject([503, { code: 'shutting_down' }]);
  const served = await app.inject({
    url: '/api/v1/platform/auth/me',
    headers: { 'x-api-key': service.adminKey },
  });
  expect([served.statusCode, served.headers['connection']]).toEqual([200, 'close']);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  await app.close();
});
