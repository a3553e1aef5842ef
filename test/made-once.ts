import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { removeFolder } from './remove-folder.js';

const made = new Map<string, Promise<string>>();

/**
 * Returns a folder of this name that all tests share and none changes. The first test that needs it has `make` fill it;
 * when several files of tests do so at the same time, the folder that is complete first stays.
 */
export function madeOnce(name: string, make: (folder: string) => unknown): Promise<string> {
  const known = made.get(name) ?? madeIn(inject('scratch'), name, make);
  made.set(name, known);
  return known;
}

async function madeIn(scratch: string, name: string, make: (folder: string) => unknown): Promise<string> {
  const folder = join(scratch, name);
  if (existsSync(folder)) return folder;
  const draft = mkdtempSync(`${folder}-`);
  await make(draft);
  try {
    renameSync(draft, folder);
  } catch (error) {
    // A folder that is there is complete.
    if (!existsSync(folder)) throw error;
    removeFolder(draft);
  }
  return folder;
}
