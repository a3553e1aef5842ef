import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openIdentity } from '../../../controller/security/identity/index.js';
import type { Settings } from '../../../controller/settings/index.js';
import { claimDataDirectory, openSqliteStorage } from '../../../controller/storage/index.js';
import { madeOnce } from '../../made-once.js';

/**
 * Gives a data directory that has no database yet what a first start makes: the tables and the administrator. Made once
 * for all tests and copied, since hashing that password alone takes longer than all else of a start.
 */
export async function install({ DataDirectory, Database, Auth, Limits }: Settings): Promise<void> {
  if (Database.Url !== undefined) return;
  if (existsSync(join(DataDirectory, 'svc.db'))) return;
  const made = await madeOnce('installation', (folder) =>
    makeInstallation(folder, Auth, Limits.SignInsPerMinute),
  );
  cpSync(made, DataDirectory, { recursive: true });
}

/** The first administrator's key, as the first start wrote it down. */
export function getAdminKey({ DataDirectory }: Settings): string {
  return JSON.parse(readFileSync(join(DataDirectory, 'initial-admin.json'), 'utf8')).apiKey;
}

async function makeInstallation(
  folder: string,
  auth: Settings['Auth'],
  failedSignInsPerMinute: number,
): Promise<void> {
  const data = claimDataDirectory(folder);
  const storage = await openSqliteStorage(data.file('svc.db'));
  const identity = await openIdentity(storage, data, { auth, failedSignInsPerMinute });
  await identity.close();
  await storage.close();
  data.release();
}
