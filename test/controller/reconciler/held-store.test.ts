import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HeldEntity } from '../../../controller/catalog/contract.js';
import { FileHeldStore } from '../../../controller/reconciler/index.js';
import { temporaryFolder } from '../repository/git-fixture.js';

const HELD: HeldEntity = {
  kind: 'flow',
  name: 'a',
  path: 'flows/a.yaml',
  blobId: 'b',
  revision: 'r1',
  content: 'ünï\n',
  attachments: { body: { path: 'a.md', blobId: 'c', text: '# ünï' } },
};

test.each(['main', 'feature/x', '../../etc/passwd', 'ü'.repeat(120), '.', 'CON'])(
  'what is held for branch %j survives a restart, in a file of the folder',
  async (branch) => {
    const folder = join(temporaryFolder(), 'held');
    await new FileHeldStore(folder).save(branch, [HELD]);
    expect(await new FileHeldStore(folder).load(branch)).toEqual([HELD]);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(statSync(join(folder, readdirSync(folder)[0] ?? '')).mode & 0o777).toBe(0o600);
  },
);

test('branches do not share', async () => {
  const store = new FileHeldStore(temporaryFolder());
  await store.save('a/b', [HELD]);
  expect(await store.load('a%2Fb')).toEqual([]);
  expect(await store.load('a')).toEqual([]);
});

test('nothing held is no file', async () => {
  const folder = temporaryFolder();
  const store = new FileHeldStore(folder);
  await store.save('main', [HELD]);
  await store.save('main', []);
  expect(readdirSync(folder)).toEqual([]);
  expect(await store.load('main')).toEqual([]);
});

test('what is the same is not written again', async () => {
  const folder = temporaryFolder();
  const store = new FileHeldStore(folder);
  await store.save('main', [HELD]);
  const before = statSync(join(folder, 'main.json')).ino;
  await store.save('main', [{ ...HELD }]);
  expect(statSync(join(folder, 'main.json')).ino).toBe(before);
});

const attachedNonsense = JSON.stringify({ held: [{ ...HELD, attachments: { body: { text: 1 } } }] });

test.each(['', '{', '{"held":[{"kind":1}]}', attachedNonsense, 'null', '{"held":"x"}'])(
  'a file with %j in it is set aside, and nothing is held',
  async (text) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'main.json'), text);
    expect(await new FileHeldStore(folder).load('main')).toEqual([]);
    expect(existsSync(join(folder, 'main.json.unreadable'))).toBe(true);
  },
);

test('a folder that cannot be written is a storage_failed', async () => {
  const folder = join(temporaryFolder(), 'held');
  writeFileSync(folder, 'a file');
  await expect(new FileHeldStore(folder).save('main', [HELD])).rejects.toMatchObject({
    code: 'storage_failed',
  });
  const other = join(temporaryFolder(), 'held');
  mkdirSync(join(other, 'main.json'), { recursive: true });
  await expect(new FileHeldStore(other).load('main')).rejects.toMatchObject({ code: 'storage_failed' });
});
