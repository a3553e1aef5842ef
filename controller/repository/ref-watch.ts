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

/** Starts something that notifies, and answers with how to stop it. */
export type Watch = (notify: () => void) => () => void;

/** Makes many listeners share one watch: it starts with the first of them and stops after the last. */
export function shareWatch(start: Watch): Watch {
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;
  return (notify) => {
    // A function of its own for each listener, so that the same one may listen twice.
    const listener = () => notify();
    listeners.add(listener);
    stop ??= start(() => {
      for (const each of listeners) each();
    });
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      stop?.();
      stop = undefined;
    };
  };
}
