import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const marks = ['svc.yaml', '.git', '.svc'];

/** The folder whose entities belong together with a file: the nearest above it that is a repository or was served. */
export function surroundingsOf(path: string): string | undefined {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  for (let folder = isFolder ? path : dirname(path); ; folder = dirname(folder)) {
    if (isSurroundings(folder)) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Whether it is a repository, or was served. */
export function isSurroundings(folder: string): boolean {
  return marks.some((mark) => existsSync(join(folder, mark)));
}
