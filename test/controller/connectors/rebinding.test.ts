import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createHttpClient } from '../../../controller/connectors/index.js';
import { json, TestServer } from './server.js';

/** The name server is the attacker's: it says something else each time it is asked. */
const answers: string[][] = [];
let asked = 0;
vi.mock('node:dns', () => ({
  lookup(_host: string, _options: object, callback: (error: null, found: object[]) => void) {
    const found = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    process.nextTick(() =>
      callback(
        null,
        found.map((address) => ({ address, family: 4 })),
      ),
    );
  },
}));

let server: TestServer;
let reached = 0;
beforeAll(async () => {
  server = await TestServer.start((_request, response) => {
    reached += 1;
    response.setHeader('connection', 'close');
    return json(response, { reached: true });
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  asked = 0;
  reached = 0;
});

test('the address that was checked is the one that is connected to: a name is asked once for a connection', async () => {
  answers.splice(0, answers.length, ['127.0.0.1'], ['169.254.169.254']);
  const client = createHttpClient({ allowPrivateNetworks: true, timeoutMs: 5_000 });
  expect((await client.fetch(`http://rebound.example:${server.port}/`)).status).toBe(200);
  expect({ asked, reached }).toEqual({ asked: 1, reached: 1 });
  await expect(client.fetch(`http://rebound.example:${server.port}/`)).rejects.toMatchObject({ status: 403 });
  expect({ asked, reached }).toEqual({ asked: 2, reached: 1 });
  await client.close();
});

test('a name with a private address among others does not lead to it', async () => {
  answers.splice(0, answers.length, ['169.254.169.254', '127.0.0.1']);
  const open = createHttpClient({ allowPrivateNetworks: true, timeoutMs: 5_000 });
  expect((await open.fetch(`http://mixed.example:${server.port}/`)).status).toBe(200);
  await open.close();
  answers.splice(0, answers.length, ['10.0.0.1', '127.0.0.1']);
  const guarded = createHttpClient({ allowPrivateNetworks: false, timeoutMs: 5_000 });
  await expect(guarded.fetch(`http://mixed.example:${server.port}/`)).rejects.toMatchObject({ status: 403 });
  expect(reached).toBe(1);
  await guarded.close();
});
