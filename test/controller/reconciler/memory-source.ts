import { blobId } from '../../../controller/git/index.js';
import type { Source, SourceFile, TreeChange } from '../../../controller/sources/source/source.js';

/** A branch whose files, failures and delays the test decides. */
export class MemorySource implements Source {
  #revisions = new Map<string, Record<string, string>>();
  #tip = '';
  #notify: (() => void) | undefined;
  #moved = true;
  observed = 0;
  observing = 0;
  maxAtOnce = 0;
  failure: Error | undefined;
  gate: Promise<void> | undefined;
  isWatched = false;
  /** The last argument of `keep`. */
  kept: string | undefined;

  constructor(readonly branch: string) {
    this.commit('r0', {});
  }

  /** Makes these files the tip, without telling anyone. */
  commit(revision: string, files: Record<string, string>): void {
    this.#revisions.set(revision, files);
    this.#tip = revision;
    this.#moved = true;
  }

  /** Puts the tip back to a revision that was committed before. */
  rewind(revision: string): void {
    this.#tip = revision;
    this.#moved = true;
  }

  notify(): void {
    this.#notify?.();
  }

  async observe(signal?: AbortSignal): Promise<string> {
    this.observed++;
    this.#moved = false;
    this.maxAtOnce = Math.max(this.maxAtOnce, ++this.observing);
    try {
      const aborted = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      await Promise.race([this.gate ?? Promise.resolve(), aborted]);
    } finally {
      this.observing--;
    }
    if (this.failure) throw this.failure;
    return this.#tip;
  }

  async readKnownRevision(): Promise<string | undefined> {
    return this.#tip === 'r0' ? undefined : this.#tip;
  }

  async files(revision: string): Promise<SourceFile[]> {
    return Object.entries(this.#at(revision)).map(([path, text]) => ({ path, blobId: getId(text) }));
  }

  async changes(from: string, to: string): Promise<TreeChange[]> {
    const [before, after] = [this.#at(from), this.#at(to)];
    const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...paths]
      .filter((path) => before[path] !== after[path])
      .map((path) => ({ path, blobId: after[path] === undefined ? undefined : getId(after[path]) }));
  }

  async read(blobIds: readonly string[]): Promise<Map<string, Uint8Array>> {
    return new Map(blobIds.map((id) => [id, Buffer.from(texts.get(id) ?? '')]));
  }

  async keep(revision: string | undefined): Promise<void> {
    this.kept = revision;
  }

  watch(notify: () => void): () => void {
    this.#notify = notify;
    this.isWatched = true;
    return () => {
      this.#notify = undefined;
      this.isWatched = false;
    };
  }

  mayHaveMoved(): boolean {
    return this.#moved;
  }

  /** Makes a revision unknown, as after `git gc`. */
  forget(revision: string): void {
    this.#revisions.delete(revision);
  }

  #at(revision: string): Record<string, string> {
    const files = this.#revisions.get(revision);
    if (!files) throw new Error(`no revision ${revision}`);
    return files;
  }
}

const ids = new Map<string, string>();
const texts = new Map<string, string>();

function getId(text: string): string {
  const id = ids.get(text) ?? blobId(Buffer.from(text));
  ids.set(text, id);
  texts.set(id, text);
  return id;
}
