import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DirectorySource } from '../../../../controller/sources/index.js';
import { eventually, temporaryFolder } from '../../git/git-fixture.js';

function write(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

async function getPaths(source: DirectorySource): Promise<string[]> {
  return (await source.files(await source.observe())).map(({ path }) => path);
}

test('only the files of the folder in Git.Path count, with their paths from the folder above', async () => {
  const folder = temporaryFolder();
  write(folder, {
    'a.yaml': '1',
    'ops/svc/b.yaml': '1',
    'ops/svc/.svcignore': 'drafts/\n',
    'ops/svc/drafts/c.yaml': '1',
  });
  const source = new DirectorySource('live', folder, { path: 'ops/svc' });
  expect(await getPaths(source)).toEqual(['ops/svc/b.yaml']);
});

test('a folder of Git.Path that does not exist is empty, until it does and after it is gone', async () => {
  const folder = temporaryFolder();
  const source = new DirectorySource('live', folder, { path: 'ops/svc' });
  expect(await getPaths(source)).toEqual([]);
  write(folder, { 'ops/svc/b.yaml': '1' });
  expect(await getPaths(source)).toEqual(['ops/svc/b.yaml']);
  rmSync(join(folder, 'ops'), { recursive: true });
  expect(await getPaths(source)).toEqual([]);
  rmSync(folder, { recursive: true });
  await expect(source.observe()).rejects.toMatchObject({ code: 'directory_failed' });
});

test('a file in the place of the folder of Git.Path is a directory_failed', async () => {
  const folder = temporaryFolder();
  write(folder, { ops: 'a file' });
  const source = new DirectorySource('live', folder, { path: 'ops' });
  await expect(source.observe()).rejects.toThrow('it is not a folder');
});

test('while the folder is watched, a change of .svcignore alone moves files out and in', async () => {
  const folder = temporaryFolder();
  write(folder, { 'a.yaml': '1', 'drafts/b.yaml': '1' });
  const source = new DirectorySource('live', folder);
  onTestFinished(source.watch(() => {}));
  await eventually(() => !source.mayHaveMoved() || source.observe().then(() => false));
  expect(await getPaths(source)).toEqual(['a.yaml', 'drafts/b.yaml']);
  write(folder, { '.svcignore': 'drafts/\n' });
  await eventually(async () => (await getPaths(source)).length === 1);
  write(folder, { '.svcignore': '# none\n' });
  await eventually(async () => (await getPaths(source)).length === 2);
});

test('a .svcignore that cannot be applied is a failure that names the line, and the files before stay known', async () => {
  const folder = temporaryFolder();
  write(folder, { 'a.yaml': '1' });
  const source = new DirectorySource('live', folder);
  await source.observe();
  write(folder, { '.svcignore': 'fine\n*a*a*a*a*b\n' });
  await expect(source.observe()).rejects.toThrow('.svcignore:2');
  expect((await source.files((await source.readKnownRevision()) ?? '')).length).toBe(1);
});
