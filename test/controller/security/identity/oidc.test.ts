import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Oidc } from '../../../../controller/security/identity/tokens/oidc.js';

const mebibyte = 1024 * 1024;

/** An issuer on bare sockets. @param answer what it sends for a path */
async function serveIssuer(answer: (path: string, socket: Socket, url: string) => void): Promise<string> {
  let url = '';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (request) => answer(String(request).split(' ')[1] ?? '', socket, url));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return url;
}

function authenticate(issuer: string, token: string) {
  const settings = { Issuer: issuer, Audience: 'svc', NameClaim: 'sub', RoleClaim: 'roles' };
  return new Oidc({ ...settings, Algorithms: ['RS256'], ClockTolerance: 5 }).authenticate(token);
}

test('metadata without end are not read to their end', async () => {
  let sent = 0;
  const issuer = await serveIssuer((_, socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n');
    const fill = (): void => {
      if (socket.destroyed || sent > 256 * mebibyte) return void socket.destroy();
      sent += mebibyte;
      if (socket.write(Buffer.alloc(mebibyte, ' '))) setImmediate(fill);
      else socket.once('drain', fill);
    };
    fill();
  });
  await expect(authenticate(issuer, 'a.b.c')).rejects.toMatchObject({ code: 'oidc_unavailable' });
  // With what the system holds in between.
  expect(sent).toBeLessThan(32 * mebibyte);
});

test.each(['closes in the keys', 'sends no JSON'])(
  'an issuer that %s makes no token invalid',
  async (fault) => {
    const issuer = await serveIssuer((path, socket, url) => {
      const metadata = JSON.stringify({ issuer: url, jwks_uri: `${url}/keys` });
      const content = path === '/keys' ? (fault === 'sends no JSON' ? 'x' : '{"keys":') : metadata;
      const length = content.length + (path === '/keys' && fault === 'closes in the keys' ? 100 : 0);
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${content}`,
      );
    });
    const header = Buffer.from(JSON.stringify({ alg: 'RS256', kid: 'a' })).toString('base64url');
    const payload = Buffer.from(JSON.stringify({ iss: issuer, sub: 'ada' })).toString('base64url');
    await expect(authenticate(issuer, `${header}.${payload}.c2ln`)).rejects.toMatchObject({
      code: 'oidc_unavailable',
    });
  },
);
