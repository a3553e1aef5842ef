import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Mirror, openRemote, openRepository, shareWatch, watchRefs } from '../../../controller/git/index.js';
import { DirectorySource, GitSource, OverlaySource } from '../../../controller/sources/index.js';
import type { Source, TreeChange } from '../../../controller/sources/source/source.js';
import { eventually, manyFiles, temporaryFolder, WorkTree } from '../git/git-fixture.js';

interface Subject {
  source: Source;
  /** Makes these files the newest state; `null` deletes one. */
  change(files: Readonly<Record<string, string | null>>): void;
}

const subjects: Record<string, () => Promise<Subject>> = {
  'a Git branch with a remote on this machine': async () => {
    const work = WorkTree.create();
    const dir = join(temporaryFolder(), 'repository.git');
    const repository = await openRepository(dir);
    const mirror = new Mirror(repository, await openRemote(work.dir, { gitDir: dir, baseDir: '/' }));
    const watched = [repository.directories, ...(mirror.remote.local ? [mirror.remote.local] : [])];
    const watches = watched.map((one) => shareWatch((notify) => watchRefs(one, notify)));
    const source = new GitSource('main', { repository, mirror, watches, production: 'main' });
    return { source, change: (files) => void applyTo(work.dir, files, () => work.commit()) };
  },
  'a Git branch without a remote': async () => {
    const work = WorkTree.create();
    const repository = await openRepository(join(work.dir, '.git'));
    const watches = [shareWatch((notify) => watchRefs(repository.directories, notify))];
    const source = new GitSource('main', { repository, mirror: undefined, watches, production: 'main' });
    return { source, change: (files) => void applyTo(work.dir, files, () => work.commit()) };
  },
  'a work tree over its own repository': async () => {
    const work = WorkTree.create();
    work.commit({ 'below.txt': 'not seen: the work tree has it not' });
    work.git('rm', '--quiet', 'below.txt');
    const source = await overlay(work.dir, work.dir, true);
    return { source, change: (files) => void applyTo(work.dir, files, () => undefined) };
  },
  'a folder over a branch without files': async () => {
    const work = WorkTree.create();
    work.commit();
    const folder = temporaryFolder();
    const source = await overlay(work.dir, folder, false);
    return { source, change: (files) => void applyTo(folder, files, () => undefined) };
  },
  'a branch below a folder without files': async () => {
    const work = WorkTree.create();
    const source = await overlay(work.dir, temporaryFolder(), false);
    return { source, change: (files) => void applyTo(work.dir, files, () => work.commit()) };
  },
  'a plain folder': async () => {
    const work = new WorkTree(temporaryFolder());
    return {
      source: new DirectorySource('live', work.dir),
      change: (files) => void applyTo(work.dir, files, () => undefined),
    };
  },
};

