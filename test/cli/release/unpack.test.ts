import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownPlatform } from '../../../cli/release/repository/offers.js';
import { fetch } from '../../../cli/release/update/fetch.js';
import { temporaryFolder } from '../test-io.js';
import { contextFor, getCode, getDirVersion } from './installation.js';
import { ReleaseRepository } from './release-repository.js';
import type { SampleRelease } from './sample-release.js';

const top = `svc-1.0.0-${ownPlatform}`;
type Entry = NonNullable<SampleRelease['extra']>[number];

/** Fetches a signed release with further entries, and resolves with the code of the problem. */
async function fetchWith(...extra: Entry[]): Promise<{ code: string; dir: string }> {
  const repository = new ReleaseRepository(temporaryFolder());
  await repository.publish([{ version: '1.0.0', extra }]);
  const dir = temporaryFolder();
  return { code: await getCode(fetch(contextFor(dir, repository), { url: repository.address })), dir };
}

const unsafe: Readonly<Record<string, readonly Entry[]>> = {
  'a path above the folder': [{ header: { name: `${top}/../../outside` }, content: 'x' }],
  'an absolute path': [{ header: { name: '/tmp/svc-outside' }, content: 'x' }],
  'a file beside the top folder': [{ header: { name: 'other/file' }, content: 'x' }],
  'a path with a backslash': [{ header: { name: `${top}/..\\outside` }, content: 'x' }],
  'a link out of the release': [{ header: { name: `${top}/a`, type: 'symlink', linkname: '../../..' } }],
  'an absolute link': [{ header: { name: `${top}/a`, type: 'symlink', linkname: '/etc/passwd' } }],
  'a file below a link': [
    { header: { name: `${top}/a`, type: 'symlink', linkname: 'bin' } },
    { header: { name: `${top}/a/svc2` }, content: 'x' },
  ],
  'a hard link': [{ header: { name: `${top}/a`, type: 'link', linkname: `${top}/bin/svc` } }],
  'a device': [{ header: { name: `${top}/a`, type: 'character-device' } }],
  'a pipe': [{ header: { name: `${top}/a`, type: 'fifo' } }],
  'a file twice': [{ header: { name: `${top}/bin/svc` }, content: 'x' }],
};

test.each(Object.entries(unsafe))('an archive with %s is not unpacked', async (_, extra) => {
  const { code, dir } = await fetchWith(...extra);
  expect(code).toBe('release_archive_unsafe');
  expect(readdirSync(join(dir, 'releases'))).toEqual([]);
  expect(existsSync(join(dir, 'current'))).toBe(false);
});

test('a link within the release is unpacked', async () => {
  const link = { name: `${top}/bin/alias`, type: 'symlink' as const, linkname: 'svc' };
  const { code, dir } = await fetchWith({ header: link });
  expect(code).toBe('none');
  expect(await getDirVersion(dir)).toBe('1.0.0');
});
