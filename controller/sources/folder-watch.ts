import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { isEntityFolder } from '../repository/index.js';
import { chokidarTree } from './chokidar-tree.js';
import { InotifyTree } from './inotify-tree.js';
import type { TreeEvents, TreeWatch } from './tree-watch.js';

/** Editors save in several steps: truncate, write, rename. This long after the last one the file is taken as saved. */
const QUIET_MS = 20;
/** Somebody who writes all the time does not put it off for ever. */
const AT_MOST_MS = 250;
/** So many signs at once, and the system may have dropped some. */
const BURST = 200;
/** After a burst the whole folder is looked at once more. */
const AFTER_BURST_MS = 500;
/** How often the folder itself is looked for: a watch ends with the folder it stands on. */
const LOOK_FOR_FOLDER_MS = 1_000;

export interface FolderEvents {
  /** Called at once with each sign of a change: where, from the folder; undefined when it may be anywhere. */
  onTouched(path: string | undefined): void;
  /** Called when the writing has paused. */
  onSettled(): void;
  /** Milliseconds between two looks at everything, for what no sign told of. */
  restMs(): number;
}

export interface FolderWatch {
  /** Resolves when all changes from now on are seen; not before there is a folder. */
  ready: Promise<void>;
  stop(): void;
}

/** Watches a folder, also while it does not exist, and again when another takes its place. */
export function watchFolder(folder: string, events: FolderEvents): FolderWatch {
  const batches = new Batches(events);
  let isStopped = false;
  // Before it is watched: another one that comes meanwhile is then seen to be another.
  let stood = identityOf(found(folder));
  let looked = performance.now();
  let isLooking = false;
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const begin = (): TreeWatch => {
    const tree = start(folder, batches);
    // That a folder comes to be makes no sign.
    if (stood !== '') void tree.ready.then(isReady);
    return tree;
  };
  let current = begin();
  const look = async () => {
    const identity = identityOf(await stat(folder, { bigint: true }).catch(() => undefined));
    if (isStopped) return;
    if (identity !== stood) {
      stood = identity;
      current.close();
      current = begin();
      batches.touch(undefined);
    } else if (performance.now() - looked > events.restMs()) {
      looked = performance.now();
      batches.touch(undefined);
    }
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }, LOOK_FOR_FOLDER_MS);
  timer.unref();
  return {
    ready,
    stop() {
      isStopped = true;
      clearInterval(timer);
      batches.stop();
      current.close();
    },
  };
}

function start(folder: string, batches: Batches): TreeWatch {
  const touch = (path: string) => {
    const inside = relative(folder, path);
    const isElsewhere = inside.startsWith('..');
    if (inside === '' || isElsewhere) batches.touch(undefined);
    // Editors and Git keep their own in hidden files.
    else if (inside.split(sep).every(isEntityFolder)) batches.touch(inside.split(sep).join('/'));
  };
  const events: TreeEvents = {
    onSign: (path) => (path === undefined ? batches.touch(undefined) : touch(path)),
    onBlindSpot: () => batches.expectMore(),
  };
  // Linux tells by itself what changed in a folder.
  const tree = process.platform === 'linux' ? new InotifyTree(folder, events) : chokidarTree(folder, events);
  // What happened before the watch stood has made no sign.
  void tree.ready.then(() => batches.touch(undefined));
  return tree;
}

/** Gathers signs until the writing pauses. */
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
    const left = this.#since + AT_MOST_MS - performance.now();
    this.#quiet = setTimeout(() => this.#settle(), Math.max(0, Math.min(QUIET_MS, left)));
  }

  /** What happens in a new folder before the watch on it stands makes no sign. */
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
      this.#again = setTimeout(() => this.touch(undefined), AFTER_BURST_MS);
    }
    this.#signs = 0;
    this.#since = undefined;
    this.events.onSettled();
  }
}

/** Undefined also for one that cannot be looked at: who reads it is told why. */
function found(folder: string): BigIntStats | undefined {
  try {
    return statSync(folder, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function identityOf(found: BigIntStats | undefined): string {
  // The number alone may be given to the next folder at once.
  return found ? `${found.dev}:${found.ino}:${found.birthtimeNs}` : '';
}
