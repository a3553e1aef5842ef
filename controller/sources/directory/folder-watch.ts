import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { watch } from 'chokidar';
import { IGNORE_FILE, isEntityFolder } from '../../git/index.js';

/** Editors save in several steps: truncate, write, rename. After this long without a sign, a file counts as saved. */
const quietMs = 20;
/** The longest delay for a writer that never pauses. */
const atMostMs = 250;
/** With more signs than this at once, the operating system may have dropped some. */
const BURST = 200;
/** The whole folder is scanned once more this long after a burst. */
const afterBurstMs = 500;
/** How often the folder itself is checked: a watch ends when its folder is removed. */
const checkFolderMs = 1_000;

export interface FolderEvents {
  /** Called at once for each sign of a change, with its path from the folder; undefined when it may be anywhere. */
  onTouched(path: string | undefined): void;
  /** Called when the signs have paused. */
  onSettled(): void;
  /** Returns the milliseconds between two scans of the whole folder, for changes without a sign. */
  restMs(): number;
}

export interface FolderWatch {
  /** Resolves when all later changes are seen. */
  ready: Promise<void>;
  stop(): void;
}

/** Watches a folder, also before it exists, and again when another folder takes its place. `ready` waits for the folder. */
export function watchFolder(folder: string, events: FolderEvents): FolderWatch {
  const batches = new Batches(events);
  let isStopped = false;
  // Read before the watch starts: a folder that replaces this one meanwhile has another identity.
  let identity = getIdentity(statNow(folder));
  let scanned = performance.now();
  let isChecking = false;
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const begin = () => {
    const tree = watchTree(folder, batches);
    // The creation of the folder gives no sign.
    if (identity !== '') void tree.ready.then(isReady);
    return tree;
  };
  let current = begin();
  const check = async () => {
    const identityNow = getIdentity(await stat(folder, { bigint: true }).catch(() => undefined));
    if (isStopped) return;
    if (identityNow !== identity) {
      identity = identityNow;
      current.stop();
      current = begin();
      batches.touch(undefined);
    } else if (performance.now() - scanned > events.restMs()) {
      scanned = performance.now();
      batches.touch(undefined);
    }
  };
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void check().finally(() => {
      isChecking = false;
    });
  }, checkFolderMs);
  timer.unref();
  return {
    ready,
    stop() {
      isStopped = true;
      clearInterval(timer);
      batches.stop();
      current.stop();
    },
  };
}

/** Watches the folder and those below it. Their watches report the files, which need none of their own. */
function watchTree(folder: string, batches: Batches): FolderWatch {
  const touch = (path: string) => {
    const names = relative(folder, path).split(sep);
    const isAnywhere = names[0] === '' || names[0] === '..';
    // Other rules can move any file in or out.
    if (isAnywhere || (names.length === 1 && names[0] === IGNORE_FILE)) batches.touch(undefined);
    // Editors and Git keep their own files hidden.
    else if (names.every(isEntityFolder)) batches.touch(names.join('/'));
  };
  const watcher = watch(folder, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path, stats) =>
      path !== folder && stats !== undefined && !(stats.isDirectory() && isEntityFolder(basename(path))),
  });
  // `raw` comes at once and always; the other events are delayed, or dropped when they come close together.
  watcher.on('raw', (_event, name, details) => {
    const watched = (details as { watchedPath?: string } | undefined)?.watchedPath;
    if (watched === undefined || typeof name !== 'string') batches.touch(undefined);
    // A folder that is removed reports its own name.
    else touch(basename(watched) === name && watched !== folder ? watched : join(watched, name));
  });
  watcher.on('all', (event, path) => {
    touch(path);
    if (event === 'addDir') batches.expectMore();
  });
  // After a failure, such as too many watches, the regular scans remain.
  watcher.on('error', () => batches.touch(undefined));
  const ready = new Promise<void>((resolve) => watcher.on('ready', resolve));
  // Changes before the watch was ready gave no sign.
  void ready.then(() => batches.touch(undefined));
  return { ready, stop: () => void watcher.close() };
}

/** Collects signs until they pause. */
class Batches {
  #quiet: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;
  #since: number | undefined;
  #signs = 0;

  constructor(private readonly events: FolderEvents) {}

  touch(path: string | undefined): void {
    this.events.onTouched(path);
    this.#signs += 1;
    this.#since ??= performance.now();
    clearTimeout(this.#quiet);
    const left = this.#since + atMostMs - performance.now();
    this.#quiet = setTimeout(() => this.#settle(), Math.max(0, Math.min(quietMs, left)));
  }

  /** Counts as a burst: changes in a new folder give no sign until its watch is ready. */
  expectMore(): void {
    this.#signs += BURST;
  }

  stop(): void {
    clearTimeout(this.#quiet);
    clearTimeout(this.#again);
  }

  #settle(): void {
    if (this.#signs > BURST) {
      clearTimeout(this.#again);
      this.#again = setTimeout(() => this.touch(undefined), afterBurstMs);
    }
    this.#signs = 0;
    this.#since = undefined;
    this.events.onSettled();
  }
}

/** Undefined also for a folder that cannot be read: the scan reports why. */
function statNow(folder: string): BigIntStats | undefined {
  try {
    return statSync(folder, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function getIdentity(stats: BigIntStats | undefined): string {
  // The inode number alone may be given to the next folder at once.
  return stats ? `${stats.dev}:${stats.ino}:${stats.birthtimeNs}` : '';
}
