import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { AnalysisDatabase } from './analysis-database.js';
import type { StoredAnalysis } from './stored-analysis.js';

/** Analyses kept between two starts, by blob. Only ever a shortcut: what it does not know is found out anew. */
export interface AnalysisStore {
  /** Those of the keys that are known and undamaged. */
  read(keys: readonly string[]): ReadonlyMap<string, StoredAnalysis>;
  write(entries: ReadonlyMap<string, StoredAnalysis>): void;
  /** Once there is much that is not in use, drops some of it; true when there is more. */
  prune(isUsed: (key: string) => boolean, used: number): boolean;
  close(): void;
}

export interface AnalysisStoreOptions {
  path: string;
  /** Of all that an analysis depends on besides the file; with another one the store begins empty. */
  version: string;
  /** Told why the file was made anew, or why nothing is stored. */
  onFailure?: ((cause: unknown) => void) | undefined;
}

/** Makes the file where there is none. Never throws. */
export function openAnalysisStore(options: AnalysisStoreOptions): AnalysisStore {
  return new SqliteAnalysisStore(options);
}

/** Entries beyond twice those in use. */
const spare = 5_000;

/**
 * An `AnalysisStore` in a SQLite file of its own, which may be deleted at any time. A damaged file is made anew; where
 * that fails too, nothing is stored. Never throws.
 */
class SqliteAnalysisStore implements AnalysisStore {
  private database: AnalysisDatabase | undefined;
  private isLastTry = false;
  /** The last key that was looked at, while there are more. */
  private prunedTo: string | undefined;

  constructor(private readonly options: AnalysisStoreOptions) {
    this.open();
  }

  read(keys: readonly string[]): ReadonlyMap<string, StoredAnalysis> {
    return this.attempt((database) => database.read(keys)) ?? new Map();
  }

  write(entries: ReadonlyMap<string, StoredAnalysis>): void {
    this.attempt((database) => database.write(entries));
  }

  prune(isUsed: (key: string) => boolean, used: number): boolean {
    const next = this.attempt((database) => {
      if (this.prunedTo === undefined && database.size <= used * 2 + spare) return undefined;
      return database.dropUnless(isUsed, this.prunedTo ?? '');
    });
    this.prunedTo = next;
    return next !== undefined;
  }

  close(): void {
    this.attempt((database) => database.close());
    this.database = undefined;
  }

  private attempt<Result>(work: (database: AnalysisDatabase) => Result): Result | undefined {
    const { database } = this;
    if (!database) return undefined;
    try {
      return work(database);
    } catch (cause) {
      this.fail(cause);
      return undefined;
    }
  }

  private open(): void {
    const { path, version } = this.options;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      // Made before the engine does, which would let others read it.
      writeFileSync(path, '', { flag: 'a', mode: 0o600 });
      this.database = new AnalysisDatabase(path, version);
    } catch (cause) {
      this.fail(cause);
    }
  }

  private fail(cause: unknown): void {
    const { path, onFailure } = this.options;
    onFailure?.(cause);
    try {
      this.database?.close();
    } catch {
      // What is damaged may not even let itself be closed.
    }
    this.database = undefined;
    if (this.isLastTry) return;
    this.isLastTry = true;
    for (const ending of ['', '-wal', '-shm']) {
      try {
        rmSync(`${path}${ending}`, { force: true });
      } catch (another) {
        onFailure?.(another);
      }
    }
    this.open();
  }
}
