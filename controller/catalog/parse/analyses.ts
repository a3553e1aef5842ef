import { computingThreads } from '../../concurrency/thread-pool.js';
import type { Analyser } from './analyse.js';
import { type Analysis, type StoredAnalysis, toStored } from './analysis.js';
import type { AnalysisStore } from './analysis-store.js';
import { isJsonFile } from './entity-files.js';

const firstSweep = 10_000;

/** Values that a snapshot still holds, by key: branches that have the same blob share what is known of it. */
export class WeakCache<Value extends object> {
  readonly #entries = new Map<string, WeakRef<Value>>();
  #sweepAt = firstSweep;

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.deref();
  }

  set(key: string, value: Value): void {
    this.#entries.set(key, new WeakRef(value));
    if (this.#entries.size < this.#sweepAt) return;
    for (const [key, reference] of this.#entries) if (!reference.deref()) this.#entries.delete(key);
    this.#sweepAt = Math.max(firstSweep, this.#entries.size * 2);
  }

  /** Entries whose values are held, or were until the last sweep. */
  get size(): number {
    return this.#entries.size;
  }
}

export type ReadBlobs = (blobIds: readonly string[]) => Promise<Map<string, Uint8Array>>;

/** A file to analyse. */
export interface UnreadFile {
  path: string;
  bytes: Uint8Array;
}

/** Analyses files in threads. Whatever the event loop has to analyse without them holds up all else. */
export interface OtherThreads {
  /** Returns the analyses in the order of the files. @param lanes jobs at the same time; the other calls wait as long */
  analyse(files: readonly UnreadFile[], lanes?: number): Promise<StoredAnalysis[]>;
}

/** A blob at a path. JSON is read more strictly than YAML, so that one blob can have two analyses. */
export interface Blob {
  path: string;
  blobId: string;
}

/** Unknown files that make it worth opening the store. */
const many = 16;
/** Entries written at a time. */
const batchSize = 256;
const writeDelayMs = 500;

/**
 * The analyses of blobs, each made once: analyses that a snapshot holds are shared, those of earlier starts come from the
 * store, all others from the analyser. New ones are written to the store a little later, so that no caller waits for it.
 */
export class Analyses {
  readonly #cache = new WeakCache<Analysis>();
  readonly #unwritten = new Map<string, Analysis>();
  #store: AnalysisStore | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    private readonly analyser: Analyser,
    private readonly openStore: (() => AnalysisStore) | undefined,
    private readonly threads: OtherThreads | undefined,
  ) {}

  /**
   * Looks many blobs up at once, starts to read those that must be analysed, and has threads analyse them.
   * @param isChange the blobs are a change to a branch, not its first load, which may use all threads
   */
  prepare(blobs: readonly Blob[], read: ReadBlobs, isChange: boolean): PreparedAnalyses {
    const analyses = new Map<string, Analysis>();
    const unknown = new Map<string, Blob>();
    for (const blob of blobs) {
      const key = getKey(blob);
      const analysis = this.#cache.get(key);
      if (analysis) analyses.set(key, analysis);
      else unknown.set(key, blob);
    }
    const stored = this.#fromStore([...unknown.keys()]);
    const remaining = new Map([...unknown].filter(([key]) => !stored.has(key)));
    const rest = remaining.size > 0 ? this.#readRest(remaining, read, isChange) : nothing;
    // The caller awaits it later, unless another step failed before: then this rejection has no reader.
    rest.catch(() => {});
    return { known: analyses, stored, rest };
  }

  /** @param rest the resolved `rest` of `prepared` */
  get(blob: Blob, prepared: PreparedAnalyses, rest: Rest): Analysis {
    const key = getKey(blob);
    const knownAnalysis = prepared.known.get(key) ?? this.#cache.get(key);
    if (knownAnalysis) return knownAnalysis;
    const stored = prepared.stored.get(key);
    const newAnalysis = stored ?? rest.analysed.get(key);
    const analysis = newAnalysis
      ? this.analyser.restore(blob.path, newAnalysis)
      : this.#analyse(blob, rest.bytes);
    this.#cache.set(key, analysis);
    if (!stored && this.#store) this.#unwritten.set(key, analysis);
    return analysis;
  }

  /** Schedules writing to the store; called after the files of a change were analysed. */
  settle(): void {
    if (this.#isClosed || this.#unwritten.size === 0) return;
    this.#timer ??= setTimeout(() => this.#writeSome(), writeDelayMs).unref();
  }

  /** Writes the remaining analyses and closes the store. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    while (this.#store && this.#unwritten.size > 0) this.#writeBatch(this.#store);
    this.#store?.close();
    this.#store = undefined;
  }

  async #readRest(blobs: ReadonlyMap<string, Blob>, read: ReadBlobs, isChange: boolean): Promise<Rest> {
    const bytes = await read([...new Set([...blobs.values()].map(({ blobId }) => blobId))]);
    const analysed = new Map<string, StoredAnalysis>();
    if (!this.threads) return { bytes, analysed };
    const files = [...blobs].map(([key, blob]) => ({ key, path: blob.path, bytes: toBytes(blob, bytes) }));
    const answers = await this.threads.analyse(files, isChange ? 1 : computingThreads);
    for (const [at, answer] of answers.entries()) {
      const file = files[at];
      if (file) analysed.set(file.key, withMark(file.bytes, answer));
    }
    return { bytes, analysed };
  }

  /** Analyses texts that are in no branch now, in their order. */
  async analyseTexts(files: readonly { path: string; text: string }[]): Promise<Analysis[]> {
    const unread = files.map(({ path, text }) => ({ path, bytes: Buffer.from(text) }));
    if (!this.threads) return unread.map(({ path, bytes }) => this.analyser.analyse(path, bytes));
    const answers = await this.threads.analyse(unread, computingThreads);
    return answers.map((answer, at) => this.analyser.restore(files[at]?.path ?? '', answer));
  }

  #fromStore(keys: readonly string[]): ReadonlyMap<string, StoredAnalysis> {
    if (this.#isClosed || keys.length < (this.#store ? 1 : many)) return new Map();
    this.#store ??= this.openStore?.();
    return this.#store?.read(keys) ?? new Map();
  }

  #analyse(blob: Blob, blobs: ReadonlyMap<string, Uint8Array>): Analysis {
    const bytes = toBytes(blob, blobs);
    return withMark(bytes, this.analyser.analyse(blob.path, bytes));
  }

  #writeSome(): void {
    this.#timer = undefined;
    if (!this.#store) return;
    if (this.#unwritten.size > 0) this.#writeBatch(this.#store);
    const isDone =
      this.#unwritten.size === 0 &&
      !this.#store.prune((key) => this.#cache.get(key) !== undefined, this.#cache.size);
    if (!isDone) this.#timer = setTimeout(() => this.#writeSome(), 1).unref();
  }

  #writeBatch(store: AnalysisStore): void {
    const entries = new Map<string, StoredAnalysis>();
    for (const [key, analysis] of this.#unwritten) {
      const stored = toStored(analysis);
      if (stored) entries.set(key, stored);
      this.#unwritten.delete(key);
      if (entries.size === batchSize) break;
    }
    store.write(entries);
  }
}

export interface PreparedAnalyses {
  known: ReadonlyMap<string, Analysis>;
  stored: ReadonlyMap<string, StoredAnalysis>;
  rest: Promise<Rest>;
}

/** The blobs that are neither known nor stored. */
export interface Rest {
  /** By blob id. */
  bytes: ReadonlyMap<string, Uint8Array>;
  /** The analyses of threads, by key. */
  analysed: ReadonlyMap<string, StoredAnalysis>;
}

const nothing: Promise<Rest> = Promise.resolve({ bytes: new Map(), analysed: new Map() });

function getKey({ path, blobId }: Blob): string {
  return isJsonFile(path) ? `${blobId}.json` : blobId;
}

function toBytes({ path, blobId }: Blob, blobs: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const bytes = blobs.get(blobId);
  if (!bytes) throw new Error(`The source did not give blob ${blobId} of ${path}.`);
  return bytes;
}

/** The byte order mark is not parsed, but it is part of the file's source text. */
function withMark<Read extends { text: string }>(bytes: Uint8Array, read: Read): Read {
  const startsWithMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return startsWithMark ? { ...read, text: `\uFEFF${read.text}` } : read;
}
