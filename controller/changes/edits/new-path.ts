import type { Snapshot } from '../../catalog/contract.js';
import { blobAt, pathLike } from '../../catalog/index.js';
import { Problem } from '../../problems/index.js';

/** Other entities may stand in files that bear the name of this one. */
const mostTried = 20;

/**
 * Where the file of a new entity goes: `<plural>/<name>.yaml`, or beside it where that is taken.
 * @throws Problem name_taken where only letter case tells the path from another
 */
export function pathForNew(snapshot: Snapshot, plural: string, name: string): string {
  for (let count = 1; count <= mostTried; count++) {
    const path = `${plural}/${name}${count === 1 ? '' : `-${count}`}.yaml`;
    if (blobAt(snapshot, path) !== undefined) continue;
    const like = pathLike(snapshot, path);
    if (like === undefined) return path;
    throw new Problem('name_taken', `\`${path}\` differs from \`${like}\` by letter case alone.`, {
      hints: ['Some systems cannot hold both files: choose another name, or rename the other file in Git.'],
    });
  }
  throw new Problem('name_taken', `All file names for \`${name}\` in \`${plural}/\` are taken.`);
}

/** Whether a new file can be put there. */
export function pathFree(snapshot: Snapshot, path: string): boolean {
  return blobAt(snapshot, path) === undefined && pathLike(snapshot, path) === undefined;
}
