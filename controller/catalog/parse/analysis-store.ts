import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StoredAnalysis } from './analysis.js';
import { AnalysisDatabase, type OpenDatabase } from './analysis-database.js';

export interface AnalysisStoreOptions {
  path: string;
  openDatabase: OpenDatabase;
  /** Version of everything that an analysis depends on besides the file; another version empties the store. */
  version: string;
  /** Called when a damaged file is replaced, and when nothing can be stored. */
  onFailure?: ((cause: unknown) => void) | undefined;
}

/** Entries beyond twice those in use. */
const spare = 5_000;

/**
 * Keeps analyses between two starts, by blob id, in a SQLite file that may be deleted at any time. A damaged file is
 * replaced once; if that fails too, nothing is stored. No method throws.
 */
export class AnalysisStore {
  #database: AnalysisDatabase | undefined;
  #isLastTry = false;
  /** The last key that `prune` checked, while more keys follow. */
  #prunedTo: string | undefined;

  constructor(private readonly options: AnalysisStoreOptions) {
    this.#open();
  }

  /** Returns the entries that exist and are undamaged. */
  read(keys: readonly string[]): ReadonlyMap<string, StoredAnalysis> {
    return this.#attempt((database) => database.read(keys)) ?? new Map();
  }

  write(entries: ReadonlyMap<string, StoredAnalysis>): void {
    this.#attempt((database) => database.write(entries));
  }

  /** Drops some unused entries once there are many; returns true when more remain. */
  prune(isUsed: (key: string) => boolean, used: number): boolean {
    const next = this.#attempt((database) => {
      if (this.#prunedTo === undefined && database.size <= used * 2 + spare) return undefined;
      return database.dropUnless(isUsed, this.#prunedTo ?? '');
    });
    this.#prunedTo = next;
    return next !== undefined;
  }

  close(): void {
    this.#attempt((database) => database.close());
    this.#database = undefined;
  }

  #attempt<Result>(work: (database: AnalysisDatabase) => Result): Result | undefined {
    const database = this.#database;
    if (!database) return undefined;
    try {
      return work(database);
    } catch (cause) {
      this.#fail(cause);
      return undefined;
    }
  }

  #open(): void {
    const { path, version, openDatabase } = this.options;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      // The engine would create the file readable for other users.
      writeFileSync(path, '', { flag: 'a', mode: 0o600 });
      this.#database = new AnalysisDatabase(openDatabase, path, version);
    } catch (cause) {
      this.#fail(cause);
    }
  }

  #fail(cause: unknown): void {
    const { path, onFailure } = this.options;
    onFailure?.(cause);
    try {
      this.#database?.close();
    } catch {
      // Closing a damaged database may fail as well.
    }
    this.#database = undefined;
    if (this.#isLastTry) return;
    this.#isLastTry = true;
    for (const ending of ['', '-wal', '-shm']) {
      try {
        rmSync(`${path}${ending}`, { force: true });
      } catch (another) {
        onFailure?.(another);
      }
    }
    this.#open();
  }
}
