import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { openForwarding } from '../../../api/member/forward.js';
import { Problem } from '../../../controller/problems/index.js';
import type { NodeRecord } from '../../../controller/storage/index.js';
import { fakeController } from '../fake-controller.js';
import { startSecureApp } from '../http/tls/secure-app.js';

/** A member that passes everything on to a leader with a certificate. */
function getMember({ port, fingerprint }: { port: number; fingerprint: string }): Promise<string> {
  const url = `https://127.0.0.1:${port}`;
  return passingOn(() => ({ id: 'leader', role: 'leader', version: '1.0.0', url, fingerprint, seconds: 10 }));
}

/** The address of a member that passes everything on. */
async function passingOn(leader: () => NodeRecord | undefined): Promise<string> {
  const app = Fastify();
  const vault = { ...fakeController().vault, sign: () => 'signature' };
  const member = { ...fakeController(), vault };
  const forward = await openForwarding(app, { member, findLeader: leader });
  app.addHook('onRequest', (request, reply) => forward.pass(request, reply));
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Problem)) throw error;
    return reply.code(error.status).send({ code: error.code, cause: String(error.cause) });
  });
  onTestFinished(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const getFingerprint = (path: string) => new X509Certificate(readFileSync(path)).fingerprint256;

test('a member passes requests on to a leader that shows the certificate that it noted in the database', async () => {
  const { port, files } = await startSecureApp();
  const member = await getMember({ port, fingerprint: getFingerprint(files.certificate) });
  const answer = await fetch(`${member}/api/v1/nowhere`);
  expect([answer.status, await answer.json()]).toEqual([
    404,
    expect.objectContaining({ code: 'route_not_found' }),
  ]);
});

test('a body that no leader has taken is sent to the next one, whole', async () => {
  const records: NodeRecord[] = [];
  const start = async (id: string) => {
    const server = createServer(async (request, response) => {
      // A request over a kept connection may have been begun when that ends, and is not sent again.
      response.setHeader('connection', 'close');
      if (request.url === '/readyz') return response.end(JSON.stringify({ status: 'ready', role: 'leader' }));
      return response.end(JSON.stringify({ id, bytes: (await buffer(request)).length }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    records[0] = { id, role: 'leader', version: '1.0.0', url, fingerprint: undefined, seconds: 10 };
    return server;
  };
  const first = await start('one');
  const member = await passingOn(() => records[0]);
  const send = async () => {
    const answer = await fetch(`${member}/api/v1/x`, { method: 'POST', body: Buffer.alloc(500_000) });
    return answer.json();
  };
  expect(await send()).toEqual({ id: 'one', bytes: 500_000 });

  first.closeAllConnections();
  await new Promise((resolve) => first.close(resolve));
  const sent = send();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await start('two');
  expect(await sent).toEqual({ id: 'two', bytes: 500_000 });
});

test('a member sends nothing to a server with another certificate', async () => {
  const leader = await startSecureApp();
  const other = await startSecureApp();
  let requests = 0;
  other.app.server.on('request', () => requests++);
  const member = await getMember({ port: other.port, fingerprint: getFingerprint(leader.files.certificate) });
  const answer = await fetch(`${member}/api/v1/main/flows`, { headers: { 'x-api-key': 'svc_secret' } });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    code: 'standby',
    cause: expect.stringContaining('certificate'),
  });
  expect(requests).toBe(0);
});
