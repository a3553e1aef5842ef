import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder whose entities belong together with a file: the nearest above it with a `svc.yaml` or a repository. */
export function surroundingsOf(path: string): string | undefined {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  for (let folder = isFolder ? path : dirname(path); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'svc.yaml')) || existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
