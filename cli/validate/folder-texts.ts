import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isAttachable, type LooseTexts } from '../../controller/catalog/index.js';
import { mostBytes, readRegularFile } from './read-file.js';

/** The texts that entities may name, in whichever of the repositories has them; links lead nowhere, as in a commit. */
export function textsOnDisk(roots: readonly string[]): LooseTexts {
  return {
    paths: () => roots.flatMap(textsIn),
    read(paths) {
      const found = new Map<string, Uint8Array>();
      for (const path of paths) {
        const bytes = roots.map((root) => readPlain(root, path)).find((one) => one !== undefined);
        if (bytes) found.set(path, bytes);
      }
      return found;
    },
  };
}

function readPlain(root: string, path: string): Uint8Array | undefined {
  const file = join(root, path);
  try {
    const isLinked = realpathSync(file) !== join(realpathSync(root), path);
    const stats = lstatSync(file);
    if (isLinked || !stats.isFile()) return undefined;
    // The engine tells of what is too large by its size alone.
    return stats.size > mostBytes ? Buffer.alloc(mostBytes + 1) : readRegularFile(file);
  } catch {
    // Not there, or not for us to read: the engine says so at the place that names it.
    return undefined;
  }
}

function textsIn(root: string): string[] {
  const found: string[] = [];
  const pending = [root];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
        pending.push(path);
      else if (entry.isFile()) found.push(relative(root, path).split(sep).join('/'));
    }
  }
  return found.filter(isAttachable);
}

/** A folder that is closed to us has nothing that could be meant. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
