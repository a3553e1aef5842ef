import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtInConnectors } from '../../../../controller/connectors/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { eventually } from '../../../eventually.js';
import { json, TestServer } from '../../connectors/server.js';
import { Harness } from '../engine-harness.js';

let harness: Harness;
let server: TestServer;
let running = 0;
let maxRunning = 0;
let requests: string[] = [];
let held: (() => void)[] = [];
let tokens = 0;
const secret = 'hunter2-hunter2';

beforeEach(async () => {
  [running, maxRunning, tokens] = [0, 0, 0];
  [requests, held] = [[], []];
  server = await TestServer.start((request, response, body) => {
    const url = new URL(request.url ?? '', server.url);
    if (url.pathname === '/token') {
      return json(response, { access_token: `token-${++tokens}`, expires_in: 3_600 });
    }
    requests.push(request.url ?? '');
    const expected = createHmac('sha256', secret)
      .update(`${request.method}${request.url}${body}`)
      .digest('hex');
    if (request.headers['x-signature'] !== expected) return json(response, {}, 403);
    maxRunning = Math.max(maxRunning, ++running);
    const page = Number(url.searchParams.get('page'));
    held.push(() => {
      running--;
      json(response, page > 2 ? [] : [{ page }]);
    });
  });
  harness = new Harness();
  await harness.open({ connectors: builtInConnectors() });
  await harness.vault.secrets.put('shop', { key: secret });
});
afterEach(async () => {
  await harness.close();
  await server.stop();
});

async function start(config: JsonObject, input: JsonObject) {
  harness.entity('connection', 'shop', { connector: 'http', config: { baseUrl: server.url, ...config } });
  harness.flow(
    'call',
    (given, host) =>
      host.effect('/do/0/it', (context) =>
        host.invoke({ connection: 'shop', action: 'get', input: given as JsonObject }, context, host.signal),
      ),
    { connections: [{ connection: 'shop', action: 'get', pointer: '', args: { value: {}, pointer: '' } }] },
    ['connection/shop'],
  );
  return async () => (await harness.engine.start({ branch: 'main', flow: 'call', input, principal: 'u' })).id;
}

describe('runs that use one connection', () => {
  test('share its places, its token and its signatures, and records have no secret', async () => {
    const reference = { secret: 'shop', key: 'key' };
    const run = await start(
      {
        signature: { secret: reference, header: 'X-Signature', signs: '{method}{target}{body}' },
        auth: { type: 'oauth2', tokenUrl: `${server.url}/token`, clientId: 'svc', clientSecret: reference },
        rateLimit: { concurrency: 2 },
      },
      { path: '/orders', paginate: { by: 'page' } },
    );
    const ids = await Promise.all(Array.from({ length: 5 }, run));
    // Two pages with items and an empty one for each run.
    for (let answered = 0; answered < 15; answered++) {
      await eventually(() => held.length > 0);
      held.shift()?.();
    }
    for (const id of ids) {
      expect(await harness.engine.wait(id, 60_000)).toMatchObject({
        status: 'completed',
        output: [{ page: 1 }, { page: 2 }],
      });
    }
    expect(maxRunning).toBe(2);
    expect(tokens).toBe(1);
    expect(requests).toHaveLength(15);
    for (const file of readdirSync(harness.directory)) {
      const text = readFileSync(join(harness.directory, file)).toString('latin1');
      expect(text).not.toContain(secret);
      expect(text).not.toContain('token-1');
    }
  });

  test('leave the queue when they are cancelled', async () => {
    const signature = {
      secret: { secret: 'shop', key: 'key' },
      header: 'X-Signature',
      signs: '{method}{target}{body}',
    };
    const run = await start({ signature, rateLimit: { concurrency: 1 } }, { path: '/orders' });
    const first = await run();
    await eventually(() => held.length === 1);
    const second = await run();
    const third = await run();
    await harness.engine.cancel(second);
    expect(await harness.engine.wait(second, 60_000)).toMatchObject({ status: 'cancelled' });
    for (let answered = 0; answered < 2; answered++) {
      await eventually(() => held.length > 0);
      held.shift()?.();
    }
    for (const id of [first, third]) {
      expect(await harness.engine.wait(id, 60_000)).toMatchObject({ status: 'completed' });
    }
    expect(requests).toHaveLength(2);
  });
});
