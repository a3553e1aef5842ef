import { Kysely, SqliteDialect } from 'kysely';
import { compileStatement } from '../contract/compile-statement.js';
import { type Storage, type StoredColumn, toUnit } from '../contract/statements.js';
import { type DatabaseLocation, storageFault } from '../contract/storage-faults.js';
import { migrate } from '../migrations/index.js';
import type { Tables } from '../tables/index.js';
import { GroupCommit } from './group-commit.js';
import { openSqlite, type SqliteDatabase, type SqliteStatement } from './sqlite-engine.js';

/**
 * Opens storage in one SQLite file with full synchronous durability: committed writes survive a power cut.
 * @param path of the file; `:memory:` for a database that ends with the process
 * @param backups the folder with the backups that can replace the database
 * @throws Problem database_damaged, data_directory_unusable, storage_failed
 */
export async function openSqliteStorage(path: string, backups?: string): Promise<Storage> {
  const place: DatabaseLocation = { file: path, backups };
  const { database, db } = await openDatabase(place);
  const group = new GroupCommit(database, place);
  return {
    db,
    place: path,
    refusal: () => group.refusal(),
    statement: (build) => compileStatement(db, build),
    commit: (unit) => group.commit(toUnit(unit)),
    counts: () => ({ ...group.counts }),
    async integrity() {
      const [row] = database.prepare('pragma quick_check(1)').all() as Record<string, unknown>[];
      return String(Object.values(row ?? {})[0]);
    },
    shrink: () => database.exec('pragma incremental_vacuum(2000)'),
    columns: async (table) =>
      database
        .prepare(`select name, type, "notnull" as required, dflt_value as fallback from pragma_table_info(?)`)
        .all(table) as StoredColumn[],
    async attached(file, _tables, work) {
      database.prepare('attach database ? as staged').run(file);
      try {
        return await work({ main: 'main', staged: 'staged' });
      } finally {
        database.exec('detach database staged');
      }
    },
    snapshot: (read) => (path === ':memory:' ? read(db) : readSnapshot(place, read)),
    async close() {
      group.flush();
      await db.destroy();
    },
  };
}

/** Opens the file and brings its tables to the newest schema. */
async function openDatabase(
  place: DatabaseLocation,
): Promise<{ database: SqliteDatabase; db: Kysely<Tables> }> {
  try {
    const database = openSqlite(place.file);
    try {
      // Before all other statements, so that each of them waits for a process that has the file open.
      database.exec('pragma busy_timeout = 5000');
      // The first has an effect on a new file only.
      database.exec('pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma synchronous = full');
      const db = getKysely(database, place);
      await migrateWhole(database, db);
      return { database, db };
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw storageFault(error, place);
  }
}

/** Runs all migrations or none: a process that stops in between leaves the previous schema. */
async function migrateWhole(database: SqliteDatabase, db: Kysely<Tables>): Promise<void> {
  database.exec('begin immediate');
  try {
    await migrate(db);
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

/** Reads over a separate connection, whose transaction sees the database at its beginning (write-ahead log). */
async function readSnapshot<Result>(
  place: DatabaseLocation,
  read: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const database = openSqlite(place.file);
  database.exec('pragma query_only = 1; begin');
  // The transaction begins with the first read.
  database.prepare('select count(*) from sqlite_master').all();
  const db = getKysely(database, place);
  try {
    return await read(db);
  } finally {
    await db.destroy();
  }
}

/** Queries whose prepared statements are kept. */
const maxPrepared = 500;

/** Adapts the engine to the driver interface that Kysely expects, that of better-sqlite3. */
function getKysely(engine: SqliteDatabase, place: DatabaseLocation): Kysely<Tables> {
  const guarded = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw storageFault(error, place);
    }
  };
  // Preparing a query takes longer than most queries.
  const prepared = new Map<string, SqliteStatement>();
  const getStatement = (sql: string): SqliteStatement => {
    const statement = prepared.get(sql) ?? guarded(() => engine.prepare(sql));
    if (prepared.size >= maxPrepared) prepared.clear();
    prepared.set(sql, statement);
    return statement;
  };
  const database = {
    close: () => engine.close(),
    prepare(sql: string) {
      return {
        reader: /^\s*(select|with|pragma)\b|\breturning\b/i.test(sql),
        all: (values: readonly unknown[]) => guarded(() => getStatement(sql).all(...values)),
        run: (values: readonly unknown[]) => guarded(() => getStatement(sql).run(...values)),
        iterate: (values: readonly unknown[]) => readRows(engine, place, sql, values),
      };
    },
  };
  return new Kysely({ dialect: new SqliteDialect({ database }) });
}

/** Reads rows over several turns of the event loop. @throws Problem as `storageFault` */
function* readRows(
  engine: SqliteDatabase,
  place: DatabaseLocation,
  sql: string,
  values: readonly unknown[],
): Generator<unknown> {
  try {
    yield* engine.iterate(sql, ...values);
  } catch (error) {
    throw storageFault(error, place);
  }
}
