import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openRemote, openRepository, type Remote } from '../../../../controller/git/index.js';
import { temporaryFolder, WorkTree } from '../git-fixture.js';

afterEach(() => void vi.unstubAllEnvs());

test('a missing `git` program is a git_failed that says how to do without', async () => {
  const { remote } = await follow();
  vi.stubEnv('PATH', '/nowhere');
  await expect(fetched(remote)).rejects.toMatchObject({
    code: 'git_failed',
    message: expect.stringContaining('`git` program'),
    hints: [expect.stringContaining('https:')],
  });
});

test('no hook and no configured command of either repository is run', async () => {
  const { work, remote, gitDir } = await follow();
  work.commit({ 'a.yaml': '1' });
  const proof = join(temporaryFolder(), 'proof');
  for (const dir of [join(work.dir, '.git'), gitDir]) {
    for (const hook of [
      'reference-transaction',
      'post-checkout',
      'pre-auto-gc',
      'post-update',
      'fsmonitor',
    ]) {
      mkdirSync(join(dir, 'hooks'), { recursive: true });
      writeFileSync(join(dir, 'hooks', hook), `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 });
    }
  }
  work.git('config', 'uploadpack.packObjectsHook', join(work.dir, '.git/hooks/post-update'));
  work.git('config', 'core.fsmonitor', join(work.dir, '.git/hooks/fsmonitor'));
  await fetched(remote);
  expect(existsSync(proof)).toBe(false);
});

test('variables that a surrounding Git command has set are ignored', async () => {
  const { work, remote, gitDir } = await follow();
  work.commit({ 'a.yaml': '1' });
  const other = WorkTree.create();
  vi.stubEnv('GIT_DIR', join(other.dir, '.git'));
  vi.stubEnv('GIT_OBJECT_DIRECTORY', join(other.dir, '.git/objects'));
  await fetched(remote);
  vi.unstubAllEnvs();
  expect(existsSync(join(gitDir, 'refs/remotes/incoming/main'))).toBe(true);
  expect(readdirSync(join(other.dir, '.git/objects')).sort()).toEqual(['info', 'pack']);
});

test.runIf(process.getuid?.() === 0)(
  'a repository of another user is a git_failed that tells the cure',
  async () => {
    const { work, remote } = await follow();
    work.commit({ 'a.yaml': '1' });
    vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
    for (const path of [work.dir, join(work.dir, '.git')]) chownSync(path, 12_345, 12_345);
    await expect(fetched(remote)).rejects.toMatchObject({
      code: 'git_failed',
      hints: [expect.stringContaining('safe.directory')],
    });
  },
);

test.each([
  'ext::sh -c touch% /tmp/x',
  '--upload-pack=touch /tmp/x',
  'git://example.com/x',
  'ftp://example.com/x',
  'fd::17/foo',
  'https://a%zz@example.com/x',
  'https://example.com:99999/x',
])('the address %j is refused', async (address) => {
  await expect(openRemote(address, { gitDir: '/x', baseDir: '/' })).rejects.toMatchObject({
    code: 'settings_invalid',
  });
});

test.each([
  ['ssh://ada:s3cret@example.com/x.git', 'ssh://example.com/x.git'],
  ['git@example.com:team/x.git', 'git@example.com:team/x.git'],
  ['relative/x.git', '/base/relative/x.git'],
  ['https://ada:s3cret@example.com/x.git', 'https://example.com/x.git'],
])('the address %j is named %j in messages', async (address, location) => {
  expect((await openRemote(address, { gitDir: '/x', baseDir: '/base' })).location).toBe(location);
});

test.each([
  ['root@git.example.com: Permission denied (publickey).', 'known hosts'],
  ['Host key verification failed.', '`Git.Credentials`'],
])('a failure of ssh is reported in its own words: %s', async (reason, hint) => {
  const gitDir = (await openRepository(join(temporaryFolder(), 'repository.git'))).dir;
  vi.stubEnv('GIT_SSH_COMMAND', `sh -c 'echo "${reason}" >&2; exit 255'`);
  const remote = await openRemote('ssh://example/x.git', { gitDir, baseDir: '/' });
  await expect(remote.list()).rejects.toMatchObject({
    code: 'git_failed',
    message: expect.stringContaining(`failed: ${reason}`),
    hints: [expect.stringContaining(hint)],
  });
});

test('an ssh host that cannot be reached is a git_failed, without a question to anyone', async () => {
  const gitDir = (await openRepository(join(temporaryFolder(), 'repository.git'))).dir;
  vi.stubEnv(
    'GIT_SSH_COMMAND',
    'sh -c "echo ssh: connect to host example: Connection refused >&2; exit 255"',
  );
  const remote = await openRemote('ssh://example/x.git', { gitDir, baseDir: '/' });
  await expect(remote.list()).rejects.toMatchObject({
    code: 'git_failed',
    message: expect.stringContaining('refused'),
  });
});

test('a linked work tree is found, with the refs of its repository', async () => {
  const work = WorkTree.create();
  work.commit({ 'a.yaml': '1' });
  const linked = join(temporaryFolder(), 'linked');
  work.git('worktree', 'add', '--quiet', '-b', 'side', linked);
  const gitDir = (await openRepository(join(temporaryFolder(), 'repository.git'))).dir;
  const remote = await openRemote(linked, { gitDir, baseDir: '/' });
  const { head, branches } = await remote.list();
  expect([head, [...branches.keys()].sort()]).toEqual(['side', ['main', 'side']]);
});

async function follow() {
  const work = WorkTree.create();
  const gitDir = (await openRepository(join(temporaryFolder(), 'repository.git'))).dir;
  return { work, gitDir, remote: await openRemote(work.dir, { gitDir, baseDir: '/' }) };
}

async function fetched(remote: Remote): Promise<ReadonlyMap<string, string>> {
  return remote.fetch(await remote.list());
}