describe.each(Object.entries(subjects))('%s', (_, open) => {
  test('without files has a revision all the same, and no files', async () => {
    const { source } = await open();
    expect(await source.files(await source.observe())).toEqual([]);
  });

  test('gives its files, and their bytes by blob id', async () => {
    const { source, change } = await open();
    change({ 'a.yaml': 'ünï', 'b/c.json': '{}', 'b/d.md': '#', '.hidden/d.yaml': 'x', 'svc.yaml': 'x' });
    const files = await source.files(await source.observe());
    expect(files.map((file) => file.path).sort()).toEqual(['a.yaml', 'b/c.json', 'b/d.md']);
    const blobs = await source.read(files.map((file) => String(file.blobId)));
    const text = files.map((file) => Buffer.from(blobs.get(String(file.blobId)) ?? []).toString());
    expect(text.sort()).toEqual(['#', 'ünï', '{}'].sort());
  });

  test('has the same revision while nothing changes, and another when something does', async () => {
    const { source, change } = await open();
    change({ 'a.yaml': '1' });
    const first = await source.observe();
    expect(await source.observe()).toBe(first);
    expect(await source.readKnownRevision()).toBe(first);
    change({ 'a.yaml': '2' });
    expect(await source.observe()).not.toBe(first);
  });

  test('tells what differs between two revisions, also when one lies in between', async () => {
    const { source, change } = await open();
    change({ 'kept.yaml': '0', 'changed.yaml': '1', 'gone.yaml': '2' });
    const first = await source.observe();
    await source.files(first);
    change({ 'changed.yaml': '1b' });
    await source.observe();
    change({ 'changed.yaml': '1c', 'gone.yaml': null, 'new/one.yaml': '3' });
    const last = await source.observe();
    const changes = await source.changes(first, last);
    expect(await described(source, changes)).toEqual(['changed.yaml=1c', 'gone.yaml', 'new/one.yaml=3']);
    expect(await source.changes(last, last)).toEqual([]);
  });

  test('goes back to an earlier state', async () => {
    const { source, change } = await open();
    change({ 'a.yaml': '1' });
    await source.observe();
    change({ 'a.yaml': '2' });
    const second = await source.observe();
    change({ 'a.yaml': '1' });
    const third = await source.observe();
    expect(await described(source, await source.changes(second, third))).toEqual(['a.yaml=1']);
  });

  test('reads a thousand files, and one that changed', async () => {
    const { source, change } = await open();
    change(manyFiles(1_000));
    const first = await source.observe();
    const files = await source.files(first);
    expect((await source.read(files.map((file) => String(file.blobId)))).size).toBe(1_000);
    change({ 'environments/3/env-150.yaml': 'kind: environment\nname: changed\n' });
    expect(await source.changes(first, await source.observe())).toHaveLength(1);
  });

  test('notifies of a change, and says that it may have moved until it is looked at', async () => {
    const { source, change } = await open();
    change({ 'a.yaml': '1' });
    let notified = 0;
    onTestFinished(source.watch(() => void notified++));
    await quiet(source);
    const before = notified;
    change({ 'a.yaml': '2' });
    await eventually(() => notified > before);
    expect(source.mayHaveMoved()).toBe(true);
    await quiet(source);
    expect(source.mayHaveMoved()).toBe(false);
  });

  test('is silent after its watch was ended', async () => {
    const { source, change } = await open();
    change({ 'a.yaml': '1' });
    let silent = true;
    const seen: string[] = [];
    const stop = source.watch(() => seen.push('first'));
    onTestFinished(source.watch(() => seen.push('second')));
    await quiet(source);
    stop();
    seen.length = 0;
    change({ 'a.yaml': '2' });
    await eventually(() => seen.includes('second'));
    silent = !seen.includes('first');
    expect(silent).toBe(true);
  });
});

async function overlay(dir: string, folder: string, isWorkTree: boolean): Promise<OverlaySource> {
  const repository = await openRepository(join(dir, '.git'));
  const watches = [shareWatch((notify) => watchRefs(repository.directories, notify))];
  return new OverlaySource({
    below: new GitSource('main', { repository, mirror: undefined, watches, production: 'main' }),
    folder: new DirectorySource('local', folder),
    path: folder,
    isWorkTree: async () => isWorkTree,
  });
}

/** Looks until the watches stand and all that was written has been noticed. */
async function quiet(source: Source): Promise<void> {
  let since = performance.now();
  await eventually(async () => {
    if (source.mayHaveMoved()) {
      await source.observe();
      since = performance.now();
    }
    return performance.now() - since > 150;
  });
}

async function described(source: Source, changes: readonly TreeChange[]): Promise<string[]> {
  const blobs = await source.read(
    changes.flatMap((change) => (change.blobId === undefined ? [] : String(change.blobId))),
  );
  const lines = changes.map(({ path, blobId }) =>
    blobId === undefined ? path : `${path}=${Buffer.from(blobs.get(String(blobId)) ?? [])}`,
  );
  return lines.sort();
}

function applyTo(dir: string, files: Readonly<Record<string, string | null>>, done: () => void): void {
  const work = new WorkTree(dir);
  for (const [path, content] of Object.entries(files)) {
    if (content === null) rmSync(join(dir, path));
    else work.write({ [path]: content });
  }
  done();
}

test('a branch on its way to another name is gone for a moment, and never without files', async () => {
  const work = WorkTree.create();
  work.commit({ 'a.yaml': '1' });
  const dir = join(temporaryFolder(), 'repository.git');
  const repository = await openRepository(dir);
  const mirror = new Mirror(repository, await openRemote(work.dir, { gitDir: dir, baseDir: '/' }));
  const source = new GitSource('main', { repository, mirror, watches: [], production: 'main' });
  await source.observe();
  // The state of the mirror between the deletion of the old name and the creation of the new one.
  execFileSync('git', ['update-ref', '-d', 'refs/heads/main'], { cwd: dir });
  await expect(source.observeHere()).rejects.toMatchObject({ code: 'branch_not_found' });
});
