import { dirname } from 'node:path';
import { surroundingsOf } from '../local-run/surroundings.js';

/** The folder whose entities belong together with a file, looked for once a folder. */
export type RootOf = (file: string) => string | undefined;

export function rootFinder(): RootOf {
  const known = new Map<string, string | undefined>();
  return (file) => {
    const folder = dirname(file);
    if (!known.has(folder)) known.set(folder, surroundingsOf(folder));
    return known.get(folder);
  };
}
