import { noneIgnored, type PathScope, pathScope } from '../../git/index.js';
import type { Source } from './source.js';

/** Returns the paths that may hold files of a source at a revision. */
export async function getScope(source: Pick<Source, 'scope'>, revision: string): Promise<PathScope> {
  return (await source.scope?.(revision)) ?? pathScope('', noneIgnored);
}
