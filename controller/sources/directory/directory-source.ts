import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { blobId, type PathScope, pathScope } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import { RevisionLog } from '../source/revision-log.js';
import type { Source, SourceFile, TreeChange } from '../source/source.js';
import { ContentHash } from './content-hash.js';
import { getInner, readPlain } from './folder-files.js';
import { type FolderFile, FolderScanner, isSameFolderFile, type Scan } from './folder-scanner.js';
import { watchFolder } from './folder-watch.js';

/** A deleted or emptied file counts after this long: an editor may be in the middle of saving. */
const believeAfterMs = 100;
const lookAgainMs = 20;

const emptyBlob = blobId(new Uint8Array());

/** With more changed places than this, the whole folder is scanned. */
const manyPlaces = 500;
/** The least time between two scans of the whole folder for changes without a sign. */
const restMs = 30_000;
/** Such scans may take a hundredth of the time. */
const restFactor = 100;

export interface DirectoryOptions {
  /** False to drop the bytes that the first scan read; those of later scans are kept for `read`. */
  keepsFirst?: boolean;
  /** The folder of `Git.Path` below the folder: the files of this source, whose paths start above it. May be missing. */
  path?: string | undefined;
  /** True for a work tree of Git: its files are those that a commit would have. */
  isWorkTree?: boolean;
}

/** A plain folder. Its revision is a hash over paths and blob ids. A watch limits scans to the reported places. */
export class DirectorySource implements Source {
  readonly #scanner: FolderScanner;
  /** The folder of the files. */
  readonly #folder: string;
  /** The path of that folder with a slash at its end; `''` when all files of the given folder count. */
  readonly #prefix: string;
  readonly #hash = new ContentHash();
  readonly #log = new RevisionLog<FolderFile>(isSameFolderFile);
  #contents = new Map<string, Uint8Array>();
  /** Blob id → path of the files that the last scan found changed. */
  #lately = new Map<string, string>();
  #touched = true;
  /** Paths that may have changed; undefined for any path. */
  #places: Set<string> | undefined;
  #lastFullMs = 0;
  #watches = 0;
  /** The number of watches that are not ready: until then a change may give no sign. */
  #blind = 0;

  constructor(
    readonly branch: string,
    folder: string,
    private readonly options: DirectoryOptions = {},
  ) {
    const { path, isWorkTree } = options;
    this.#folder = path === undefined ? folder : join(folder, path);
    this.#prefix = path === undefined ? '' : `${path}/`;
    this.#scanner = new FolderScanner(this.#folder, path === undefined ? undefined : folder, isWorkTree);
  }

