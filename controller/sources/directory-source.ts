import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../problems/index.js';
import { blobId } from '../repository/index.js';
import type { Source, SourceFile, TreeChange } from './contract.js';
import { FolderScanner, insideOf, readPlain, type Scan } from './folder-scanner.js';
import { watchFolder } from './folder-watch.js';

/** A file that has vanished or become empty is believed after this long: an editor may be about to rename it back. */
const BELIEVE_AFTER_MS = 100;
const LOOK_AGAIN_MS = 20;

const EMPTY_BLOB = blobId(new Uint8Array());

interface Manifest {
  revision: string;
  files: readonly SourceFile[];
}

/** A plain folder, without history. Its revision is a hash over the sorted paths and blob ids. */
export class DirectorySource implements Source {
  readonly #scanner: FolderScanner;
  /** The newest last. Older ones stay until the reconciler has moved past them. */
  #manifests: Manifest[] = [];
  #contents = new Map<string, Uint8Array>();
  #touched = true;
  /** Watches that do not see everything yet: until then, any moment may have changed something. */
  #blind = 0;

  constructor(
    readonly branch: string,
    private readonly folder: string,
  ) {
    this.#scanner = new FolderScanner(folder);
  }

  async observe(signal?: AbortSignal): Promise<string> {
    // Taken back before looking, so that what happens meanwhile counts as new.
    this.#touched = false;
    const { files, contents } = await this.#settledScan(signal);
    const revision = revisionOf(files);
    const unread = [...this.#contents, ...contents];
    const current = new Set(files.map((file) => file.blobId));
    this.#contents = new Map(unread.filter(([id]) => current.has(id)));
    if (this.#manifests.at(-1)?.revision !== revision) {
      this.#manifests = [...this.#manifests.filter((one) => one.revision !== revision), { revision, files }];
    }
    return revision;
  }

  async known(): Promise<string | undefined> {
    return this.#manifests.at(-1)?.revision;
  }

  async files(revision: string): Promise<SourceFile[]> {
    return [...this.#manifest(revision).files];
  }

  async changes(from: string, to: string): Promise<TreeChange[]> {
    const before = byPath(this.#manifest(from));
    const after = byPath(this.#manifest(to));
    this.#manifests = this.#manifests.filter((one) => one.revision === from || one.revision === to);
    const changes: TreeChange[] = [];
    for (const [path, id] of after) if (before.get(path) !== id) changes.push({ path, blobId: id });
    for (const path of before.keys()) if (!after.has(path)) changes.push({ path, blobId: undefined });
    return changes;
  }

  /** Bytes that the last look had to read are handed out once; all others come from the disk. */
  async read(blobIds: readonly string[]): Promise<Map<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    let paths: ReadonlyMap<string, string> | undefined;
    for (const id of blobIds) {
      const content = this.#contents.get(id);
      this.#contents.delete(id);
      paths ??= content ? undefined : this.#pathsByBlob();
      found.set(id, content ?? (await this.#reread(id, paths?.get(id))));
    }
    return found;
  }

  async keep(): Promise<void> {}

  watch(notify: () => void): () => void {
    const watching = watchFolder(this.folder, {
      onTouched: () => {
        this.#touched = true;
      },
      onSettled: notify,
      restMs: () => 30_000,
    });
    this.#blind += 1;
    let sees = () => {
      this.#blind -= 1;
      sees = () => {};
    };
    void watching.ready.then(() => sees());
    return () => {
      sees();
      watching.stop();
    };
  }

  mayHaveMoved(): boolean {
    return this.#touched || this.#blind > 0;
  }

  async #settledScan(signal: AbortSignal | undefined): Promise<Scan> {
    const last = this.#manifests.at(-1);
    const before = last ? byPath(last) : new Map<string, string>();
    const deadline = performance.now() + BELIEVE_AFTER_MS;
    for (;;) {
      const scan = await this.#scanner.scan();
      const after = byPath(scan);
      const isGone = [...before.keys()].some((path) => !after.has(path));
      const isEmptied = scan.files.some(
        (file) => file.blobId === EMPTY_BLOB && before.get(file.path) !== EMPTY_BLOB,
      );
      if ((!isGone && !isEmptied) || performance.now() > deadline) return scan;
      await delay(LOOK_AGAIN_MS, undefined, signal ? { signal } : {});
    }
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

  /** Where each blob was seen last. */
  #pathsByBlob(): Map<string, string> {
    return new Map(this.#manifests.flatMap(({ files }) => files.map((file) => [file.blobId, file.path])));
  }

  #manifest(revision: string): Manifest {
    const manifest = this.#manifests.find((one) => one.revision === revision);
    if (manifest) return manifest;
    throw new Problem('directory_failed', `The state ${revision} of ${this.folder} is not known any more.`, {
      hints: ['A folder has no history; serve a Git repository to have one.'],
    });
  }
}

function revisionOf(files: readonly SourceFile[]): string {
  const hash = createHash('sha256');
  for (const { path, blobId: id } of files) hash.update(`${path}\0${id}\n`);
  return hash.digest('hex');
}

function byPath({ files }: { files: readonly SourceFile[] }): Map<string, string> {
  return new Map(files.map((file) => [file.path, file.blobId]));
}
