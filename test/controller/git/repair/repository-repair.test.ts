import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openRepository } from '../../../../controller/git/index.js';
import { InProcessReader } from '../../../../controller/git/objects/object-reader.js';
import { collectObjectFiles, listObjectIds } from '../../../../controller/git/repair/object-files.js';
import type { Problem } from '../../../../controller/problems/index.js';
import { serveGit } from '../git-http-server.js';
import {
  committed,
  empty,
  type Followed,
  getPacks,
  looseFile,
  open,
  overwrite,
  passOver,
  readAll,
  remoteWithFiles,
  unpack,
} from './repair-fixture.js';

/** Each damages the repository at `dir`, whose branch `main` is at `tip`. */
const damages: Record<string, (dir: string, tip: string) => void> = {
  'bytes of a pack': (dir) => overwrite(getPacks(dir)[0]),
  'the index of a pack': (dir) => overwrite(getPacks(dir, '.idx')[0]),
  'an empty index of a pack': (dir) => empty(getPacks(dir, '.idx')[0] ?? ''),
  'a missing pack with its index': (dir) => {
    for (const path of [...getPacks(dir), ...getPacks(dir, '.idx')]) rmSync(path);
  },
  'a missing pack': (dir) => rmSync(getPacks(dir)[0] ?? ''),
  'a truncated object in a file of its own': (dir, tip) => {
    unpack(dir);
    overwrite(looseFile(dir, getTree(dir, tip)));
  },
  'an empty object in a file of its own': (dir, tip) => {
    unpack(dir);
    empty(looseFile(dir, getTree(dir, tip)));
  },
  'an empty ref': (dir) => writeFileSync(join(dir, 'refs/heads/main'), ''),
  'a ref without a commit': (dir) => writeFileSync(join(dir, 'refs/heads/main'), 'nonsense\n'),
};

describe.each(['a path', 'http'])('with a remote at %s', (transport) => {
  test.each(Object.entries(damages))('%s: everything is fetched again and can be read', async (_, damage) => {
    const { work, bare, root, dir } = await remoteWithFiles();
    const address = transport === 'http' ? `${(await serveGit(root)).origin}/remote.git` : bare;
    const before = await follow(dir, address);
    await before.mirror.refresh();
    await before.close();
    damage(dir, work.head());

    const followed = await follow(dir, address);
    const { mirror, repository, begun, outcomes, repair } = followed;
    await passOver(followed);
    expect(await repository.resolveRef('main')).toBe(work.head());
    expect(await readAll(repository, work.head())).toHaveLength(120);
    expect(begun).toHaveLength(1);
    expect(outcomes).toMatchObject([{ branches: 1, kept: undefined }]);
    expect(repair.state.phase).toBe('whole');
    expect(fsck(dir)).toBe('');
    expect(readdirSync(dirname(dir))).toEqual(['repository.git']);
    // It goes on as before.
    const next = work.commit({ 'environments/0/env-0.yaml': 'kind: environment\nname: next\n' });
    work.git('push', '--quiet', 'origin', 'main');
    await mirror.refresh();
    expect(await repository.resolveRef('main')).toBe(next);
    expect(outcomes).toHaveLength(1);
  });
});

test('commits, branches and kept commits that only the local repository has are copied', async () => {
  const { work, bare, dir } = await remoteWithFiles();
  const { mirror, repository } = await follow(dir, bare);
  await mirror.refresh();
  const [fetched] = getPacks(dir);
  const ours = [await committed(repository, 'a.yaml', '1'), await committed(repository, 'a.yaml', '2')];
  await repository.writer.createBranch('proposal/one', work.head());
  const proposal = await committed(repository, 'p.yaml', 'p', { branch: 'proposal/one' });
  const strayed = await repository.writer.buildOn(work.head(), [
    {
      changes: [{ path: 's.yaml', content: Buffer.from('s') }],
      author: { name: 'A', email: 'a@x' },
      message: 's',
    },
  ]);
  const stray = strayed[0]?.ok ? strayed[0].commit : '';
  await repository.noteDetached('main', stray);
  await repository.keepDisplaced(stray);
  overwrite(fetched);
  await repository.close();

  const after = await follow(dir, bare);
  await passOver(after);
  expect(after.outcomes).toMatchObject([{ localCommits: 4, kept: undefined }]);
  expect(await after.repository.resolveRef('main')).toBe(ours[1]);
  expect(await after.repository.resolveRef('proposal/one')).toBe(proposal);
  expect(await after.repository.detachedCommits()).toEqual([{ branch: 'main', commit: stray }]);
  expect((await after.repository.readCommit(ours[1] ?? '')).change).toBeDefined();
  expect(fsck(dir)).toBe('');
  expect(readdirSync(dirname(dir))).toEqual(['repository.git']);
});

