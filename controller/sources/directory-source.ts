import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../problems/index.js';
import { blobId } from '../repository/index.js';
import { ContentHash } from './content-hash.js';
import type { Source, SourceFile, TreeChange } from './contract.js';
import { FolderScanner, insideOf, type Look, readPlain } from './folder-scanner.js';
import { watchFolder } from './folder-watch.js';
import { RevisionLog } from './revision-log.js';

/** A file that has vanished or become empty is believed after this long: an editor may be about to rename it back. */
const BELIEVE_AFTER_MS = 100;
const LOOK_AGAIN_MS = 20;

const EMPTY_BLOB = blobId(new Uint8Array());

/** With more places than this to look at, everything is looked at. */
const MANY_PLACES = 500;
/** The least time between two looks at everything for what no watch told of. */
const REST_MS = 30_000;
/** Such a look may take a hundredth of the time. */
const REST_FACTOR = 100;

export interface DirectoryOptions {
  /** Whether the bytes of the first look are held until they are asked for; all others are. */
  keepsFirst?: boolean;
}

/**
 * A plain folder, without history. Its revision is a hash over paths and blob ids. While it is watched, a look costs by
 * what the watch told of.
 */
export class DirectorySource implements Source {
  readonly #scanner: FolderScanner;
  readonly #hash = new ContentHash();
  readonly #log = new RevisionLog<string>((one, other) => one === other);
  #contents = new Map<string, Uint8Array>();
  /** Blob id → path, of what the last look found new. */
  #lately = new Map<string, string>();
  #touched = true;
  /** Where something may have changed; undefined for anywhere. */
  #places: Set<string> | undefined;
  #lastFullMs = 0;
  #watches = 0;
  /** Watches that do not see everything yet: until then, any moment may have changed something. */
  #blind = 0;

  constructor(
    readonly branch: string,
    private readonly folder: string,
    private readonly options: DirectoryOptions = {},
  ) {
    this.#scanner = new FolderScanner(folder);
  }

