import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeKeys } from '../../../cli/build/release/keys.js';
import { readMetadata } from '../../../cli/build/release/metadata-files.js';
import { runPublish } from '../../../cli/build/release/publish-main.js';
import { fetch } from '../../../cli/release/update/fetch.js';
import { temporaryFolder } from '../test-io.js';
import { contextFor } from './installation.js';
import { ReleaseRepository } from './release-repository.js';
import { writeArchive } from './sample-release.js';

const day = 86_400_000;

test('a repository has consistent snapshots, the lifetimes of the roles and two of three root keys', async () => {
  const repository = new ReleaseRepository(temporaryFolder());
  const now = new Date('2026-11-01T00:00:00Z');
  await repository.publish([{ version: '1.0.0', minimumVersion: '0.9.0', notes: 'First' }], now);
  await repository.publish([{ version: '1.1.0' }], now);
  expect(readdirSync(join(repository.folder, 'metadata')).sort()).toEqual([
    '1.root.json',
    '1.snapshot.json',
    '1.targets.json',
    '2.snapshot.json',
    '2.targets.json',
    'timestamp.json',
  ]);
  const { root, targets, snapshot, timestamp } = readMetadata(repository.folder);
  const days = [root, targets, snapshot, timestamp].map(
    (metadata) => (Date.parse(metadata?.signed.expires ?? '') - now.getTime()) / day,
  );
  expect(days).toEqual([365, 365, 90, 30]);
  expect(root?.signed.roles['root']).toMatchObject({ threshold: 2, keyIDs: { length: 3 } });
  const names = Object.keys(targets?.signed.targets ?? {});
  expect(names).toHaveLength(2);
  const [first] = Object.values(targets?.signed.targets ?? {});
  expect(first?.custom).toMatchObject({ version: '1.0.0', minimumVersion: '0.9.0', notes: 'First' });
  expect(readdirSync(join(repository.folder, 'targets')).sort()).toEqual(
    Object.entries(targets?.signed.targets ?? {})
      .map(([name, { hashes }]) => `${hashes['sha256']}.${name}`)
      .sort(),
  );
});

test('a published version never changes', async () => {
  const repository = new ReleaseRepository(temporaryFolder());
  await repository.publish([{ version: '1.0.0' }]);
  const before = readFileSync(repository.file('timestamp.json'), 'utf8');
  await expect(repository.publish([{ version: '1.0.0', notes: 'Other' }])).rejects.toThrow('never change');
  expect(readFileSync(repository.file('timestamp.json'), 'utf8')).toBe(before);
});

test('keys are readable by their owner only, and are never replaced', () => {
  const folder = join(temporaryFolder(), 'keys');
  makeKeys(folder);
  expect(readdirSync(folder)).toHaveLength(6);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(() => makeKeys(folder)).toThrow('Keys are never replaced');
});

test('the commands make keys, publish, renew and rotate, and clients follow', async () => {
  const folder = temporaryFolder();
  const [keys, next, repository] = ['keys', 'next', 'repository'].map((name) => join(folder, name));
  const run = (...words: (string | undefined)[]) => runPublish(words.map(String));
  await writeArchive(join(folder, 'archives'), { version: '1.0.0' });
  expect(await run('keys', keys)).toBe(0);
  expect(await run('keys', next)).toBe(0);
  const place = ['--repository', repository];
  expect(await run('publish', join(folder, 'archives'), '--keys', keys, ...place)).toBe(0);
  const root = readFileSync(join(repository ?? '', 'metadata/1.root.json'));
  const dir = temporaryFolder();
  const context = { ...contextFor(dir, new ReleaseRepository(temporaryFolder())), root: () => root };
  const url = `file://${repository}`;
  expect(await fetch(context, { url })).toMatchObject({ version: '1.0.0' });
  expect(await run('refresh', '--keys', keys, ...place)).toBe(0);
  expect(await run('rotate-root', '--keys', keys, '--new-keys', next, ...place)).toBe(0);
  await writeArchive(join(folder, 'archives'), { version: '1.1.0' });
  expect(await run('publish', join(folder, 'archives'), '--keys', next, ...place)).toBe(0);
  expect(await fetch(context, { url })).toMatchObject({ version: '1.1.0' });
  expect(await run('publish')).toBe(2);
});
