import { once } from 'node:events';
import { Agent, type RequestOptions, request } from 'node:https';
import { connect as connectPlainly, type Socket } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../eventually.js';
import { adminKey } from '../../fake-controller.js';
import { startSecureApp } from './secure-app.js';

type Secure = Awaited<ReturnType<typeof startSecureApp>>;

async function get({ port, files }: Secure, path: string, more: RequestOptions = {}) {
  const ca = files.authority.certificate;
  const sent = request({ host: '127.0.0.1', port, path, ca, headers: { 'x-api-key': adminKey }, ...more });
  sent.end();
  const [answer] = await once(sent, 'response');
  let text = '';
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode as number, headers: answer.headers, text };
}

/** Opens a connection; rejects when the handshake fails. */
async function shake({ port, files }: Secure, more: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', ca: files.authority.certificate, ...more });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  return socket;
}

async function plain({ port }: Secure, bytes: string): Promise<{ socket: Socket; received(): string }> {
  const socket = connectPlainly(port, '127.0.0.1');
  let text = '';
  socket.on('error', () => {}).on('data', (chunk) => (text += chunk));
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(bytes);
  return { socket, received: () => text };
}

describe('a service with a certificate', () => {
  test('answers over HTTPS with addresses that begin with https', async () => {
    const service = await startSecureApp();
    const answer = await get(service, '/api/v1/nowhere');
    expect(answer.status).toBe(404);
    const base = `https://127.0.0.1:${service.port}`;
    expect(JSON.parse(answer.text).type).toBe(`${base}/api/v1/platform/errors/route_not_found`);
    const document = await get(service, '/api/v1/openapi.json');
    expect(JSON.parse(document.text).servers).toEqual([{ url: base }]);
  });

  test('agrees on HTTP/1.1 with clients that offer HTTP/2 too, and on TLS 1.3', async () => {
    const socket = await shake(await startSecureApp(), { ALPNProtocols: ['h2', 'http/1.1'] });
    expect([socket.alpnProtocol, socket.getProtocol()]).toEqual(['http/1.1', 'TLSv1.3']);
  });

  test.each([
    ['a suite without forward secrecy', { ciphers: 'AES128-GCM-SHA256' }],
    ['a suite without authenticated encryption', { ciphers: 'ECDHE-ECDSA-AES128-SHA256' }],
    ['TLS 1.1', { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
  ] as const)('refuses %s', async (_what, options) => {
    const service = await startSecureApp();
    await expect(shake(service, { maxVersion: 'TLSv1.2', ...options })).rejects.toThrow();
    expect((await shake(service, { maxVersion: 'TLSv1.2' })).getProtocol()).toBe('TLSv1.2');
  });

  test('refuses TLS 1.2 where the settings ask for 1.3', async () => {
    const Tls = { Certificate: '', Key: '', MinVersion: 'TLSv1.3' as const };
    const service = await startSecureApp({ Tls });
    await expect(shake(service, { maxVersion: 'TLSv1.2' })).rejects.toThrow();
    expect((await shake(service)).getProtocol()).toBe('TLSv1.3');
  });

  test('answers a request without TLS with a problem that says so, and closes the connection', async () => {
    const service = await startSecureApp();
    const { socket, received } = await plain(service, 'GET /healthz HTTP/1.1\r\nHost: svc.test\r\n\r\n');
    await eventually(() => socket.closed);
    expect(received()).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(received().split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: 'request_invalid',
      detail: 'The request is not encrypted, and this port takes HTTPS only',
      hints: [{ text: 'Begin the address with `https://`.' }],
    });
    expect((await get(service, '/healthz')).status).toBe(200);
  });

  test('closes a connection that sends no handshake, and bytes that are none', async () => {
    const service = await startSecureApp();
    const { socket } = await plain(service, '\x00\x01 neither HTTP nor TLS\r\n\r\n');
    await eventually(() => socket.closed);
    expect((await get(service, '/healthz')).status).toBe(200);
  });

  test('uses a new certificate for new connections, and keeps the open ones', async () => {
    const service = await startSecureApp();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const sockets: Socket[] = [];
    agent.on('free', (socket) => sockets.push(socket));
    await get(service, '/healthz', { agent });
    const before = service.certificate.current.fingerprint;
    service.files.issue('renewed.test');
    await eventually(() => service.certificate.current.fingerprint !== before);
    const { fingerprint } = service.certificate.current;
    expect((await shake(service)).getPeerX509Certificate()?.fingerprint256).toBe(fingerprint);
    expect((await get(service, '/healthz', { agent })).status).toBe(200);
    await eventually(() => sockets.length === 2);
    expect(sockets[1]).toBe(sockets[0]);
  });

  test('tells Prometheus when its certificate ends', async () => {
    const service = await startSecureApp();
    const { text } = await get(service, '/metrics');
    const [, seconds] = /^svc_certificate_expiry_timestamp_seconds (\S+)$/m.exec(text) ?? [];
    expect(Number(seconds) * 1_000).toBe(service.certificate.current.expiresAt);
  });

  test('stops without waiting for handshakes, unused and kept-alive connections', async () => {
    const service = await startSecureApp();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    await get(service, '/healthz', { agent });
    const unused = await shake(service);
    const { socket: mute } = await plain(service, '');
    await service.app.close();
    await eventually(() => unused.closed && mute.closed);
  });

  test('beyond a thousand connections without a request the oldest are closed, and used ones stay', async () => {
    const service = await startSecureApp();
    const used = await shake(service);
    used.write('GET /healthz HTTP/1.1\r\nHost: svc.test\r\n\r\n');
    await once(used, 'data');
    const first = await plain(service, '');
    for (let opened = 0; opened < 1_000; opened++) await plain(service, '');
    await eventually(() => first.socket.closed);
    expect(used.closed).toBe(false);
  });
});

describe('strict transport security', () => {
  test.each([
    ['https://svc.test', 'max-age=31536000'],
    ['https://svc.test:8443', undefined],
    ['https://svc.test/svc', undefined],
    [undefined, undefined],
  ])('of a service at %s is %s', async (BaseUrl, header) => {
    const service = await startSecureApp(BaseUrl === undefined ? {} : { BaseUrl });
    const { headers } = await get(service, '/healthz');
    expect(headers['strict-transport-security']).toBe(header);
  });
});
