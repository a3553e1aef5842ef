import { readFileSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { watch } from 'chokidar';
import { findGitDirectories, type GitDirectories, hasReftable } from '../../folders/repository.js';

/** A check costs some microseconds; callers that ask thousands of times a second share one. */
const checkEveryMs = 2;
/** File times move in steps of a few milliseconds: two writes within one step can have the same times. */
const clockStepMs = 50;

/**
 * Finds the directories of the repository at `path`: a bare one, a work tree, or a linked work tree (`.git` is a file).
 * Undefined when there is no repository, or one whose refs are not in files (reftable), which only `git` reads.
 */
export function gitDirectories(path: string): GitDirectories | undefined {
  const directories = findGitDirectories(path);
  return directories && !hasReftable(directories) ? directories : undefined;
}

/**
 * Calls `notify` when something happens to the refs of a repository on this machine: HEAD, `packed-refs`, the branches.
 * The call says that something may have changed, and often comes more than once. The returned function ends the watch.
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
  // `raw` comes at once and always; the other events are delayed, or dropped when they come close together.
  watcher.on('raw', notify);
  watcher.on('all', notify);
  // After a failure (too many watches, the folder is gone) polling remains.
  watcher.on('error', notify);
  return () => void watcher.close();
}

/** Starts to notify and returns the function that stops it. */
export type Watch = (notify: () => void) => () => void;

/** Lets many listeners share one watch: it starts with the first listener and stops after the last. */
export function shareWatch(start: Watch): Watch {
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;
  return (notify) => {
    // A new function for each listener, so that the same `notify` may listen twice.
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

interface FileState {
  identity: string;
  /** Set while the file is so young that a further write might have the same times. */
  content: string | undefined;
}

/** Checks cheaply, by `stat`, whether one of a few small files was written since `mark`. */
export class FileProbe {
  #known: FileState[] = [];
  #marked = false;
  #moved = false;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly paths: readonly string[]) {}

  /** Takes the current state as known. */
  mark(): void {
    this.#known = this.paths.map(getState);
    this.#marked = true;
    this.#moved = false;
    this.#checkedAt = Number.NEGATIVE_INFINITY;
  }

  /** True when a file was written since `mark`; at most two milliseconds late. */
  moved(): boolean {
    if (this.#moved || !this.#marked) return true;
    const now = performance.now();
    if (now - this.#checkedAt < checkEveryMs) return false;
    this.#checkedAt = now;
    return this.movedNow();
  }

  /** As `moved`, without the delay. */
  movedNow(): boolean {
    this.#moved ||= !this.#marked || this.paths.some((path, index) => this.#differs(path, index));
    return this.#moved;
  }

  #differs(path: string, index: number): boolean {
    const previous = this.#known[index];
    if (previous === undefined || previous.identity !== getIdentity(statNow(path))) return true;
    if (previous.content === undefined) return false;
    const seen = getState(path);
    if (seen.identity !== previous.identity || getContent(path) !== previous.content) return true;
    this.#known[index] = seen;
    return false;
  }
}

function getState(path: string): FileState {
  const current = statNow(path);
  const young = current !== undefined && Date.now() - current.ctimeMs < clockStepMs;
  return { identity: getIdentity(current), content: young ? getContent(path) : undefined };
}

function statNow(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A folder of the path cannot be entered or has become a file: the file counts as missing.
    return undefined;
  }
}

function getIdentity(stats: Stats | undefined): string {
  return stats === undefined ? '' : `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
}

function getContent(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