test('commits whose pack lost its index are found again', async () => {
  const { bare, dir } = await remoteWithFiles();
  const { mirror, repository } = await follow(dir, bare);
  await mirror.refresh();
  const ours = await committed(repository, 'a.yaml', '1');
  await repository.close();
  for (const index of getPacks(dir, '.idx')) overwrite(index);

  const after = await follow(dir, bare);
  await passOver(after);
  expect(await after.repository.resolveRef('main')).toBe(ours);
  expect(after.outcomes).toMatchObject([{ localCommits: 1, kept: undefined }]);
  expect(fsck(dir)).toBe('');
});

test('a branch whose ref is empty is at the commit of the remote, and a commit that was not pushed is kept and named', async () => {
  const { work, bare, dir } = await remoteWithFiles();
  const { mirror, repository } = await follow(dir, bare);
  await mirror.refresh();
  await committed(repository, 'a.yaml', '1');
  const ours = await committed(repository, 'a.yaml', '2');
  await repository.close();
  empty(join(dir, 'refs/heads/main'));

  const after = await follow(dir, bare);
  await passOver(after);
  expect(await after.repository.resolveRef('main')).toBe(work.head());
  expect(git(dir, 'rev-parse', `refs/displaced/${ours}`)).toBe(ours);
  expect(after.outcomes).toMatchObject([{ recovered: [ours] }]);
  expect(after.repair.kept).toMatchObject([
    { lost: [{ ref: 'refs/heads/main', reason: expect.stringContaining(ours) }] },
  ]);
});

test.each(['a start', 'the same process'])(
  'in %s, the commit of a closed proposal never becomes that of a branch whose ref is empty',
  async (place) => {
    const { work, bare, dir } = await remoteWithFiles();
    const before = await follow(dir, bare);
    await before.mirror.refresh();
    await before.repository.writer.createBranch('proposal/closed', work.head());
    const rejected = await committed(before.repository, 'p.yaml', 'p', { branch: 'proposal/closed' });
    rmSync(join(dir, 'refs/heads/proposal/closed'));
    if (place === 'a start') await before.close();
    empty(join(dir, 'refs/heads/main'));

    const followed = place === 'a start' ? await follow(dir, bare) : before;
    if (place !== 'a start') await followed.repair.begin();
    await passOver(followed);
    expect(await followed.repository.resolveRef('main')).toBe(work.head());
    expect(git(dir, 'for-each-ref', '--points-at', rejected, '--format=%(refname)')).toBe(
      `refs/displaced/${rejected}`,
    );
    expect(git(dir, 'show', `${rejected}:p.yaml`)).toBe('p');
    expect(followed.outcomes).toMatchObject([{ recovered: [rejected] }]);
  },
);

test('a branch whose ref is empty does not go back to an older commit of its own', async () => {
  const { work, bare, dir } = await remoteWithFiles();
  const { mirror, repository } = await follow(dir, bare);
  await mirror.refresh();
  const old = await committed(repository, 'a.yaml', '1');
  git(dir, 'pack-refs', '--all');
  git(dir, 'update-ref', 'refs/heads/main', work.head());
  await repository.close();
  empty(join(dir, 'refs/heads/main'));

  const after = await follow(dir, bare);
  await passOver(after);
  expect(await after.repository.resolveRef('main')).toBe(work.head());
  expect(git(dir, 'rev-parse', `refs/displaced/${old}`)).toBe(old);
});

test('a commit that cannot be read anywhere is named, the one before and the old folder stay', async () => {
  const { work, bare, dir } = await remoteWithFiles();
  const { mirror, repository } = await follow(dir, bare);
  await mirror.refresh();
  const first = await committed(repository, 'a.yaml', '1');
  const known = getPacks(dir);
  const second = await committed(repository, 'a.yaml', 'some longer text\n'.repeat(20));
  await repository.close();
  const pack = getPacks(dir).find((path) => !known.includes(path));
  rmSync(pack ?? '');
  rmSync(pack?.replace(/pack$/, 'idx') ?? '');

  const after = await follow(dir, bare);
  await passOver(after);
  const lost = [{ ref: 'refs/heads/main', commit: second }];
  expect(after.outcomes).toMatchObject([{ kept: { lost } }]);
  expect(after.repair.kept).toMatchObject([{ lost }]);
  // The commit itself is gone, and with it the proof that the one before was on the branch.
  expect(await after.repository.resolveRef('main')).toBe(work.head());
  expect(git(dir, 'rev-parse', `refs/displaced/${first}`)).toBe(first);
  const folder = after.repair.kept[0]?.path ?? '';
  expect(existsSync(join(folder, 'objects'))).toBe(true);
  expect(git(folder, 'rev-parse', 'refs/heads/main')).toBe(second);
  expect(fsck(dir)).toBe('');
  await after.close();
  const later = await follow(dir, bare);
  expect(later.repair.kept).toMatchObject([{ lost }]);
});

