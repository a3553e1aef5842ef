import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openIdentity } from '../../../controller/security/identity/index.js';
import type { Settings } from '../../../controller/settings/index.js';
import { claimDataDirectory, openSqliteStorage } from '../../../controller/storage/index.js';

let installed: Promise<string> | undefined;

// Not at the end of the process, because the process is killed.
afterAll(async () => {
  if (installed) rmSync(await installed, { recursive: true, force: true });
});

/**
 * Gives a data directory that has no database yet what a first start makes: the tables and the administrator. Made
 * once a process and copied, since hashing that password alone takes longer than all else of a start.
 */
export async function install({ DataDirectory, Database, Auth, Limits }: Settings): Promise<void> {
  if (Database.Url !== undefined) return;
  if (existsSync(join(DataDirectory, 'svc.db'))) return;
  installed ??= makeInstallation(Auth, Limits.SignInsPerMinute);
  cpSync(await installed, DataDirectory, { recursive: true });
}

/** The first administrator's key, as the first start wrote it down. */
export function adminKeyOf({ DataDirectory }: Settings): string {
  return JSON.parse(readFileSync(join(DataDirectory, 'initial-admin.json'), 'utf8')).apiKey;
}

async function makeInstallation(auth: Settings['Auth'], failedSignInsPerMinute: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-installation-'));
  const data = claimDataDirectory(folder);
  const storage = await openSqliteStorage(data.file('svc.db'));
  const identity = await openIdentity(storage, data, { auth, failedSignInsPerMinute });
  await identity.close();
  await storage.close();
  data.release();
  return folder;
}