  async observe(signal?: AbortSignal): Promise<string> {
    // Somebody asks though nothing was told of: a sign of what was just written may be under way.
    if (this.#sees() && this.#places?.size === 0) await delay(LOOK_AGAIN_MS);
    // Taken back before looking, so that what happens meanwhile counts as new.
    this.#touched = false;
    const places = this.#sees() ? this.#places : undefined;
    this.#places = new Set();
    try {
      return this.#accept(await this.#settledLook(places, signal));
    } catch (cause) {
      this.#places = undefined;
      this.#touched = true;
      throw cause;
    }
  }

  get trouble(): Problem | undefined {
    return this.#scanner.trouble;
  }

  async known(): Promise<string | undefined> {
    return this.#log.newest;
  }

  async files(revision: string): Promise<SourceFile[]> {
    const newest = this.#log.newest;
    const back = newest === undefined ? undefined : this.#log.between(newest, revision);
    if (!back) throw this.#unknown(revision);
    const files = new Map(this.#scanner.files());
    for (const [path, id] of back) {
      if (id === undefined) files.delete(path);
      else files.set(path, id);
    }
    return [...files].map(([path, id]) => ({ path, blobId: id })).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async changes(from: string, to: string): Promise<TreeChange[]> {
    const changed = this.#log.between(from, to);
    if (!changed) throw this.#unknown(this.#log.has(to) ? from : to);
    this.#log.forgetBefore(from);
    return [...changed].map(([path, id]) => ({ path, blobId: id }));
  }

  /** Bytes that the last look had to read are handed out once; all others come from the disk. */
  async read(blobIds: readonly string[]): Promise<Map<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    let paths: ReadonlyMap<string, string> | undefined;
    for (const id of blobIds) {
      const content = this.#contents.get(id);
      this.#contents.delete(id);
      paths ??= content || this.#lately.has(id) ? undefined : this.#pathsByBlob();
      found.set(id, content ?? (await this.#reread(id, this.#lately.get(id) ?? paths?.get(id))));
    }
    return found;
  }

  async keep(): Promise<void> {}

  watch(notify: () => void): () => void {
    const watching = watchFolder(this.folder, {
      onTouched: (path) => this.#touch(path),
      onSettled: notify,
      restMs: () => Math.max(REST_MS, REST_FACTOR * this.#lastFullMs),
    });
    this.#blind += 1;
    this.#watches += 1;
    this.#places = undefined;
    let sees = () => {
      this.#blind -= 1;
      sees = () => {};
    };
    void watching.ready.then(() => sees());
    return () => {
      sees();
      this.#watches -= 1;
      this.#places = undefined;
      watching.stop();
    };
  }

  mayHaveMoved(): boolean {
    return this.#touched || this.#blind > 0;
  }

  /** Whether a watch tells of everything. */
  #sees(): boolean {
    return this.#watches > 0 && this.#blind === 0;
  }

  async #settledLook(places: Set<string> | undefined, signal: AbortSignal | undefined): Promise<Look> {
    const start = performance.now();
    const look = await this.#scanner.look(places);
    if (!places) this.#lastFullMs = performance.now() - start;
    for (;;) {
      const doubtful = [...look.changes].filter(([path, id]) => this.#isDoubtful(path, id));
      if (doubtful.length === 0 || performance.now() > start + this.#lookMs(places) + BELIEVE_AFTER_MS)
        return look;
      await delay(LOOK_AGAIN_MS, undefined, signal ? { signal } : {});
      const again = await this.#scanner.look(doubtful.map(([path]) => path));
      for (const [path] of doubtful) {
        look.changes.delete(path);
        look.seen.delete(path);
      }
      for (const [path, id] of again.changes) look.changes.set(path, id);
      for (const [path, file] of again.seen) look.seen.set(path, file);
      for (const [id, content] of again.contents) look.contents.set(id, content);
    }
  }

  #lookMs(places: Set<string> | undefined): number {
    return places ? 0 : this.#lastFullMs;
  }

  /** Gone or emptied: an editor may be in the middle of saving. */
  #isDoubtful(path: string, id: string | undefined): boolean {
    const before = this.#scanner.get(path);
    return id === undefined ? before !== undefined : id === EMPTY_BLOB && before !== EMPTY_BLOB;
  }

  #accept(look: Look): string {
    const isFirst = this.#log.newest === undefined;
    const delta = new Map(
      [...look.changes].map(([path, after]) => [path, { before: this.#scanner.get(path), after }] as const),
    );
    this.#scanner.accept(look);
    if (look.changes.size > 0) this.#lately = new Map();
    for (const [path, id] of isFirst ? [] : look.changes) if (id !== undefined) this.#lately.set(id, path);
    for (const [path, { after }] of delta) this.#hash.set(path, after);
    const revision = this.#hash.digest();
    if (isFirst) this.#log.restart(revision);
    else if (revision !== this.#log.newest) this.#log.append(revision, delta);
    // What nobody has asked for by now is read from the disk when it is.
    const isHeld = !isFirst || this.options.keepsFirst !== false;
    if (look.contents.size > 0) this.#contents = isHeld ? look.contents : new Map();
    return revision;
  }

  async #reread(id: string, path: string | undefined): Promise<Uint8Array> {
    const root = await realpath(this.folder).catch(() => this.folder);
    const target = path === undefined ? undefined : await insideOf(root, join(root, path));
    const content = target === undefined ? undefined : await readPlain(target);
    if (content && blobId(content) === id) return content;
    throw new Problem('directory_failed', `A file in ${this.folder} changed while it was being read.`, {
      hints: ['Nothing needs doing: svc looks again.'],
    });
  }

  #pathsByBlob(): Map<string, string> {
    return new Map([...this.#scanner.files()].map(([path, id]) => [id, path]));
  }

  #touch(path: string | undefined): void {
    this.#touched = true;
    if (path === undefined || (this.#places?.size ?? 0) >= MANY_PLACES) this.#places = undefined;
    else this.#places?.add(path);
  }

  #unknown(revision: string): Problem {
    return new Problem('directory_failed', `The state ${revision} of ${this.folder} is not known any more.`, {
      hints: ['A folder has no history; serve a Git repository to have one.'],
    });
  }
}
