import { rm } from 'node:fs/promises';
import { syncFolder } from '../../../controller/storage/durable-files.js';
import type { Installation } from '../installation/layout.js';
import { readIfPresent, writeAtomically } from '../installation/whole-file.js';

/** A change of version in progress. A command that finds one ends it: its process is dead, because it held the lock. */
export interface Journal {
  action: 'update' | 'rollback';
  from: string;
  to: string;
  /** True when the system service ran, so that it has to run again. */
  wasRunning: boolean;
  dataDirectory: string;
  /** The copy of the database from before. */
  copy?: string;
  /** The copy of the database that a rollback puts in place. */
  restore?: string;
}

export async function readJournal({ journal }: Installation): Promise<Journal | undefined> {
  const text = await readIfPresent(journal);
  return text === undefined ? undefined : (JSON.parse(text.toString()) as Journal);
}

export function writeJournal({ journal }: Installation, content: Journal): Promise<void> {
  return writeAtomically(journal, `${JSON.stringify(content, null, 2)}\n`);
}

export async function removeJournal({ journal, dir }: Installation): Promise<void> {
  await rm(journal, { force: true });
  await syncFolder(dir);
}
