import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isAttachable, type LooseTexts } from '../../controller/catalog/index.js';
import { filesBelow, maxBytes, readRegularFile } from './read-file.js';

/** Offers the texts below the folders to the entities that name them. Follows no link, as in a commit. */
export function textsOnDisk(roots: readonly string[]): LooseTexts {
  return {
    // A folder that cannot be read offers no texts.
    paths: () => roots.flatMap((root) => filesBelow(root, () => undefined).filter(isAttachable)),
    read(paths) {
      const found = new Map<string, Uint8Array>();
      for (const path of paths) {
        const bytes = roots.map((root) => readText(root, path)).find((one) => one !== undefined);
        if (bytes) found.set(path, bytes);
      }
      return found;
    },
  };
}

function readText(root: string, path: string): Uint8Array | undefined {
  const file = join(root, path);
  try {
    const isLinked = realpathSync(file) !== join(realpathSync(root), path);
    const stats = lstatSync(file);
    if (isLinked || !stats.isFile()) return undefined;
    // The engine reports a text that is too large by its size alone.
    return stats.size > maxBytes ? Buffer.alloc(maxBytes + 1) : readRegularFile(file);
  } catch {
    // The text is missing or not readable; the engine reports this at the place that names it.
    return undefined;
  }
}
