import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupRecords, BackupRow } from './records/records.js';
import { undoName } from './restore/restore-run.js';
import { inspect, type TakenBackup } from './take/take.js';

/** The work of a start after a process stopped in the middle of a backup, an upload or a deletion. */
export interface Recovery {
  folder: string;
  records: BackupRecords;
  getPath(id: string): string;
  complete(row: BackupRow, taken: TakenBackup): Promise<void>;
  fail(id: string, error: string): Promise<void>;
  forget(id: string): Promise<void>;
  report(error: unknown): void;
  inform(message: string, details: Readonly<Record<string, unknown>>): void;
}

/**
 * Ends every backup: one with a complete file is completed, one without is failed, and a deletion that has begun is
 * finished. Removes partial files.
 * @returns the ids of complete files without a record
 */
export async function recover(recovery: Recovery): Promise<string[]> {
  const { folder, records, getPath, inform } = recovery;
  const rows = await records.rows();
  const ids = new Set(rows.map(({ id }) => id));
  const open = new Set((await records.openRestores()).map(({ id }) => id));
  const unknown: string[] = [];
  for (const name of await readdir(folder)) {
    const id = /^([0-9a-f]{8}-[0-9a-f-]{27})\.tar\.gz$/.exec(name)?.[1];
    if (id !== undefined && !ids.has(id)) unknown.push(id);
    const undo = undoName.exec(name)?.[1];
    const isLeft = /\.partial$|^\.staging-/.test(name) || (undo !== undefined && !open.has(undo));
    if (isLeft) await rm(join(folder, name), { force: true });
  }
  for (const row of rows) {
    if (row.status === 'deleting') await recovery.forget(row.id);
    if (row.status !== 'running') continue;
    const taken = row.origin === 'upload' ? undefined : await completeFile(recovery, row.id);
    if (taken) {
      await recovery.complete(row, taken);
      inform('a backup whose record was not written is completed', { backup: row.id });
      continue;
    }
    await rm(getPath(row.id), { force: true });
    if (row.origin === 'upload') await recovery.forget(row.id);
    else await recovery.fail(row.id, 'svc was stopped while the backup was made');
    inform('an interrupted backup was discarded', { backup: row.id, origin: row.origin });
  }
  return unknown;
}

/** A file gets its name when it is complete and on disk, so only its record may be missing. */
async function completeFile({ getPath, report }: Recovery, id: string): Promise<TakenBackup | undefined> {
  const path = getPath(id);
  if (!(await stat(path).catch(() => undefined))) return undefined;
  try {
    const { manifest, ...taken } = await inspect(path, Number.MAX_SAFE_INTEGER);
    return manifest.id === id ? taken : undefined;
  } catch (error) {
    report(error);
    return undefined;
  }
}
