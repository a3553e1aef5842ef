import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Vault } from '../../../../controller/security/vault/contract.js';
import { KeyRing } from '../../../../controller/security/vault/key-ring.js';
import { openVault } from '../../../../controller/security/vault/vault.js';
import { openStorage } from '../../storage/engines.js';

let directory: string;
const closers: (() => Promise<void>)[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-rotation-'));
});

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  rmSync(directory, { recursive: true });
});

const keyFile = (): string => join(directory, 'master.key');
const keysInFile = (): string[] => readFileSync(keyFile(), 'utf8').trim().split('\n');

async function open(keys = KeyRing.load({ file: keyFile(), ownsFile: true })): Promise<Vault> {
  const storage = await openStorage(join(directory, 'svc.db'));
  closers.push(() => storage.close());
  return openVault(storage, keys);
}

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}

test('every secret is readable under the new key, and the old key is gone', async () => {
  const vault = await open();
  for (let i = 0; i < 250; i++) await vault.secrets.put(`s/${i}`, { key: `value-${i}` });
  const sealed = vault.keep('{"a":"value-249"}');
  const [before] = keysInFile();
  const id = vault.masterKeys.status().keyId;
  expect(await vault.masterKeys.rotate()).toBe(251);
  expect(vault.masterKeys.status()).toMatchObject({ rotating: false, own: true });
  expect(vault.masterKeys.status().keyId).not.toBe(id);
  expect(keysInFile()).toHaveLength(1);
  expect(keysInFile()).not.toContain(before);
  await closeAll();
  const again = await open();
  for (let i = 0; i < 250; i++) expect(await again.secrets.read(`s/${i}`)).toEqual({ key: `value-${i}` });
  expect(again.open(sealed)).toBe('{"a":"value-249"}');
});

test('reads and writes go on while keys are rotated at the same time', async () => {
  const vault = await open();
  for (let i = 0; i < 50; i++) await vault.secrets.put(`s/${i}`, { key: `value-${i}` });
  const work = Array.from({ length: 200 }, async (_, i) => {
    await new Promise((resolve) => setImmediate(resolve));
    await vault.secrets.put(`new/${i}`, { key: `new-${i}` });
    expect(await vault.secrets.read(`s/${i % 50}`)).toEqual({ key: `value-${i % 50}` });
  });
  await Promise.all([
    vault.masterKeys.rotate(),
    vault.masterKeys.rotate(),
    ...work,
    vault.masterKeys.rotate(),
  ]);
  expect(keysInFile()).toHaveLength(1);
  await closeAll();
  const again = await open();
  for (let i = 0; i < 200; i++) expect(await again.secrets.read(`new/${i}`)).toEqual({ key: `new-${i}` });
});

test('killed at any moment, the next start reads everything and ends the rotation', async () => {
  const vault = await open();
  for (let i = 0; i < 150; i++) await vault.secrets.put(`s/${i}`, { key: `value-${i}` });
  await closeAll();
  const child = fileURLToPath(new URL('rotate-for-ever.ts', import.meta.url));
  for (const wait of [0, 2, 5, 9, 14, 23, 31, 47]) {
    const process_ = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), child, directory]);
    const exited = new Promise((resolve) => process_.once('exit', resolve));
    await new Promise((resolve) => process_.stdout.once('data', resolve));
    await new Promise((resolve) => setTimeout(resolve, wait));
    process_.kill('SIGKILL');
    await exited;
    const again = await open();
    for (let i = 0; i < 150; i++) expect(await again.secrets.read(`s/${i}`)).toEqual({ key: `value-${i}` });
    await again.masterKeys.rotate();
    expect(keysInFile()).toHaveLength(1);
    await closeAll();
  }
});

test('a key in the settings is replaced by naming the previous key', async () => {
  const own = await open();
  await own.secrets.put('shop/api', { key: 'the-value' });
  await closeAll();
  const [before] = keysInFile();
  copyFileSync(keyFile(), join(directory, 'old.key'));
  const configured = { key: 'b'.repeat(64), file: '', ownsFile: false };
  const vault = await open(KeyRing.load({ ...configured, previousKey: before }));
  await expect(vault.masterKeys.rotate()).rejects.toMatchObject({ code: 'master_key_configured' });
  expect(await vault.masterKeys.resumeRotation()).toBe(2);
  await closeAll();
  expect(await (await open(KeyRing.load(configured))).secrets.read('shop/api')).toEqual({ key: 'the-value' });
});
