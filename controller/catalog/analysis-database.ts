import { crc32 } from 'node:zlib';
import { openSqlite, type SqliteDatabase, type SqliteStatement } from '../storage/sqlite-engine.js';
import type { StoredAnalysis } from './stored-analysis.js';

/** A power cut may cost the last entries, never the file. */
const pragmas = `pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 1000;
pragma journal_size_limit = 16777216`;
const tables = `create table version (version text not null);
create table analyses (key text primary key, sum integer not null, conclusions text not null, text text not null)`;

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
  private readonly insert: SqliteStatement;
  /** Entries, or a few more. */
  size: number;

  /** With another `version` than last time, it is emptied. */
  constructor(path: string, version: string) {
    this.database = openSqlite(path);
    try {
      this.database.exec(pragmas);
      if (this.version() !== version) this.begin(version);
      this.select = this.database.prepare(
        'select key, sum, conclusions, text from analyses where key in (select value from json_each(?))',
      );
      this.insert = this.database.prepare('insert or replace into analyses values (?, ?, ?, ?)');
      const [row] = this.database.prepare('select count(*) as count from analyses').all();
      this.size = (row as { count: number }).count;
    } catch (cause) {
      this.database.close();
      throw cause;
    }
  }

  read(keys: readonly string[]): Map<string, StoredAnalysis> {
    const found = new Map<string, StoredAnalysis>();
    for (const row of this.select.all(JSON.stringify(keys)) as Row[]) {
      const { key, sum, conclusions, text } = row;
      if (sum === sumOf(key, row)) found.set(key, { conclusions, text });
    }
    return found;
  }

  write(entries: ReadonlyMap<string, StoredAnalysis>): void {
    this.inTransaction(() => {
      this.size += entries.size;
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
      for (const key of keys) if (!isUsed(key)) this.size -= Number(drop.run(key).changes);
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
