import { dirname } from 'node:path';
import { isSurroundings } from '../local-run/surroundings.js';

/** The folder whose entities belong together with a file, looked for once a folder. */
export type RootOf = (file: string) => string | undefined;

export function rootFinder(): RootOf {
  const known = new Map<string, string | undefined>();
  const rootOf = (folder: string): string | undefined => {
    if (known.has(folder)) return known.get(folder);
    const above = dirname(folder);
    const root = isSurroundings(folder) ? folder : above === folder ? undefined : rootOf(above);
    known.set(folder, root);
    return root;
  };
  return (file) => rootOf(dirname(file));
}
