import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupRow } from './records.js';
import { undoName } from './restore-run.js';
import { inspect, type Taken } from './take.js';

/** What a start does with what a stopped process left in the folder and the records. */
export interface Recovery {
  folder: string;
  pathOf(id: string): string;
  rows(): Promise<BackupRow[]>;
  /** Restores that have no end, by id. */
  openRestores(): Promise<ReadonlySet<string>>;
  complete(row: BackupRow, taken: Taken): Promise<void>;
  fail(id: string, error: string): Promise<void>;
  forget(id: string): Promise<void>;
  report(error: unknown): void;
  tell(what: string, about: Readonly<Record<string, unknown>>): void;
}

/**
 * Brings every backup to an end: one whose file is whole is completed, one without is failed, a deletion that was begun is
 * done. What was half written is taken away.
 * @returns the ids of files that are whole by their name and known to nobody
 */
export async function recover(recovery: Recovery): Promise<string[]> {
  const { folder, pathOf, tell } = recovery;
  const rows = await recovery.rows();
  const known = new Set(rows.map(({ id }) => id));
  const open = await recovery.openRestores();
  const strange: string[] = [];
  for (const name of await readdir(folder)) {
    const id = /^([0-9a-f]{8}-[0-9a-f-]{27})\.tar\.gz$/.exec(name)?.[1];
    if (id !== undefined && !known.has(id)) strange.push(id);
    const undo = undoName.exec(name)?.[1];
    const isLeft = /\.partial$|^\.staging-/.test(name) || (undo !== undefined && !open.has(undo));
    if (isLeft) await rm(join(folder, name), { force: true });
  }
  for (const row of rows) {
    if (row.status === 'deleting') await recovery.forget(row.id);
    if (row.status !== 'running') continue;
    const taken = row.origin === 'upload' ? undefined : await wholeFile(recovery, row.id);
    if (taken) {
      await recovery.complete(row, taken);
      tell('a backup whose record was not written is completed', { backup: row.id });
      continue;
    }
    await rm(pathOf(row.id), { force: true });
    if (row.origin === 'upload') await recovery.forget(row.id);
    else await recovery.fail(row.id, 'svc was stopped while it was made');
    tell('a backup that was broken off is given up', { backup: row.id, origin: row.origin });
  }
  return strange;
}

/** A file gets its name when it is whole and on the disk: only its record was not written. */
async function wholeFile({ pathOf, report }: Recovery, id: string): Promise<Taken | undefined> {
  const path = pathOf(id);
  if (!(await stat(path).catch(() => undefined))) return undefined;
  try {
    const { manifest, ...taken } = await inspect(path, Number.MAX_SAFE_INTEGER);
    return manifest.id === id ? taken : undefined;
  } catch (error) {
    report(error);
    return undefined;
  }
}
