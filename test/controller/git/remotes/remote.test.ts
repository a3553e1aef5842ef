import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Mirror, openRemote, openRepository, type Repository } from '../../../../controller/git/index.js';
import { manyFiles, temporaryFolder, WorkTree } from '../git-fixture.js';
import { serveGit } from '../git-http-server.js';

/** How to address a work tree on this machine, for each transport. */
const transports: Record<string, (work: WorkTree) => Promise<string>> = {
  'a path to a work tree': async (work) => work.dir,
  'a path to a .git folder': async (work) => join(work.dir, '.git'),
  'a file: address': async (work) => pathToFileURL(work.dir).href,
  'http:': async (work) => `${(await serveGit(dirname(work.dir))).origin}/work/.git`,
};

describe.each(Object.entries(transports))('a remote at %s', (_, getAddress) => {
  test('gives all its branches, with their objects, and its HEAD', async () => {
    const { work, mirror, repository } = await follow();
    const main = work.commit(manyFiles(120));
    work.git('branch', 'feature/x');
    work.git('branch', '-m', 'main', 'trunk');
    await mirror.refresh();
    expect(await branches(repository)).toEqual({ 'feature/x': main, trunk: main });
    expect(await repository.defaultBranch()).toBe('trunk');
    const files = await repository.files(main);
    expect((await repository.readBlobs(files.map((file) => file.blobId))).size).toBe(120);
  });

  test('without commits gives no branches, and gives the first one later', async () => {
    const { work, mirror, repository } = await follow();
    await mirror.refresh();
    expect(await branches(repository)).toEqual({});
    const first = work.commit({ 'a.yaml': '1' });
    await mirror.refresh();
    expect(await branches(repository)).toEqual({ main: first });
  });

  test('that gets new commits, one after another, is followed', async () => {
    const { work, mirror, repository } = await follow();
    for (const content of ['1', '2', '3']) {
      const commit = work.commit({ 'a.yaml': content });
      await mirror.refresh();
      expect(await branches(repository)).toEqual({ main: commit });
      expect(await repository.files(commit)).toHaveLength(1);
    }
  });

  test('whose branch is rewritten is followed, and so is a deleted branch', async () => {
    const { work, mirror, repository } = await follow();
    work.commit({ 'a.yaml': '1' });
    work.git('branch', 'old');
    await mirror.refresh();
    work.git('branch', '-D', 'old');
    work.git('commit', '--quiet', '--amend', '-m', 'rewritten');
    await mirror.refresh();
    expect(await branches(repository)).toEqual({ main: work.head() });
  });

  test('where a branch `a` takes the place of `a/b`, and the other way round, is followed', async () => {
    const { work, mirror, repository } = await follow();
    const commit = work.commit({ 'a.yaml': '1' });
    work.git('branch', 'a/b');
    await mirror.refresh();
    work.git('branch', '-m', 'a/b', 'a');
    await mirror.refresh();
    expect(await branches(repository)).toEqual({ a: commit, main: commit });
    work.git('branch', '-m', 'a', 'a/c');
    await mirror.refresh();
    expect(await branches(repository)).toEqual({ 'a/c': commit, main: commit });
  });

  test('that packs its refs and objects is followed before and after', async () => {
    const { work, mirror, repository } = await follow();
    work.commit({ 'a.yaml': '1' });
    await mirror.refresh();
    const second = work.commit({ 'a.yaml': '2' });
    work.git('gc', '--quiet', '--prune=now');
    await mirror.refresh();
    expect(await branches(repository)).toEqual({ main: second });
    const third = work.commit({ 'a.yaml': '3' });
    await mirror.refresh();
    expect(await branches(repository)).toEqual({ main: third });
  });

  test('is followed after `git gc` has packed the refs of our own repository', async () => {
    const { work, mirror, repository } = await follow();
    work.commit({ 'a.yaml': '1' });
    work.git('branch', 'side');
    await mirror.refresh();
    work.git('--git-dir', repository.dir, 'gc', '--quiet', '--prune=now');
    work.git('branch', '-D', 'side');
    const second = work.commit({ 'a.yaml': '2' });
    await mirror.refresh();
    expect(await branches(repository)).toEqual({ main: second });
    expect(work.git('--git-dir', repository.dir, 'fsck', '--full')).toBe('');
  });

  test('with SHA-256 object names is refused in words', async () => {
    const sha256 = WorkTree.create(undefined, '--object-format=sha256');
    sha256.commit({ 'a.yaml': '1' });
    const { mirror } = await follow(sha256);
    await expect(mirror.refresh()).rejects.toMatchObject({
      code: 'git_failed',
      message: expect.stringMatching(/^The repository of (?!\S*\/refs\/)\S+ uses SHA-256 object names/),
      hints: [expect.stringContaining('SHA-1')],
    });
  });

  test('that is not there is a git_failed that names it', async () => {
    const { work, mirror, remote, repository } = await follow();
    const commit = work.commit({ 'a.yaml': '1' });
    await mirror.refresh();
    rmSync(work.dir, { recursive: true });
    const failure = mirror.refresh();
    await expect(failure).rejects.toMatchObject({ code: 'git_failed' });
    await expect(failure).rejects.toThrow(remote.location);
    expect(await branches(repository)).toEqual({ main: commit });
  });

  test('that has lost all its branches leaves us ours', async () => {
    const { work, mirror, repository } = await follow();
    const commit = work.commit({ 'a.yaml': '1' });
    await mirror.refresh();
    work.git('update-ref', '-d', 'refs/heads/main');
    await expect(mirror.refresh()).rejects.toMatchObject({ code: 'git_failed' });
    expect(await branches(repository)).toEqual({ main: commit });
  });

  async function follow(work = WorkTree.create()) {
    const dir = join(temporaryFolder(), 'repository.git');
    const repository = await openRepository(dir);
    const remote = await openRemote(await getAddress(work), { gitDir: dir, baseDir: '/' });
    return { work, repository, remote, mirror: new Mirror(repository, remote) };
  }
});

async function branches(repository: Repository): Promise<Record<string, string>> {
  return Object.fromEntries(await repository.listBranches());
}