test('a remote that is away: the damage is reported, and repaired when the remote is back', async () => {
  const { work, bare, dir } = await remoteWithFiles();
  const { mirror, repository, repair, begun, outcomes } = await follow(dir, bare);
  await mirror.refresh();
  overwrite(getPacks(dir)[0]);
  renameSync(bare, `${bare}.away`);
  await repository.reset();
  for (let attempt = 0; attempt < 4; attempt++) {
    await expect(readAll(repository, work.head())).rejects.toMatchObject({ code: 'git_failed' });
    await expect(mirror.refresh()).rejects.toMatchObject({ code: 'git_failed' });
  }
  expect(repair.problem?.message).toMatch(/is damaged .* could not be fetched again from .*remote\.git/);
  expect(begun).toHaveLength(1);
  renameSync(`${bare}.away`, bare);
  await mirror.refresh();
  expect(outcomes).toHaveLength(1);
  expect(repair.problem).toBeUndefined();
  expect(await readAll(repository, work.head())).toHaveLength(120);
});

test('a remote that is damaged too is named and fetched once, and its other branches are followed', async () => {
  const { work, bare, dir } = await remoteWithFiles();
  const { address, counts } = await countedRemote(bare);
  const { mirror, repository, repair } = await follow(dir, address);
  await mirror.refresh();
  expect(counts.fetches).toBe(1);
  unpackRemote(bare, getBlob(bare, work.head(), 'environments/0/env-0.yaml'));
  overwrite(getPacks(dir)[0]);
  await repository.reset();
  for (let attempt = 0; attempt < 6; attempt++) {
    await readAll(repository, work.head()).catch(() => undefined);
    await mirror.refresh();
  }
  expect(repair.problem?.message).toContain(`${address} is damaged too`);
  expect(repair.problem?.hints.join()).toContain('git fsck');
  expect(counts.fetches).toBe(1 + 1);
  work.git('push', '--quiet', 'origin', 'main:other');
  await mirror.refresh().catch(() => undefined);
  expect(repair.state.phase).toBe('damaged');
  expect(await repository.resolveRef('other')).toBe(work.head());
});

test('a remote that was damaged and moved is taken at once when it is whole again', async () => {
  const { work, bare, dir } = await remoteWithFiles();
  const { address } = await countedRemote(bare);
  const { mirror, repository, repair } = await follow(dir, address);
  await mirror.refresh();
  unpack(bare);
  const damaged = looseFile(bare, getTree(bare, work.head()));
  const sound = readFileSync(damaged);
  empty(damaged);
  overwrite(getPacks(dir)[0]);
  await repository.reset();
  await readAll(repository, work.head()).catch(() => undefined);
  for (const branch of ['one', 'two', 'three', 'four']) {
    await mirror.refresh().catch(() => undefined);
    expect(repair.problem?.message).toContain('is damaged too');
    execFileSync('git', ['--git-dir', bare, 'update-ref', `refs/heads/${branch}`, work.head()]);
  }
  writeFileSync(damaged, sound);
  await mirror.refresh();
  expect(repair.state).toEqual({ phase: 'whole' });
  expect(await readAll(repository, work.head())).toHaveLength(120);
});

test('a repair that fails after its fetch counts: the remote is not fetched again and again', async () => {
  const { work, bare, dir } = await remoteWithFiles();
  // Each time, the folder with the fetched objects cannot get its name.
  const inTheWay = () => mkdirSync(`${dir}.fetched/in-the-way`, { recursive: true });
  const { address, counts } = await countedRemote(bare, inTheWay);
  const { mirror, repository, repair } = await follow(dir, address);
  await mirror.refresh();
  overwrite(getPacks(dir)[0]);
  await repository.reset();
  for (let attempt = 0; attempt < 6; attempt++) {
    await readAll(repository, work.head()).catch(() => undefined);
    await mirror.refresh();
  }
  expect(counts.fetches).toBe(1 + 3);
  expect(repair.problem?.message).toMatch(
    /fetched again 3 times within an hour .* the last attempt failed: .*ENOTEMPTY/,
  );
  const next = work.commit({ 'environments/new.yaml': 'kind: environment\nname: new\n' });
  work.git('push', '--quiet', 'origin', 'main');
  await mirror.refresh();
  expect(await repository.resolveRef('main')).toBe(next);
});

