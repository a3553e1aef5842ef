import { type FSWatcher, watch } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isEntityFolder } from '../repository/index.js';
import type { TreeEvents, TreeWatch } from './tree-watch.js';

/**
 * One watch a folder, none on files: the cost of a sign does not grow with what is beside it. A folder that comes is
 * told of again when it is watched, so that what came into it before is looked for.
 */
export class InotifyTree implements TreeWatch {
  readonly ready: Promise<void>;
  readonly #watches = new Map<string, FSWatcher>();
  /** Folders that could not be watched, as for want of a permission. */
  readonly #unwatched = new Set<string>();
  /** Where a folder may have come or gone. */
  readonly #suspects = new Set<string>();
  #isSettling = false;
  #isClosed = false;

  constructor(
    folder: string,
    private readonly events: TreeEvents,
  ) {
    this.ready = this.#add(folder);
  }

  close(): void {
    this.#isClosed = true;
    for (const watcher of this.#watches.values()) watcher.close();
    this.#watches.clear();
  }

  /** Watches a folder and those below: first the watch, then the look, so that nothing falls between them. */
  async #add(root: string): Promise<void> {
    for (let level = [root]; level.length > 0; ) {
      const below: string[] = [];
      for (const folder of level) {
        if (!this.#watch(folder)) continue;
        const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
        for (const entry of entries) {
          if (entry.isDirectory() && isEntityFolder(entry.name)) below.push(join(folder, entry.name));
        }
      }
      level = below;
    }
  }

  #watch(folder: string): boolean {
    if (this.#isClosed) return false;
    this.#watches.get(folder)?.close();
    try {
      const watcher = watch(folder, (event, name) => this.#take(folder, event, name));
      watcher.on('error', () => this.events.onSign(undefined));
      this.#watches.set(folder, watcher);
      this.#unwatched.delete(folder);
      return true;
    } catch (cause) {
      this.#watches.delete(folder);
      // Gone again is nothing to worry about; any other leaves the looks at everything.
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false;
      this.#unwatched.add(folder);
      this.events.onSign(undefined);
      return false;
    }
  }

  #take(folder: string, event: string, name: string | null): void {
    if (this.#isClosed) return;
    const path = name === null ? undefined : join(folder, name);
    this.events.onSign(path);
    if (path === undefined || name === null || !isEntityFolder(name)) return;
    if (event !== 'rename' && !this.#unwatched.has(path)) return;
    this.#suspects.add(path);
    if (!this.#isSettling) void this.#settle();
  }

  /** One after the other, so that a folder that comes and goes has one watch in the end. */
  async #settle(): Promise<void> {
    this.#isSettling = true;
    for (const path of this.#suspects) {
      this.#suspects.delete(path);
      const found = await lstat(path).catch(() => undefined);
      this.#drop(path);
      if (!found?.isDirectory()) continue;
      await this.#add(path);
      this.events.onSign(path);
    }
    this.#isSettling = false;
  }

  /** Those below as well: they may have moved with it. */
  #drop(path: string): void {
    if (!this.#watches.has(path)) return;
    for (const [watched, watcher] of this.#watches) {
      if (watched !== path && !watched.startsWith(path + sep)) continue;
      watcher.close();
      this.#watches.delete(watched);
    }
  }
}
