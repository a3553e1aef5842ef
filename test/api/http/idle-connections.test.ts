import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../../api/server.js';
import { eventually } from '../../eventually.js';
import { RealService } from '../identity/real-service.js';

let service: RealService;

beforeAll(async () => {
  service = await RealService.start();
});
afterAll(() => service.remove());

async function listen(headersTimeoutMs?: number): Promise<number> {
  const { controller } = service;
  const timeout = headersTimeoutMs === undefined ? {} : { headersTimeoutMs };
  const app = buildApp({ controller, log: pino({ level: 'silent' }), ...timeout });
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** A connection that collects what it receives. */
async function open(port: number): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('error', () => {}).on('data', (chunk) => (text += chunk));
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return { socket, received: () => text };
}

test.each([
  ['sends nothing', ''],
  ['never ends its headers', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'],
])('a connection that %s is answered 408 and closed', async (_what, bytes) => {
  const { socket, received } = await open(await listen(200));
  if (bytes !== '') socket.write(bytes);
  await eventually(() => socket.closed);
  expect(received()).toContain('408');
  expect(JSON.parse(received().split('\r\n\r\n')[1] ?? '')).toMatchObject({
    code: 'request_timeout',
    hints: [{ text: expect.any(String) }],
  });
});

test('beyond a thousand connections without a request the oldest are closed, and requests are answered', async () => {
  const port = await listen();
  const first = await open(port);
  const used = await open(port);
  used.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await eventually(() => used.received().includes('200 OK'));
  for (let opened = 0; opened < 1_000; opened++) await open(port);
  await eventually(() => first.socket.closed);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  expect(used.socket.closed).toBe(false);
});

test('bytes that are no HTTP request are answered with a problem', async () => {
  const { socket, received } = await open(await listen());
  socket.write('\x16\x03\x01 this is not HTTP\r\n\r\n');
  await eventually(() => socket.closed);
  expect(received()).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(received().split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'request_invalid' });
});

test.each(['application/json', 'application/x-www-form-urlencoded'])(
  'a body of the type %s that is not UTF-8 is refused',
  async (type) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/platform/auth/token',
      headers: { 'content-type': type },
      payload: Buffer.from('{"grant_type":"\xff"}', 'latin1'),
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'request_invalid', detail: 'The body is not valid UTF-8' });
  },
);

test('a commit message with control characters is refused', async () => {
  for (const message of ['a\u001b[31mred', 'a\u0000', 'a\u2028b']) {
    const answer = await service.call(
      'PATCH',
      `/api/v1/live/entities/platform/flow/hello?message=${encodeURIComponent(message)}`,
      { document: { title: 'x' } },
      { 'content-type': 'application/merge-patch+json' },
    );
    expect(answer.json(), JSON.stringify(message)).toMatchObject({
      code: 'request_invalid',
      errors: [{ pointer: '/message' }],
    });
  }
});