  async observe(signal?: AbortSignal): Promise<string> {
    // The caller expects a change that gave no sign yet: the sign may be under way.
    if (this.#sees() && this.#places?.size === 0) await delay(lookAgainMs);
    // Reset before the scan, so that changes during it count as new.
    this.#touched = false;
    const places = this.#sees() ? this.#places : undefined;
    this.#places = new Set();
    try {
      return this.#accept(await this.#settledScan(places, signal));
    } catch (cause) {
      this.#places = undefined;
      this.#touched = true;
      throw cause;
    }
  }

  get trouble(): Problem | undefined {
    return this.#scanner.trouble;
  }

  async readKnownRevision(): Promise<string | undefined> {
    return this.#log.newest;
  }

  async files(revision: string): Promise<SourceFile[]> {
    const files = this.#log.at(revision, this.#scanner.files());
    if (!files) throw this.#unknown(revision);
    return [...files]
      .map(([path, { blobId, nonFile }]) => ({ path: this.#prefix + path, blobId, nonFile }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async changes(from: string, to: string): Promise<TreeChange[]> {
    const changed = this.#log.between(from, to);
    if (!changed) throw this.#unknown(this.#log.has(to) ? from : to);
    this.#log.forgetBefore(from);
    return [...changed].map(([path, file]) => ({
      path: this.#prefix + path,
      blobId: file?.blobId,
      nonFile: file?.nonFile,
    }));
  }

  async scope(): Promise<PathScope> {
    return pathScope(this.#prefix, this.#scanner.ignored);
  }

  /** Returns bytes that the last scan read once from memory; all others come from the disk. */
  async read(blobIds: readonly string[]): Promise<Map<string, Uint8Array>> {
    const contents = new Map<string, Uint8Array>();
    let paths: Map<string, string> | undefined;
    for (const id of blobIds) {
      const content = this.#contents.get(id);
      this.#contents.delete(id);
      if (!content && !this.#lately.has(id)) {
        paths ??= new Map([...this.#scanner.files()].map(([path, { blobId: blob }]) => [blob, path]));
      }
      contents.set(id, content ?? (await this.#reread(id, this.#lately.get(id) ?? paths?.get(id))));
    }
    return contents;
  }

  async keep(): Promise<void> {}

  watch(notify: () => void): () => void {
    const watching = watchFolder(this.#folder, {
      onTouched: (path) => this.#touch(path),
      onSettled: notify,
      restMs: () => Math.max(restMs, restFactor * this.#lastFullMs),
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

  /** True while every change gives a sign. */
  #sees(): boolean {
    return this.#watches > 0 && this.#blind === 0;
  }

  async #settledScan(places: Set<string> | undefined, signal: AbortSignal | undefined): Promise<Scan> {
    const start = performance.now();
    const scan = await this.#scanner.scan(places);
    if (!places) this.#lastFullMs = performance.now() - start;
    const end = start + (places ? 0 : this.#lastFullMs) + believeAfterMs;
    for (;;) {
      const doubtful = [...scan.changes].filter(([path, file]) => this.#isDoubtful(path, file?.blobId));
      if (doubtful.length === 0 || performance.now() > end) return scan;
      await delay(lookAgainMs, undefined, signal ? { signal } : {});
      const again = await this.#scanner.scan(doubtful.map(([path]) => path));
      for (const [path] of doubtful) {
        scan.changes.delete(path);
        scan.seen.delete(path);
      }
      for (const [path, file] of again.changes) scan.changes.set(path, file);
      for (const [path, file] of again.seen) scan.seen.set(path, file);
      for (const [id, content] of again.contents) scan.contents.set(id, content);
    }
  }

  /** True for a deleted or emptied file: an editor may be in the middle of saving. */
  #isDoubtful(path: string, id: string | undefined): boolean {
    const before = this.#scanner.get(path)?.blobId;
    return id === undefined ? before !== undefined : id === emptyBlob && before !== emptyBlob;
  }

  #accept(scan: Scan): string {
    const isFirst = this.#log.newest === undefined;
    const delta = new Map(
      [...scan.changes].map(([path, after]) => [path, { before: this.#scanner.get(path), after }] as const),
    );
    this.#scanner.accept(scan);
    if (scan.changes.size > 0) this.#lately = new Map();
    for (const [path, file] of isFirst ? [] : scan.changes) if (file) this.#lately.set(file.blobId, path);
    for (const [path, { after }] of delta)
      this.#hash.set(path, after && `${after.nonFile ?? ''}${after.blobId}`);
    const revision = this.#hash.digest();
    this.#log.append(revision, delta);
    // Contents that were not requested by now are read from the disk later.
    const isHeld = !isFirst || this.options.keepsFirst !== false;
    if (scan.contents.size > 0) this.#contents = isHeld ? scan.contents : new Map();
    return revision;
  }

  async #reread(id: string, path: string | undefined): Promise<Uint8Array> {
    const root = await realpath(this.#folder).catch(() => this.#folder);
    const target = path === undefined ? undefined : await getInner(root, join(root, path));
    const content = target === undefined ? undefined : await readPlain(target);
    if (content && blobId(content) === id) return content;
    throw new Problem('directory_failed', `A file in ${this.#folder} changed while it was being read.`, {
      hints: ['No action is needed: svc reads the folder again.'],
    });
  }

  #touch(path: string | undefined): void {
    this.#touched = true;
    if (path === undefined || (this.#places?.size ?? 0) >= manyPlaces) this.#places = undefined;
    else this.#places?.add(path);
  }

  #unknown(revision: string): Problem {
    return new Problem('directory_failed', `The state ${revision} of ${this.#folder} is no longer known.`, {
      hints: ['A folder has no history; serve a Git repository to have one.'],
    });
  }
}
