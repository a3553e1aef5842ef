import { isUtf8 } from 'node:buffer';
import { readdir } from 'node:fs/promises';
import { entryName } from '../repository/index.js';

export interface FolderEntry {
  name: string;
  isFolder: boolean;
  /** Its name is not UTF-8: `name` is how Git shows it, and leads to nothing. */
  isMisnamed: boolean;
}

/** What lies in a folder. @throws as `readdir` */
export async function folderEntries(folder: string): Promise<FolderEntry[]> {
  const found = await readdir(folder, { withFileTypes: true });
  if (!found.some(({ name }) => mayBeMisnamed(name))) {
    return found.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory(), isMisnamed: false }));
  }
  const raw = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  return raw.map((entry) => {
    const { name } = entry;
    const isMisnamed = !isUtf8(name);
    const text = isMisnamed ? entryName(name, 0, name.length) : name.toString();
    return { name: text, isFolder: entry.isDirectory(), isMisnamed };
  });
}

/** Whether a name stands, perhaps, for another one that is not UTF-8. */
export function mayBeMisnamed(name: string): boolean {
  return name.includes('\ufffd');
}
