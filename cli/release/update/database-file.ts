import { existsSync } from 'node:fs';
import { chown, copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { claimDataDirectory } from '../../../controller/storage/data-directory.js';
import { syncFile, syncFolder } from '../../../controller/storage/durable-files.js';
import { openSqlite } from '../../../controller/storage/sqlite/sqlite-engine.js';
import type { Installation } from '../installation/layout.js';

const name = 'svc.db';

/** Returns the name of the newest migration that a database has seen; undefined without a database. */
export function databaseVersion(dataDirectory: string): string | undefined {
  const path = join(dataDirectory, name);
  if (!existsSync(path)) return undefined;
  const database = openSqlite(path);
  try {
    const tables = database.prepare(`select 1 from sqlite_master where name = 'kysely_migration'`).all();
    if (tables.length === 0) return undefined;
    const [row] = database.prepare('select max(name) as name from kysely_migration').all();
    return (row as { name: string | null }).name ?? undefined;
  } finally {
    database.close();
  }
}

/** True when a database has seen migrations that a release does not know, so that the release cannot open it. */
export function isNewerThan(version: string | undefined, release: string | undefined): boolean {
  const toNumber = (text: string | undefined) => Number.parseInt(text ?? '', 10);
  return toNumber(version) > toNumber(release);
}

/**
 * Copies the database of a service that does not run, and resolves with the copy; undefined without a database.
 * @param version the version in use, which can open the copy
 * @throws Problem data_directory_in_use while a process uses the database
 */
export async function copyDatabase(
  { backups }: Installation,
  dataDirectory: string,
  version: string,
): Promise<string | undefined> {
  const path = join(dataDirectory, name);
  if (!existsSync(path)) return undefined;
  const claim = claimDataDirectory(dataDirectory);
  try {
    const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const folder = join(backups, `${version}_${stamp}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const copy = join(folder, name);
    await copyFile(path, copy);
    if (existsSync(`${path}-wal`)) await copyFile(`${path}-wal`, `${copy}-wal`);
    joinLog(copy);
    await syncFile(copy);
    await syncFolder(folder);
    await syncFolder(backups);
    return copy;
  } finally {
    claim.release();
  }
}

/**
 * Puts a copy in the place of the database of a service that does not run. The database stays beside it, under the name
 * that is returned. At each moment one of the two is whole and in place.
 */
export async function restoreDatabase(copy: string, dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, name);
  const claim = claimDataDirectory(dataDirectory);
  try {
    joinLog(path);
    const { uid, gid } = await stat(path);
    const temporary = `${path}.restored`;
    await copyFile(copy, temporary);
    await chown(temporary, uid, gid);
    await syncFile(temporary);
    const kept = `${path}.replaced`;
    await rm(kept, { force: true });
    await link(path, kept);
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return kept;
  } finally {
    claim.release();
  }
}

/** Moves the write-ahead log into the file, so that the file alone is the whole database. */
function joinLog(path: string): void {
  const database = openSqlite(path);
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}
