import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isAttachable, type LooseTexts } from '../../controller/catalog/index.js';
import type { Roots } from './entity-root.js';
import { filesBelow, maxBytes, readRegularFile } from './read-file.js';

/** Offers the texts below svc's folders to the entities that name them. Follows no link, as in a commit. */
export function textsOnDisk(folders: readonly string[], roots: Roots): LooseTexts {
  const isRead = (folder: string, path: string) => roots.exclusion(join(folder, path), folder) === undefined;
  return {
    // A folder that cannot be read offers no texts.
    paths: () =>
      folders.flatMap((folder) =>
        filesBelow(folder, () => undefined, roots.skips(folder)).filter(
          (path) => isAttachable(path) && isRead(folder, path),
        ),
      ),
    read(paths) {
      const texts = new Map<string, Uint8Array>();
      for (const path of paths) {
        const read = folders.filter((folder) => isRead(folder, path)).map((folder) => readText(folder, path));
        const bytes = read.find((one) => one !== undefined);
        if (bytes) texts.set(path, bytes);
      }
      return texts;
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
