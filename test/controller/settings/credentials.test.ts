import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSettings } from '../../../controller/settings/index.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-credentials-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const masterKeyFile = (env: Record<string, string>) =>
  loadSettings({ dir: folder, env }).Secrets.MasterKeyFile;

test('the credential `master-key` of systemd is the file with the master key', () => {
  writeFileSync(join(folder, 'master-key'), 'a key');
  expect(masterKeyFile({ CREDENTIALS_DIRECTORY: folder })).toBe(join(folder, 'master-key'));
});

test('other credentials do not matter, and a stated file counts first', () => {
  expect(masterKeyFile({ CREDENTIALS_DIRECTORY: folder })).toBeUndefined();
  writeFileSync(join(folder, 'master-key'), 'a key');
  const env = { CREDENTIALS_DIRECTORY: folder, SVC_Secrets__MasterKeyFile: '/run/secrets/key' };
  expect(masterKeyFile(env)).toBe('/run/secrets/key');
});

test('credentials that cannot be read are refused: a new master key would open no secret', () => {
  const gone = join(folder, 'gone');
  expect(() => masterKeyFile({ CREDENTIALS_DIRECTORY: gone })).toThrow(
    /The credentials in .*gone cannot be read/,
  );
});
