import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeyRing } from '../../../../controller/security/vault/key-ring.js';
import { openVault } from '../../../../controller/security/vault/vault.js';
import type { Storage } from '../../../../controller/storage/index.js';
import { openStorage } from '../../storage/engines.js';

let directory: string;
let storage: Storage;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'svc-vault-'));
  storage = await openStorage(join(directory, 'svc.db'));
});

afterEach(async () => {
  await storage.close();
  rmSync(directory, { recursive: true });
});

function open() {
  return openVault(storage, KeyRing.load({ file: join(directory, 'master.key'), ownsFile: true }));
}

test.each(['platform', 'platform-x', 'platform.x', 'Platform-x/key'])(
  'the path `%s` is for the installation',
  async (path) => {
    const vault = await open();
    await expect(vault.secrets.put(path, { key: 'value' })).rejects.toMatchObject({
      code: 'body_invalid',
      errors: [{ pointer: '/path', message: expect.stringContaining('`platform`') }],
    });
  },
);

test('a secret that a former version let begin so can be rotated', async () => {
  const vault = await open();
  await vault.secrets.put('shop', { key: 'first-value' });
  const [row] = await storage.db.selectFrom('secrets').selectAll().execute();
  if (!row) throw new Error('no secret');
  const { id: _, ...columns } = row;
  await storage.db
    .insertInto('secrets')
    .values({ ...columns, path: 'platform-x' } as never)
    .execute();
  expect(await vault.secrets.put('platform-x', { key: 'second-value' })).toMatchObject({ version: 2 });
  expect(await vault.secrets.read('platform-x')).toEqual({ key: 'second-value' });
});

test('the same path again is a new version, and only the newest value is read', async () => {
  const vault = await open();
  await vault.secrets.put('shop/api', { key: 'first-value' });
  expect(await vault.secrets.put('shop/api', { key: 'second-value' })).toMatchObject({
    version: 2,
    keys: ['key'],
  });
  expect(await vault.secrets.read('shop/api')).toEqual({ key: 'second-value' });
});

test('the first of several paths that exists is read', async () => {
  const vault = await open();
  const read = (...paths: string[]) => vault.secrets.readFirst(paths, { mayNameOthers: true });
  await vault.secrets.put('shop/api', { key: 'everywhere' });
  await vault.secrets.put('staging/shop/api', { key: 'only-staging' });
  expect(await read('staging/shop/api', 'shop/api')).toEqual({ key: 'only-staging' });
  expect(await read('production/shop/api', 'shop/api')).toEqual({ key: 'everywhere' });
});

test('the problem for a missing secret suggests another one only to a user who may know of it', async () => {
  const vault = await open();
  await vault.secrets.put('shop/api', { key: 'everywhere' });
  const toProblem = (mayNameOthers: boolean) =>
    vault.secrets.readFirst(['shop/apo'], { mayNameOthers }).catch((error: unknown) => error);
  expect(await toProblem(true)).toMatchObject({
    code: 'secret_not_found',
    hints: ['Did you mean `shop/api`?', { operation: 'write-secret' }],
  });
  expect(await toProblem(false)).toMatchObject({
    code: 'secret_not_found',
    hints: [{ operation: 'write-secret' }],
  });
});

test('neither the list nor the database file shows a value', async () => {
  const vault = await open();
  await vault.secrets.put('shop/api', { key: 'canary-4711-canary' });
  expect(JSON.stringify(await vault.secrets.list())).not.toContain('canary');
  await storage.close();
  const file = join(directory, 'svc.db');
  if (existsSync(file)) expect(readFileSync(file).includes('canary-4711')).toBe(false);
  storage = await openStorage(join(directory, 'svc.db'));
});

test('a value that was handed out is masked in texts, also where JSON escapes it', async () => {
  const vault = await open();
  await vault.secrets.put('a', { key: 'pa"ss/word' });
  expect(vault.mask('GET /?k=pa"ss/word')).toBe('GET /?k=***');
  expect(vault.mask(JSON.stringify({ k: 'pa"ss/word' }))).toBe('{"k":"***"}');
});

test('with another master key the vault does not open, and the error names the remedy', async () => {
  await (await open()).secrets.put('a', { key: 'value' });
  const other = openVault(storage, KeyRing.load({ key: 'another key', file: '', ownsFile: false }));
  await expect(other).rejects.toMatchObject({
    code: 'settings_invalid',
    hints: [expect.stringContaining('Secrets.PreviousMasterKey')],
  });
});

test('versions are listed, the newest first, and the newest is what is read', async () => {
  const vault = await open();
  await vault.secrets.put('shop/api', { key: 'first-value' });
  await vault.secrets.put('shop/api', { key: 'second-value', user: 'ada' });
  expect(await vault.secrets.versions('shop/api')).toMatchObject([
    { version: 2, keys: ['key', 'user'] },
    { version: 1, keys: ['key'] },
  ]);
  expect(await vault.secrets.versions('shop/other')).toEqual([]);
});

test('an unknown path names the nearest and the call that sets it', async () => {
  const vault = await open();
  await vault.secrets.put('shop/api', { key: 'value' });
  await expect(vault.secrets.read('shop/apy')).rejects.toMatchObject({
    code: 'secret_not_found',
    hints: [
      expect.stringContaining('shop/api'),
      { operation: 'write-secret', arguments: { path: 'shop/apy', value: { key: '…' } } },
    ],
  });
});

test.each(['', '/a', 'a/', 'a//b', '../a', 'a/../b', 'a b', '.hidden'])(
  'the path %j is refused',
  async (path) => {
    await expect((await open()).secrets.put(path, { key: 'value' })).rejects.toMatchObject({
      code: 'body_invalid',
    });
  },
);

test('the master key file is its owner’s alone', async () => {
  await open();
  expect(statSync(join(directory, 'master.key')).mode & 0o777).toBe(0o600);
});
