import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openRepository } from '../../../../controller/git/index.js';
import { Mirror } from '../../../../controller/git/mirror.js';
import { HttpRemote, type HttpRemoteOptions } from '../../../../controller/git/remotes/http-remote.js';
import { manyFiles, temporaryFolder, WorkTree } from '../git-fixture.js';
import { type GitHttpServerOptions, serveGit } from '../git-http-server.js';

const BASIC = `Basic ${Buffer.from('ada:s3cret').toString('base64')}`;

test('a look at a remote where nothing is new takes one request', async () => {
  const { work, mirror, server } = await follow();
  work.commit({ 'a.yaml': '1' });
  await mirror.refresh();
  const before = server.requests.length;
  await mirror.refresh();
  expect(server.requests.slice(before)).toHaveLength(1);
});

test('a server that accepts and sends nothing is given up on', async () => {
  const { mirror } = await follow({ intercept: () => true }, { limits: { silenceMs: 100 } });
  await expect(mirror.refresh()).rejects.toMatchObject({
    code: 'git_failed',
    message: expect.stringContaining('sent nothing'),
  });
});

test('a server that falls silent in the middle of an answer is given up on', async () => {
  const { mirror } = await follow(
    {
      intercept(_, response) {
        response.setHeader('content-type', 'application/x-git-upload-pack-advertisement');
        response.write('001e# service=git-upload-pack\n0000');
        return true;
      },
    },
    { limits: { silenceMs: 100 } },
  );
  await expect(mirror.refresh()).rejects.toThrow('sent nothing');
});

test('a list of branches that breaks off deletes none of ours', async () => {
  const serving: GitHttpServerOptions = {};
  const { work, mirror, repository } = await follow(serving);
  work.commit({ 'a.yaml': '1' });
  work.git('branch', 'side');
  await mirror.refresh();
  serving.intercept = (_, response) => {
    const line = `${work.head()} refs/heads/main\0 side-band-64k\n`;
    const length = (line.length + 4).toString(16).padStart(4, '0');
    response.setHeader('content-type', 'application/x-git-upload-pack-advertisement');
    response.write(`001e# service=git-upload-pack\n0000${length}${line}`, () => response.destroy());
    return true;
  };
  await expect(mirror.refresh()).rejects.toMatchObject({ code: 'git_failed' });
  expect([...(await repository.listBranches()).keys()].sort()).toEqual(['main', 'side']);
});

test('a server that wants credentials gets those of the address, and no message shows them', async () => {
  const { work, mirror, remote } = await follow({ intercept: demandPassword }, {}, 'ada:s3cret@');
  const commit = work.commit({ 'a.yaml': '1' });
  await mirror.refresh();
  expect((await remote.list()).branches.get('main')).toBe(commit);
  expect(remote.location).not.toContain('s3cret');
});

test('wrong credentials are a git_failed that says so without showing them', async () => {
  const access = async () => ({ username: 'ada', password: 'wrong-s3cret' });
  const { mirror } = await follow({ intercept: demandPassword }, { access });
  const failure = await mirror.refresh().catch((cause: unknown) => cause);
  expect(failure).toMatchObject({ code: 'git_failed', hints: [expect.stringContaining('token')] });
  expect(String(failure)).not.toContain('s3cret');
});

test('no credentials where some are wanted is a git_failed', async () => {
  const { mirror } = await follow({ intercept: demandPassword });
  await expect(mirror.refresh()).rejects.toThrow('credentials');
});

test.each([
  [404, 'answered 404'],
  [500, 'answered 500'],
])('a server that answers %d is a git_failed that says so', async (status, text) => {
  const { mirror } = await follow({
    intercept(_, response) {
      response.writeHead(status).end('no');
      return true;
    },
  });
  await expect(mirror.refresh()).rejects.toThrow(text);
});

test('a server that is not a Git server is a git_failed that says so', async () => {
  const { mirror } = await follow({
    intercept(_, response) {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
      return true;
    },
  });
  await expect(mirror.refresh()).rejects.toThrow('not a Git server');
});

test('a server that names a branch `../../x` writes nowhere', async () => {
  const { mirror, repository } = await follow({
    intercept(_, response) {
      const line = `${'1'.repeat(40)} refs/heads/../../x\0 side-band-64k\n`;
      const length = (line.length + 4).toString(16).padStart(4, '0');
      response.setHeader('content-type', 'application/x-git-upload-pack-advertisement');
      response.end(`001e# service=git-upload-pack\n0000${length}${line}0000`);
      return true;
    },
  });
  await mirror.refresh().catch(() => undefined);
  expect([...(await repository.listBranches()).keys()]).toEqual([]);
  await expect(repository.resolveRef('../../x')).resolves.toBeUndefined();
});

test('a pack that was cut off is not kept, and a later fetch brings it whole', async () => {
  const options = { cutPack: 40 };
  const { work, mirror, repository } = await follow(options);
  const commit = work.commit(manyFiles(30));
  await expect(mirror.refresh()).rejects.toMatchObject({ code: 'git_failed' });
  expect((await repository.listBranches()).size).toBe(0);
  options.cutPack = 0;
  await mirror.refresh();
  expect(await repository.files(commit)).toHaveLength(30);
});

test('the packs of many fetches are joined', async () => {
  const { work, mirror, repository } = await follow();
  for (let turn = 1; turn <= 21; turn++) {
    work.commit({ 'a.yaml': String(turn) });
    await mirror.refresh();
  }
  expect(
    readdirSync(join(repository.dir, 'objects/pack')).filter((name) => name.endsWith('.pack')).length,
  ).toBeLessThan(5);
  expect(await repository.files(work.head('HEAD~15'))).toHaveLength(1);
});

test('a signal that aborts ends the waiting', async () => {
  const { mirror } = await follow({ intercept: () => true });
  const stop = new AbortController();
  const waiting = mirror.refresh(stop.signal);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  mirror.close();
});

test('a caller with a deadline gets the error that the server has not answered yet, not a failure', async () => {
  const { mirror } = await follow({ intercept: () => true });
  await expect(mirror.refresh(AbortSignal.timeout(50))).rejects.toMatchObject({ code: 'git_failed' });
  mirror.close();
});

function demandPassword(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.authorization === BASIC) return false;
  response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  return true;
}

async function follow(
  serving: GitHttpServerOptions = {},
  options: Partial<HttpRemoteOptions> = {},
  userInfo = '',
) {
  const work = WorkTree.create();
  const server = await serveGit(dirname(work.dir), serving);
  const gitDir = join(temporaryFolder(), 'repository.git');
  const repository = await openRepository(gitDir);
  const address = `${server.origin.replace('//', `//${userInfo}`)}/work/.git`;
  const remote = new HttpRemote(address, { gitDir, ...options });
  return { work, server, repository, remote, mirror: new Mirror(repository, remote) };
}
