import { crc32 } from 'node:zlib';
import { openSqlite, type SqliteDatabase, type SqliteStatement } from '../storage/sqlite-engine.js';
import type { StoredAnalysis } from './stored-analysis.js';

/** A power cut may cost the last entries, never the file. */
const pragmas = `pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 1000;
pragma journal_size_limit = 16777216`;
const tables = `create table version (version text not null);
create table analyses (key text primary key, sum integer not null, conclusions text not null, text text not null)`;

/** From so many entries on, they are looked for beside each other. */
const many = 32;
/** Entries looked at in one go when some are dropped. */
const dropSize = 1_000;

interface Row {
  key: string;
  sum: number;
  conclusions: string;
  text: string;
}

/** The file behind the analysis store. Each entry carries a checksum over all of it. @throws what the engine throws */
export class AnalysisDatabase {
  private readonly database: SqliteDatabase;
  private readonly select: SqliteStatement;
  private readonly selectFrom: SqliteStatement;
  private readonly insert: SqliteStatement;
  private counted: number | undefined;

  /** With another `version` than last time, it is emptied. */
  constructor(path: string, version: string) {
    this.database = openSqlite(path);
    try {
      this.database.exec(pragmas);
      if (this.version() !== version) this.begin(version);
      this.select = this.database.prepare(
        'select key, sum, conclusions, text from analyses where key in (select value from json_each(?))',
      );
      this.selectFrom = this.database.prepare(
        'select key, sum, conclusions, text from analyses where rowid >= (select rowid from analyses where key = ?) ' +
          'order by rowid limit ?',
      );
      this.insert = this.database.prepare('insert or replace into analyses values (?, ?, ?, ?)');
    } catch (cause) {
      this.database.close();
      throw cause;
    }
  }

  /** Entries, or a few more. Counted when first asked for: a start has no need of it. */
  get size(): number {
    if (this.counted === undefined) {
      const [row] = this.database.prepare('select count(*) as count from analyses').all();
      this.counted = (row as { count: number }).count;
    }
    return this.counted;
  }

  /**
   * What was written together is asked for together: of many, first as many as are wanted are read in the order of the
   * file, from the first on, which costs a third of looking each up. What is not among them is looked up.
   */
  read(keys: readonly string[]): Map<string, StoredAnalysis> {
    const found = new Map<string, StoredAnalysis>();
    const missing = new Set(keys);
    const take = (rows: readonly unknown[]): void => {
      for (const row of rows as readonly Row[]) {
        const { key, sum, conclusions, text } = row;
        if (missing.delete(key) && sum === sumOf(key, row)) found.set(key, { conclusions, text });
      }
    };
    const [first] = keys;
    if (first !== undefined && keys.length >= many) take(this.selectFrom.all(first, keys.length));
    if (missing.size > 0) take(this.select.all(JSON.stringify([...missing])));
    return found;
  }

  write(entries: ReadonlyMap<string, StoredAnalysis>): void {
    this.inTransaction(() => {
      if (this.counted !== undefined) this.counted += entries.size;
      for (const [key, entry] of entries) {
        this.insert.run(key, sumOf(key, entry), entry.conclusions, entry.text);
      }
    });
  }

  /** Drops some of the unused behind a key, in their order; answers with the key to go on from. */
  dropUnless(isUsed: (key: string) => boolean, after: string): string | undefined {
    const next = this.database.prepare('select key from analyses where key > ? order by key limit ?');
    const keys = (next.all(after, dropSize) as { key: string }[]).map(({ key }) => key);
    const drop = this.database.prepare('delete from analyses where key = ?');
    this.inTransaction(() => {
      for (const key of keys) {
        if (!isUsed(key)) this.counted = this.size - Number(drop.run(key).changes);
      }
    });
    return keys.length === dropSize ? keys.at(-1) : undefined;
  }

  close(): void {
    this.database.close();
  }

  private version(): string | undefined {
    const known = this.database.prepare("select name from sqlite_master where name = 'version'").all();
    if (known.length === 0) return undefined;
    const [row] = this.database.prepare('select version from version').all();
    return (row as { version: string } | undefined)?.version;
  }

  private begin(version: string): void {
    this.inTransaction(() => {
      this.database.exec(`drop table if exists analyses; drop table if exists version; ${tables}`);
      this.database.prepare('insert into version values (?)').run(version);
    });
  }

  private inTransaction(work: () => void): void {
    this.database.exec('begin immediate');
    try {
      work();
      this.database.exec('commit');
    } catch (cause) {
      this.database.exec('rollback');
      throw cause;
    }
  }
}

/** Against damage, not against people: whoever can write the file can write our code's other files too. */
function sumOf(key: string, { conclusions, text }: StoredAnalysis): number {
  return crc32(text, crc32(conclusions, crc32(key)));
}
