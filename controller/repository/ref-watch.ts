import { join, sep } from 'node:path';
import { watch } from 'chokidar';
import type { GitDirectories } from './contract.js';

/**
 * Calls `notify` whenever something happens to the refs of a repository on this machine: HEAD, `packed-refs`, the
 * branches. It says that something may have changed, never what; often more than once. The returned function ends it.
 */
export function watchRefs({ gitDir, commonDir }: GitDirectories, notify: () => void): () => void {
  const heads = join(commonDir, 'refs', 'heads');
  const folders = new Set([gitDir, commonDir, join(commonDir, 'refs')]);
  const files = new Set([join(gitDir, 'HEAD'), join(commonDir, 'packed-refs')]);
  const isWatched = (path: string) =>
    folders.has(path) || files.has(path) || path === heads || path.startsWith(heads + sep);
  const watcher = watch([...new Set([gitDir, commonDir])], {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => !isWatched(path) || path.endsWith('.lock'),
  });
  // `raw` comes at once and always; the refined events are held back or dropped when they come close together.
  watcher.on('raw', notify);
  watcher.on('all', notify);
  // A watch that breaks (too many of them, the folder is gone) leaves polling.
  watcher.on('error', notify);
  return () => void watcher.close();
}
