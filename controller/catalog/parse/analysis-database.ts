import { crc32 } from 'node:zlib';
import type { StoredAnalysis } from './analysis.js';

/** A power failure may lose the last entries, never the file. */
const pragmas = `pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 1000;
pragma journal_size_limit = 16777216`;
const tables = `create table version (version text not null);
create table analyses (key text primary key, sum integer not null, conclusions text not null, text text not null)`;

/** Entries that make it worth reading rows in the order of the file. */
const many = 32;
/** Entries checked at a time when unused ones are dropped. */
const dropSize = 1_000;

/** Opens a SQLite file; the part of the engine that is used here. */
export type OpenDatabase = (path: string) => SqliteDatabase;

interface SqliteDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

interface SqliteStatement {
  run(...values: unknown[]): { changes: number | bigint };
  all(...values: unknown[]): unknown[];
}

interface Row {
  key: string;
  sum: number;
  conclusions: string;
  text: string;
}

/** The file of the analysis store. Each entry has a checksum. @throws the errors of the engine */
export class AnalysisDatabase {
  readonly #database: SqliteDatabase;
  readonly #select: SqliteStatement;
  readonly #selectFrom: SqliteStatement;
  readonly #insert: SqliteStatement;
  #counted: number | undefined;

  /** Empties the file when its version differs. */
  constructor(open: OpenDatabase, path: string, version: string) {
    this.#database = open(path);
    try {
      this.#database.exec(pragmas);
      if (this.#version() !== version) this.#begin(version);
      this.#select = this.#database.prepare(
        'select key, sum, conclusions, text from analyses where key in (select value from json_each(?))',
      );
      this.#selectFrom = this.#database.prepare(
        'select key, sum, conclusions, text from analyses where rowid >= (select rowid from analyses where key = ?) ' +
          'order by rowid limit ?',
      );
      this.#insert = this.#database.prepare('insert or replace into analyses values (?, ?, ?, ?)');
    } catch (cause) {
      this.#database.close();
      throw cause;
    }
  }

  /** Number of entries, or slightly more. Counted on first access, because a start does not need it. */
  get size(): number {
    if (this.#counted === undefined) {
      const [row] = this.#database.prepare('select count(*) as count from analyses').all();
      this.#counted = (row as { count: number }).count;
    }
    return this.#counted;
  }

  /**
   * Entries that were written together are read together: of many, first as many rows as there are keys are read in the
   * order of the file, from the first key on, which costs a third of a lookup for each. The missing ones are looked up.
   */
  read(keys: readonly string[]): Map<string, StoredAnalysis> {
    const analyses = new Map<string, StoredAnalysis>();
    const missing = new Set(keys);
    const take = (rows: readonly unknown[]): void => {
      for (const row of rows as readonly Row[]) {
        const { key, sum, conclusions, text } = row;
        if (missing.delete(key) && sum === getSum(key, row)) analyses.set(key, { conclusions, text });
      }
    };
    const [first] = keys;
    if (first !== undefined && keys.length >= many) take(this.#selectFrom.all(first, keys.length));
    if (missing.size > 0) take(this.#select.all(JSON.stringify([...missing])));
    return analyses;
  }

  write(entries: ReadonlyMap<string, StoredAnalysis>): void {
    this.#inTransaction(() => {
      if (this.#counted !== undefined) this.#counted += entries.size;
      for (const [key, entry] of entries) {
        this.#insert.run(key, getSum(key, entry), entry.conclusions, entry.text);
      }
    });
  }

  /** Drops unused entries among the next keys after `after`; returns the key to continue from. */
  dropUnless(isUsed: (key: string) => boolean, after: string): string | undefined {
    const next = this.#database.prepare('select key from analyses where key > ? order by key limit ?');
    const keys = (next.all(after, dropSize) as { key: string }[]).map(({ key }) => key);
    const drop = this.#database.prepare('delete from analyses where key = ?');
    this.#inTransaction(() => {
      for (const key of keys) {
        if (!isUsed(key)) this.#counted = this.size - Number(drop.run(key).changes);
      }
    });
    return keys.length === dropSize ? keys.at(-1) : undefined;
  }

  close(): void {
    this.#database.close();
  }

  #version(): string | undefined {
    const tables = this.#database.prepare("select name from sqlite_master where name = 'version'").all();
    if (tables.length === 0) return undefined;
    const [row] = this.#database.prepare('select version from version').all();
    return (row as { version: string } | undefined)?.version;
  }

  #begin(version: string): void {
    this.#inTransaction(() => {
      this.#database.exec(`drop table if exists analyses; drop table if exists version; ${tables}`);
      this.#database.prepare('insert into version values (?)').run(version);
    });
  }

  #inTransaction(work: () => void): void {
    this.#database.exec('begin immediate');
    try {
      work();
      this.#database.exec('commit');
    } catch (cause) {
      this.#database.exec('rollback');
      throw cause;
    }
  }
}

/** Detects damage, not tampering: an attacker who can write this file can write the program's other files too. */
function getSum(key: string, { conclusions, text }: StoredAnalysis): number {
  return crc32(text, crc32(conclusions, crc32(key)));
}
