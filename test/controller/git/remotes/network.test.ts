import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openRepository, type Remote } from '../../../../controller/git/index.js';
import { HttpRemote, type HttpRemoteOptions } from '../../../../controller/git/remotes/http-remote.js';
import { temporaryFolder, WorkTree } from '../git-fixture.js';
import { serveGit } from '../git-http-server.js';

const access = async () => ({ username: 'ada', password: 's3cret' });

test('a repository that has moved is followed there, for reading and for what comes after', async () => {
  const { work, server } = await repository();
  const { origin } = await listen((request, response) => redirect(response, server.origin + request.url));
  const { remote, gitDir } = await follow(`${origin}/work/.git`);
  const commit = work.commit({ 'a.yaml': '1' });
  expect((await fetched(remote)).get('main')).toBe(commit);
  expect(execFileSync('git', ['--git-dir', gitDir, 'cat-file', '-t', commit], { encoding: 'utf8' })).toBe(
    'commit\n',
  );
});

test('credentials do not follow a redirect to another server, nor do they later', async () => {
  const seen: (string | undefined)[] = [];
  const { work, server } = await repository((request) => {
    seen.push(request.headers.authorization);
    return false;
  });
  const asked: (string | undefined)[] = [];
  const { origin } = await listen((request, response) => {
    asked.push(request.headers.authorization);
    redirect(response, server.origin + request.url);
  });
  work.commit({ 'a.yaml': '1' });
  const { remote } = await follow(`${origin}/work/.git`, { access });
  await fetched(remote);
  expect(asked[0]).toMatch(/^Basic /);
  expect(seen.length).toBeGreaterThan(1);
  expect(new Set(seen)).toEqual(new Set([undefined]));
});

test('a ring of redirects is a git_failed, and so is one to a file', async () => {
  const { origin, requests } = await listen((request, response) => redirect(response, String(request.url)));
  await expect((await follow(`${origin}/x`)).remote.list()).rejects.toThrow('again and again');
  expect(requests.length).toBeLessThan(10);
  const toFile = await listen((_, response) => redirect(response, 'file:///etc/passwd'));
  await expect((await follow(`${toFile.origin}/x`)).remote.list()).rejects.toThrow('refused');
});

test('known credentials are sent at once, and a wrong name or token is told apart from none', async () => {
  const { origin, requests } = await listen((_, response) => response.writeHead(401).end('who are you?'));
  const { remote } = await follow(`${origin}/x`, { access });
  await expect(remote.list()).rejects.toMatchObject({
    code: 'git_failed',
    hints: [expect.stringContaining('token')],
  });
  expect(requests).toEqual([`Basic ${Buffer.from('ada:s3cret').toString('base64')}`]);
});

test('an answer that is larger than allowed is a git_failed', async () => {
  const { work, server } = await repository();
  work.commit({ 'a.yaml': '1' });
  const { remote } = await follow(`${server.origin}/work/.git`, { limits: { maxBytes: 100 } });
  await expect(remote.list()).rejects.toThrow('more than the 100 bytes of `Limits.GitTransfer`');
});

test('a server that sends a byte now and then for ever is given up on', async () => {
  const { origin } = await listen((_, response) => {
    response.setHeader('content-type', 'application/x-git-upload-pack-advertisement');
    const timer = setInterval(() => response.write('0'), 5);
    response.on('close', () => clearInterval(timer));
  });
  const { remote } = await follow(`${origin}/x`, { limits: { totalMs: 200, silenceMs: 10_000 } });
  await expect(remote.list()).rejects.toThrow('took too long');
});

test('a push that the server never answers is given up on, and shows no credentials', async () => {
  const { work, server, serving } = await repository();
  const { remote, gitDir } = await follow(`${server.origin}/work/.git`, {
    access,
    limits: { silenceMs: 100 },
  });
  const commit = work.commit({ 'a.yaml': '1' });
  work.git('push', '--quiet', gitDir, 'main');
  serving.intercept = (request) => request.method === 'POST';
  const failure = await remote
    .push([{ ref: 'refs/heads/new', from: null, to: commit }])
    .catch((cause: unknown) => cause);
  expect(failure).toMatchObject({ code: 'git_failed', message: expect.stringContaining('sent nothing') });
  expect(JSON.stringify([failure, String(failure)])).not.toContain('s3cret');
});

test('the proxy of the environment is used', async () => {
  const { work, server } = await repository();
  work.commit({ 'a.yaml': '1' });
  const tunnels: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket, head) => {
    tunnels.push(String(request.url));
    const port = Number(new URL(server.origin).port);
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    socket.on('error', () => upstream.destroy());
  });
  const { origin } = await listening(proxy);
  vi.stubEnv('HTTP_PROXY', origin);
  vi.stubEnv('NO_PROXY', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { remote } = await follow('http://git.invalid/work/.git');
  expect((await remote.list()).branches.get('main')).toBe(work.head());
  expect(tunnels).toEqual(['git.invalid:80']);
});

test('a certificate is trusted when `Git.CaFile` names its authority, and refused else', async () => {
  const { work, server } = await repository();
  work.commit({ 'a.yaml': '1' });
  const { key, cert, certFile } = selfSigned();
  const tls = createTlsServer({ key, cert }, (request, response) =>
    forward(server.origin, request, response),
  );
  const { port } = await listening(tls);
  const address = `https://localhost:${port}/work/.git`;
  await expect((await follow(address)).remote.list()).rejects.toMatchObject({
    code: 'git_failed',
    hints: [expect.stringContaining('Git.CaFile')],
  });
  const { remote } = await follow(address, { caFile: certFile });
  expect((await remote.list()).branches.get('main')).toBe(work.head());
});

test('a CA file that is not there is a git_failed that names it', async () => {
  const { remote } = await follow('https://localhost:1/x', { caFile: '/nowhere/ca.pem' });
  await expect(remote.list()).rejects.toThrow('/nowhere/ca.pem');
});

async function repository(intercept?: (request: IncomingMessage) => boolean) {
  const work = WorkTree.create();
  const serving: { intercept?: (request: IncomingMessage) => boolean } = intercept ? { intercept } : {};
  return { work, serving, server: await serveGit(dirname(work.dir), serving) };
}

async function follow(address: string, options: Partial<HttpRemoteOptions> = {}) {
  const gitDir = join(temporaryFolder(), 'repository.git');
  await openRepository(gitDir);
  return { gitDir, remote: new HttpRemote(address, { gitDir, ...options }) };
}

/** `requests` are the `Authorization` headers. */
async function listen(answer: RequestListener) {
  const requests: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers.authorization);
    answer(request, response);
  });
  return { requests, ...(await listening(server)) };
}

async function listening(server: ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>) {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}` };
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(301, { location }).end();
}

async function forward(origin: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await fetch(origin + request.url);
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

function selfSigned(): { key: string; cert: string; certFile: string } {
  const folder = temporaryFolder();
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  args.push('-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost');
  execFileSync('openssl', [...args, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8'), certFile };
}

async function fetched(remote: Remote): Promise<ReadonlyMap<string, string>> {
  return remote.fetch(await remote.list());
}
