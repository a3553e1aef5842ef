import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the folder whose entities belong together with a file, if there is one. */
export type RootOf = (file: string) => string | undefined;

/** Any of these marks a folder as a repository or a folder that was served. */
const marks = ['svc.yaml', '.git', '.svc'];

/** Finds the nearest marked folder above a file, and looks into each folder once. */
export function rootFinder(): RootOf {
  const known = new Map<string, string | undefined>();
  const rootOf = (folder: string): string | undefined => {
    if (known.has(folder)) return known.get(folder);
    const above = dirname(folder);
    const isRoot = marks.some((mark) => existsSync(join(folder, mark)));
    const root = isRoot ? folder : above === folder ? undefined : rootOf(above);
    known.set(folder, root);
    return root;
  };
  return (file) => rootOf(dirname(file));
}
