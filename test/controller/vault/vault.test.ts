import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteStorage, type Storage } from '../../../controller/storage/index.js';
import { loadMasterKey, openVault } from '../../../controller/vault/index.js';

let directory: string;
let storage: Storage;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'svc-vault-'));
  storage = await openSqliteStorage(join(directory, 'svc.db'));
});

afterEach(async () => {
  await storage.close();
  rmSync(directory, { recursive: true });
});

function open() {
  return openVault(storage, loadMasterKey(undefined, join(directory, 'master.key')));
}

test('the same path again is a new version, and only the newest value is read', async () => {
  const vault = open();
  await vault.put('shop/api', { key: 'first-value' });
  expect(await vault.put('shop/api', { key: 'second-value' })).toMatchObject({ version: 2, keys: ['key'] });
  expect(await vault.read('shop/api')).toEqual({ key: 'second-value' });
});

test('a prefix is looked under first', async () => {
  const vault = open();
  await vault.put('shop/api', { key: 'everywhere' });
  await vault.put('staging/shop/api', { key: 'only-staging' });
  expect(await vault.read('shop/api', 'staging')).toEqual({ key: 'only-staging' });
  expect(await vault.read('shop/api', 'production/')).toEqual({ key: 'everywhere' });
});

test('neither the list nor the database file shows a value', async () => {
  const vault = open();
  await vault.put('shop/api', { key: 'canary-4711-canary' });
  expect(JSON.stringify(await vault.list())).not.toContain('canary');
  await storage.close();
  expect(readFileSync(join(directory, 'svc.db')).includes('canary-4711')).toBe(false);
  storage = await openSqliteStorage(join(directory, 'svc.db'));
});

test('a value that was handed out is masked in texts, also where JSON escapes it', async () => {
  const vault = open();
  await vault.put('a', { key: 'pa"ss/word' });
  expect(vault.mask('GET /?k=pa"ss/word')).toBe('GET /?k=***');
  expect(vault.mask(JSON.stringify({ k: 'pa"ss/word' }))).toBe('{"k":"***"}');
});

test('with another master key nothing can be read', async () => {
  await open().put('a', { key: 'value' });
  const other = openVault(storage, loadMasterKey('another key', ''));
  await expect(other.read('a')).rejects.toThrow();
});

test('an unknown path names the nearest and the call that sets it', async () => {
  const vault = open();
  await vault.put('shop/api', { key: 'value' });
  await expect(vault.read('shop/apy')).rejects.toMatchObject({
    code: 'secret_not_found',
    hints: [expect.stringContaining('shop/api'), expect.stringContaining('POST')],
  });
});

test.each(['', '/a', 'a/', 'a//b', '../a', 'a/../b', 'a b', '.hidden'])(
  'the path %j is refused',
  async (path) => {
    await expect(open().put(path, { key: 'value' })).rejects.toMatchObject({ code: 'body_invalid' });
  },
);

test('the master key file is its owner’s alone', () => {
  open();
  expect(statSync(join(directory, 'master.key')).mode & 0o777).toBe(0o600);
});