test('an object that nothing needs causes no repair', async () => {
  const { bare, dir } = await remoteWithFiles();
  const { mirror, repository, repair, begun } = await follow(dir, bare);
  await mirror.refresh();
  const missing = await repository.readCommit('1'.repeat(40)).catch((cause: unknown) => cause);
  expect(repair.suspect(missing)).toBe(true);
  await mirror.refresh();
  expect(begun).toEqual([]);
  // Not checked again and again.
  expect(repair.suspect(missing)).toBe(false);
});

test('the text of an unreadable object has no request to report a fault of a library', async () => {
  const { work, bare, dir } = await remoteWithFiles();
  const { mirror, repository } = await follow(dir, bare);
  await mirror.refresh();
  overwrite(getPacks(dir)[0]);
  await repository.reset();
  const texts: string[] = [];
  const failure = await readAll(repository, work.head()).catch((cause: unknown) => cause);
  for (let at = failure; at instanceof Error; at = at.cause) texts.push(at.message, at.stack ?? '');
  expect(texts).not.toEqual([]);
  expect(texts.join('\n')).not.toMatch(/isomorphic-git.*(?:report|issue)|file an issue/i);
});

test('the hint for an unreadable object promises a repair only where there is a remote', async () => {
  const { work, bare, dir } = await remoteWithFiles();
  const { mirror, close } = await open(dir, bare);
  await mirror.refresh();
  await close();
  overwrite(getPacks(dir)[0]);
  const getHints = async (isRepaired: boolean) => {
    const repository = await openRepository(dir, { isRepaired });
    onTestFinished(() => repository.close());
    const failure = await readAll(repository, work.head()).catch((cause: unknown) => cause);
    return (failure as Problem).hints.join();
  };
  expect(await getHints(false)).not.toContain('Git.Remote');
  expect(await getHints(true)).toContain('svc replaces damaged objects by those of `Git.Remote`');
});

test('sound objects of a damaged pack are found without the git program too', async () => {
  const { bare, dir, root } = await remoteWithFiles();
  const { mirror, close } = await open(dir, bare);
  await mirror.refresh();
  await close();
  const [pack] = getPacks(dir);
  overwrite(pack);
  const collected = join(root, 'collected.git');
  await collectObjectFiles([join(dir, 'objects')], collected);
  const reader = new InProcessReader(collected);
  const ids = [...(await listObjectIds(join(collected, 'objects')))];
  const read = await Promise.allSettled(ids.map((id) => reader.read([id])));
  await reader.close();
  const sound = read.filter(({ status }) => status === 'fulfilled').length;
  expect(sound).toBeGreaterThan(0);
  expect(sound).toBeLessThan(ids.length);
});

async function follow(dir: string, address: string): Promise<Followed> {
  const followed = await open(dir, address);
  onTestFinished(() => followed.close());
  return followed;
}

/** Serves the remote and counts the fetches. @param fetching called at the begin of each */
async function countedRemote(
  bare: string,
  fetching = () => {},
): Promise<{ address: string; counts: { fetches: number } }> {
  const counts = { fetches: 0 };
  const server = await serveGit(dirname(bare), {
    intercept: ({ method, url }) => {
      if (method === 'POST' && url?.endsWith('git-upload-pack')) {
        counts.fetches++;
        fetching();
      }
      return false;
    },
  });
  return { address: `${server.origin}/remote.git`, counts };
}

function getBlob(dir: string, commit: string, path: string): string {
  return git(dir, 'rev-parse', `${commit}:${path}`);
}

function getTree(dir: string, commit: string): string {
  return git(dir, 'rev-parse', `${commit}^{tree}`);
}

function unpackRemote(bare: string, damaged: string): void {
  unpack(bare);
  empty(looseFile(bare, damaged));
}

function fsck(dir: string): string {
  return git(dir, 'fsck', '--strict', '--full', '--no-dangling', '--no-progress');
}

function git(dir: string, ...args: string[]): string {
  return execFileSync('git', ['--git-dir', dir, ...args], { encoding: 'utf8' }).trim();
}
