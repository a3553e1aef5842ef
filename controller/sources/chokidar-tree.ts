import { basename, join } from 'node:path';
import { watch } from 'chokidar';
import { isEntityFolder } from '../repository/index.js';
import type { TreeEvents, TreeWatch } from './tree-watch.js';

/** For systems that do not tell by themselves what changed: chokidar looks at all files of a folder to tell of one. */
export function chokidarTree(folder: string, { onSign, onBlindSpot }: TreeEvents): TreeWatch {
  const watcher = watch(folder, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path, stats) =>
      path !== folder && stats?.isDirectory() === true && !isEntityFolder(basename(path)),
  });
  // `raw` comes at once and always; the refined events are held back or dropped when they come close together.
  watcher.on('raw', (_event, name, details) => {
    const at = (details as { watchedPath?: string } | undefined)?.watchedPath;
    if (at === undefined || typeof name !== 'string') return onSign(undefined);
    // A watch on a file names the file itself.
    onSign(basename(at) === name && at !== folder ? at : join(at, name));
  });
  watcher.on('all', (event, path) => {
    onSign(path);
    if (event === 'addDir') onBlindSpot();
  });
  // A watch that breaks (too many of them) leaves the looks at everything.
  watcher.on('error', () => onSign(undefined));
  const ready = new Promise<void>((resolve) => watcher.on('ready', resolve));
  return { ready, close: () => void watcher.close() };
}
