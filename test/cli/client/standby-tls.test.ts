import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, request } from 'node:https';
import { type AddressInfo, connect as connectPlain, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect, TLSSocket } from 'node:tls';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { ServerCertificate } from '../../../controller/security/tls/server-certificate.js';
import { CertificateFolder } from '../../controller/security/tls/certificates.js';
import { eventually } from '../../eventually.js';
import { startWaiting, type WaitingNode } from './waiting-node.js';

function openCertificate(): ServerCertificate {
  const certificate = new ServerCertificate(new CertificateFolder(), { log: pino({ level: 'silent' }) });
  onTestFinished(() => certificate.close());
  return certificate;
}

/** Answers with its id, the method, the path and the body; lists the paths that were asked for. */
function createAnswering(id: string, certificate: ServerCertificate) {
  const paths: string[] = [];
  const connections: Socket[] = [];
  const { chain, key } = certificate.current;
  const server = createServer({ cert: chain, key }, async (asked, response) => {
    paths.push(asked.url ?? '');
    if (asked.url === '/readyz') return response.end(JSON.stringify({ status: 'ready', role: 'leader' }));
    return response.end(`${id}: ${asked.method} ${asked.url} ${await text(asked)}`);
  });
  server.on('connection', (socket: Socket) => connections.push(socket));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, paths, connections };
}

async function startLeader(id: string) {
  const certificate = openCertificate();
  const { server, ...seen } = createAnswering(id, certificate);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { fingerprint } = certificate.current;
  return { holder: { id, version: '9.9.9', url: `https://127.0.0.1:${port}`, fingerprint }, ...seen };
}

interface Answer {
  status: number | undefined;
  text: string;
  /** Of the certificate of the server. */
  fingerprint: string | undefined;
}

async function ask(url: string, body?: string): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  const asking = request(url, { method, agent: false, rejectUnauthorized: false });
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const shown = (answer.socket as TLSSocket).getPeerX509Certificate()?.fingerprint256;
  return { status: answer.statusCode, text: await text(answer), fingerprint: shown };
}

/** Serves the connections of a process that waited. */
async function takeOver({ waiting, place }: WaitingNode, certificate: ServerCertificate): Promise<void> {
  const { server } = createAnswering('here', certificate);
  const receive = (socket: Socket) => {
    server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
    socket.resume();
  };
  place.give(receive);
  await waiting.close(receive);
}

test('with TLS, a node that waits answers probes itself, and passes other requests on to the leader', async () => {
  const leader = await startLeader('one');
  const own = openCertificate();
  const { waiting, url } = await startWaiting(own);
  waiting.waits(leader.holder);
  const ready = await eventually(async () => {
    const answer = await ask(`${url}/readyz`);
    return answer.status === 200 && answer;
  });
  expect(JSON.parse(ready.text)).toMatchObject({ status: 'ready', role: 'standby' });
  expect(ready.fingerprint).toBe(own.current.fingerprint);
  expect(JSON.parse((await ask(`${url}/healthz`)).text)).toMatchObject({ status: 'alive', role: 'standby' });
  const body = 'a'.repeat(500_000);
  expect((await ask(`${url}/api/v1/x?y=1`, body)).text).toBe(`one: POST /api/v1/x?y=1 ${body}`);
  expect(leader.paths.filter((path) => path !== '/readyz')).toEqual(['/api/v1/x?y=1']);
});

test('with TLS, a node that waits is not ready while the leader cannot be reached', async () => {
  const { waiting, url } = await startWaiting(openCertificate());
  waiting.waits({ id: 'one', version: '9.9.9', url: 'https://127.0.0.1:9' });
  const answer = await ask(`${url}/readyz`);
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([503, { code: 'standby' }]);
  expect((await ask(`${url}/healthz`)).status).toBe(200);
});

test('a node that waits sends nothing to a server with another certificate than the leader has noted', async () => {
  const leader = await startLeader('one');
  const { waiting, url } = await startWaiting(openCertificate());
  waiting.waits({ ...leader.holder, fingerprint: 'AA:BB' });
  expect((await ask(`${url}/readyz`)).status).toBe(503);
  const asking = request(`${url}/api/v1/x`, { agent: false, rejectUnauthorized: false });
  asking.on('error', () => {});
  asking.end();
  await eventually(() => leader.connections.length > 2);
  asking.destroy();
  expect(leader.paths).toEqual([]);
});

test('with TLS, connections whose request or handshake is still to come are served by this process when it takes over', async () => {
  const own = openCertificate();
  const node = await startWaiting(own);
  node.waiting.waits({ id: 'one', version: '9.9.9', url: 'https://127.0.0.1:9' });
  await ask(`${node.url}/healthz`);
  const silent = connect({ port: node.port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(silent, 'secureConnect');
  const asking = ask(`${node.url}/api/v1/x`, 'mine');
  const carrier = connectPlain(node.port, '127.0.0.1');
  await once(carrier, 'connect');
  onTestFinished(() => {
    silent.destroy();
    carrier.destroy();
  });
  // Connections are taken in their order.
  await ask(`${node.url}/healthz`);

  await takeOver(node, own);
  expect((await asking).text).toBe('here: POST /api/v1/x mine');
  const late = connect({ socket: carrier, rejectUnauthorized: false });
  for (const socket of [silent, late]) {
    socket.write('POST /y HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 4\r\n\r\nmine');
    expect(await text(socket)).toContain('here: POST /y mine');
  }
});
