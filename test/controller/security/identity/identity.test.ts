import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createApiKey,
  hashPassword,
  isWellFormedApiKey,
  openIdentity,
  verifyPassword,
} from '../../../../controller/security/identity/index.js';
import { defaultSettings } from '../../../../controller/settings/index.js';
import {
  claimDataDirectory,
  type DataDirectory,
  type Storage,
} from '../../../../controller/storage/index.js';
import { openStorage } from '../../storage/engines.js';

let data: DataDirectory;
let storage: Storage;

beforeEach(async () => {
  data = claimDataDirectory(mkdtempSync(join(tmpdir(), 'svc-identity-')));
  storage = await openStorage(data.file('svc.db'));
});

afterEach(async () => {
  await storage.close();
  data.release();
  rmSync(data.path, { recursive: true });
});

function open() {
  return openIdentity(storage, data, { auth: defaultSettings.Auth, failedSignInsPerMinute: 10 });
}

test('the first start creates an administrator whose key works, and only that start shows the key', async () => {
  const first = await open();
  const file = data.file('initial-admin.json');
  const admin = JSON.parse(readFileSync(file, 'utf8'));
  expect(first.firstAdmin).toEqual(admin);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await first.authenticate(admin.apiKey)).toMatchObject({
    principal: { id: 'api-key:initial-admin', role: 'admin' },
  });
  const second = await open();
  expect(second.firstAdmin).toBeUndefined();
  expect((await second.authenticate(admin.apiKey))?.principal.role).toBe('admin');
});

test('the database holds neither key nor password', async () => {
  const { firstAdmin } = await open();
  const rows = JSON.stringify([
    await storage.db.selectFrom('users').selectAll().execute(),
    await storage.db.selectFrom('api_keys').selectAll().execute(),
  ]);
  expect(rows).not.toContain(firstAdmin?.apiKey);
  expect(rows).not.toContain(firstAdmin?.password);
});

test('a key with one changed character is not even well formed', () => {
  const key = createApiKey('live');
  expect(isWellFormedApiKey(key)).toBe(true);
  const at = 'svc_live_'.length + 3;
  const changed = key.slice(0, at) + (key[at] === 'A' ? 'B' : 'A') + key.slice(at + 1);
  expect(isWellFormedApiKey(changed)).toBe(false);
});

test('a key of another installation is refused', async () => {
  const identity = await open();
  expect(identity.authenticate(createApiKey('live'))).toBeUndefined();
});

test('the right password is accepted and a wrong one is refused', async () => {
  const stored = await hashPassword('correct horse');
  expect(await verifyPassword('correct horse', stored)).toBe(true);
  expect(await verifyPassword('correct house', stored)).toBe(false);
  expect(await verifyPassword('correct horse', 'nonsense')).toBe(false);
});
