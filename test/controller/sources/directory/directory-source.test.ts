import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPlain } from '../../../../controller/sources/directory/folder-files.js';
import { FolderScanner } from '../../../../controller/sources/directory/folder-scanner.js';
import { DirectorySource } from '../../../../controller/sources/index.js';
import { eventually, temporaryFolder, WorkTree } from '../../git/git-fixture.js';

test('its blob ids are those Git would give', async () => {
  const work = WorkTree.create();
  work.commit({ 'a.yaml': 'x\r\n' });
  const source = new DirectorySource('live', work.dir);
  const files = await source.files(await source.observe());
  expect(files).toEqual([{ path: 'a.yaml', blobId: work.head('HEAD:a.yaml') }]);
});

test('its revision depends on paths and contents, not on times or on the folder', async () => {
  const [one, two] = [open({ 'a.yaml': '1', 'b.yaml': '2' }), open({ 'b.yaml': '2', 'a.yaml': '1' })];
  utimesSync(join(one.folder, 'a.yaml'), new Date(0), new Date(0));
  expect(await one.source.observe()).toBe(await two.source.observe());
  renameSync(join(two.folder, 'a.yaml'), join(two.folder, 'c.yaml'));
  expect(await two.source.observe()).not.toBe(await one.source.observe());
});

test('a link out of the folder is not followed; one to a file inside is', async () => {
  const outside = temporaryFolder();
  writeFileSync(join(outside, 'secret.yaml'), 'secret');
  const { source, folder } = open({ '..data/a.yaml': 'inside' });
  symlinkSync(join(outside, 'secret.yaml'), join(folder, 'file.yaml'));
  symlinkSync(outside, join(folder, 'folder'));
  symlinkSync('/nowhere', join(folder, 'broken.yaml'));
  symlinkSync('..data/a.yaml', join(folder, 'a.yaml'));
  const files = await source.files(await source.observe());
  expect(files.map((file) => file.path)).toEqual(['a.yaml']);
});

test('a link put in the place of a file is not opened', async () => {
  const { folder } = open({ 'a.yaml': '1' });
  symlinkSync('a.yaml', join(folder, 'link.yaml'));
  expect(await readPlain(join(folder, 'link.yaml'))).toBeUndefined();
});

test('a folder that does not exist, or is gone, is a directory_failed and not an empty one', async () => {
  const { source, folder } = open({ 'a.yaml': '1' });
  await source.observe();
  rmSync(folder, { recursive: true });
  await expect(source.observe()).rejects.toMatchObject({ code: 'directory_failed' });
});

test('a file that is away for a moment, as while an editor saves, is not taken for deleted', async () => {
  const { source, folder } = open({ 'a.yaml': '1', 'b.yaml': '1' });
  await source.observe();
  renameSync(join(folder, 'a.yaml'), join(folder, 'a.yaml~'));
  truncateSync(join(folder, 'b.yaml'));
  const observed = source.observe();
  setTimeout(() => {
    writeFileSync(join(folder, 'a.yaml'), '2');
    writeFileSync(join(folder, 'b.yaml'), '2');
  }, 30);
  const files = await source.files(await observed);
  const text = await source.read(files.map((file) => String(file.blobId)));
  expect(files.map((file) => file.path)).toEqual(['a.yaml', 'b.yaml']);
  expect([...text.values()].map(String)).toEqual(['2']);
});

test('a file that stays away is deleted', async () => {
  const { source, folder } = open({ 'a.yaml': '1' });
  await source.observe();
  rmSync(join(folder, 'a.yaml'));
  expect(await source.files(await source.observe())).toEqual([]);
});

test('a change of the same length in the same instant is seen', async () => {
  const { source, folder } = open({ 'a.yaml': '0' });
  let last = await source.observe();
  for (const content of ['1', '2', '3', '4', '5']) {
    writeFileSync(join(folder, 'a.yaml'), content);
    const next = await source.observe();
    expect(next).not.toBe(last);
    last = next;
  }
});

test('once the clock has moved on, only files that changed are read again', async () => {
  const { folder } = open({ 'a.yaml': '1', 'b.yaml': '2' });
  const scanner = new FolderScanner(folder);
  const scan = async () => {
    const found = await scanner.scan();
    scanner.accept(found);
    return [...found.contents.values()].map(String);
  };
  expect((await scan()).sort()).toEqual(['1', '2']);
  await eventually(async () => (await scan()).length === 0);
  writeFileSync(join(folder, 'b.yaml'), '3');
  expect(await scan()).toEqual(['3']);
});

test('the bytes of texts are not kept in memory', async () => {
  const { folder } = open({ 'a.yaml': '1', 'notes.md': 'long' });
  const { changes, contents } = await new FolderScanner(folder).scan();
  expect([...changes.keys()].sort()).toEqual(['a.yaml', 'notes.md']);
  expect([...contents.values()].map(String)).toEqual(['1']);
});

test('a file that changes between scan and read is a failure to try again, not a wrong content', async () => {
  const { source, folder } = open({ 'a.yaml': '1' });
  const files = await source.files(await source.observe());
  const ids = files.map((file) => file.blobId);
  await source.read(ids.map(String));
  writeFileSync(join(folder, 'a.yaml'), '2');
  await expect(source.read(ids.map(String))).rejects.toMatchObject({
    code: 'directory_failed',
    retry: 'backoff',
  });
});

test('new folders are watched too', async () => {
  const { source, folder } = open({});
  let notified = 0;
  onTestFinished(source.watch(() => void notified++));
  await eventually(() => notified > 0);
  mkdirSync(join(folder, 'new/deep'), { recursive: true });
  await eventually(async () => {
    writeFileSync(join(folder, 'new/deep/a.yaml'), `${Math.random()}`);
    const before = notified;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return notified > before && (await source.files(await source.observe())).length === 1;
  });
});

function open(files: Readonly<Record<string, string>>): { source: DirectorySource; folder: string } {
  const work = new WorkTree(temporaryFolder());
  work.write(files);
  return { source: new DirectorySource('live', work.dir), folder: work.dir };
}
