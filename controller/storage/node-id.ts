import { existsSync, readFileSync } from 'node:fs';
import { type DataDirectory, writePrivateFile } from './data-directory.js';
import { createRowId } from './row-id.js';

/** The id of this data directory among those that use one database; made at the first call. */
export function nodeId(data: DataDirectory): string {
  const path = data.file('node-id');
  if (!existsSync(path)) writePrivateFile(path, `${createRowId()}\n`);
  return readFileSync(path, 'utf8').trim();
}
