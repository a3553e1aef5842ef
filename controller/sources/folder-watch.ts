import { basename } from 'node:path';
import { watch } from 'chokidar';
import { isEntityFolder } from '../repository/index.js';

/** Editors save in several steps: truncate, write, rename. This long after the last one the file is taken as saved. */
const QUIET_MS = 20;
/** Somebody who writes all the time does not put it off for ever. */
const AT_MOST_MS = 250;

/**
 * Watches a folder. `onTouched` is called at once with each sign of a change, `onSettled` when the writing has paused.
 * The returned function ends it.
 */
export function watchFolder(folder: string, onTouched: () => void, onSettled: () => void): () => void {
  let quiet: NodeJS.Timeout | undefined;
  let since: number | undefined;
  const settle = () => {
    clearTimeout(quiet);
    since = undefined;
    onSettled();
  };
  const touched = () => {
    onTouched();
    since ??= performance.now();
    clearTimeout(quiet);
    quiet = setTimeout(settle, Math.max(0, Math.min(QUIET_MS, since + AT_MOST_MS - performance.now())));
  };
  const watcher = watch(folder, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path, stats) =>
      path !== folder && stats?.isDirectory() === true && !isEntityFolder(basename(path)),
  });
  // `raw` comes at once and always; the refined events are held back or dropped when they come close together.
  watcher.on('raw', touched);
  watcher.on('all', touched);
  // What happened before the watch stood has made no event.
  watcher.on('ready', touched);
  // A watch that breaks (too many of them) leaves polling.
  watcher.on('error', touched);
  return () => {
    clearTimeout(quiet);
    void watcher.close();
  };
}
