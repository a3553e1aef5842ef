import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { expect, onTestFinished, test } from 'vitest';
import { defaultSettings } from '../../../../controller/settings/index.js';
import {
  openBranches,
  type PackageManifest,
  packageFiles,
  requireSource,
} from '../../../../controller/sources/index.js';
import { manyFiles, temporaryFolder, WorkTree } from '../../git/git-fixture.js';

test('a package holds every file of the revision under its path, and a manifest at its end', async () => {
  const { work, source } = await follow();
  const files = {
    ...manyFiles(450),
    'folios/ümlaut name.md': '# Hällo\n',
    'notes.exe': 'not ours',
    'empty.yaml': '',
  };
  const revision = work.commit(files);
  await source.observe();
  const { entries, manifest } = await unpack(await buffer(packageFiles(source, revision)));
  const { 'notes.exe': _, ...packaged } = files;
  expect(Object.fromEntries([...entries].slice(0, -1))).toEqual(packaged);
  expect([...entries.keys()].at(-1)).toBe('manifest.json');
  expect(manifest).toMatchObject({ formatVersion: 1, branch: 'main', revision });
  expect(manifest).not.toHaveProperty('path');
  for (const { path, size, sha256 } of manifest.files) {
    const content = entries.get(path) ?? '';
    expect({ size, sha256 }).toEqual({
      size: Buffer.byteLength(content),
      sha256: createHash('sha256').update(content).digest('hex'),
    });
  }
  expect(manifest.files).toHaveLength(452);
});

test('the same revision makes the same bytes, also elsewhere and later', async () => {
  const { work, source } = await follow();
  const revision = work.commit(manyFiles(20));
  await source.observe();
  const first = await buffer(packageFiles(source, revision));
  const other = await follow(work);
  work.commit({ 'later.yaml': '1' });
  await other.source.observe();
  expect((await buffer(packageFiles(other.source, revision))).equals(first)).toBe(true);
});

test('a package of a branch with a link and a submodule holds its files', async () => {
  const { work, source } = await follow();
  work.commit({ 'a.yaml': '1' });
  for (const one of [`120000,${work.git('rev-parse', 'HEAD:a.yaml')},b.yaml`, `160000,${work.head()},sub`]) {
    work.git('update-index', '--add', '--cacheinfo', one);
  }
  work.git('commit', '--quiet', '-m', 'links');
  await source.observe();
  const { manifest } = await unpack(await buffer(packageFiles(source, work.head())));
  expect(manifest.files.map(({ path }) => path)).toEqual(['a.yaml']);
});

test('a revision that is not there ends the stream in an error', async () => {
  const { source } = await follow();
  await expect(buffer(packageFiles(source, 'a'.repeat(40)))).rejects.toMatchObject({ code: 'git_failed' });
});

async function follow(work = WorkTree.create()) {
  const branches = await openBranches({
    ...defaultSettings,
    DataDirectory: temporaryFolder(),
    Git: { ...defaultSettings.Git, Remote: work.dir, Branch: 'main' },
  });
  onTestFinished(() => branches.close());
  return { work, source: requireSource(branches, 'main') };
}

async function unpack(
  bytes: Uint8Array,
): Promise<{ entries: Map<string, string>; manifest: PackageManifest }> {
  const entries = new Map<string, string>();
  const archive = extract();
  archive.end(gunzipSync(bytes));
  for await (const entry of archive) entries.set(entry.header.name, (await buffer(entry)).toString());
  return { entries, manifest: JSON.parse(entries.get('manifest.json') ?? '') };
}
