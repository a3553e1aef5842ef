import { type Compilable, Kysely, SqliteDialect } from 'kysely';
import { GroupCommit } from './group-commit.js';
import { migrate } from './migrations/index.js';
import { openSqlite, type SqliteDatabase } from './sqlite-engine.js';
import { type SqlValue, type Statement, type Storage, writesOf } from './statements.js';
import type { Tables } from './tables/index.js';

/**
 * Opens storage in one SQLite file with full synchronous durability: committed writes survive a power cut.
 * @param path of the file; `:memory:` for a database that ends with the process
 */
export async function openSqliteStorage(path: string): Promise<Storage> {
  const database = openSqlite(path);
  // The first has an effect on a new file only.
  database.exec('pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma synchronous = full');
  database.exec('pragma busy_timeout = 5000');
  const db = kyselyOf(database);
  await migrateWhole(database, db);
  const group = new GroupCommit(database);
  return {
    db,
    statement: (build) => compileStatement(db, build),
    commit: (unit) => group.commit({ collect: () => writesOf(unit) }),
    counts: () => ({ ...group.counts }),
    async integrity() {
      const [row] = database.prepare('pragma quick_check(1)').all() as Record<string, unknown>[];
      return String(Object.values(row ?? {})[0]);
    },
    shrink: () => database.exec('pragma incremental_vacuum(2000)'),
    snapshot: (read) => (path === ':memory:' ? read(db) : readSnapshot(path, read)),
    async close() {
      group.flush();
      await db.destroy();
    },
  };
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
  path: string,
  read: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const database = openSqlite(path);
  database.exec('pragma query_only = 1; begin');
  // The transaction begins with the first read.
  database.prepare('select count(*) from sqlite_master').all();
  const db = kyselyOf(database);
  try {
    return await read(db);
  } finally {
    await db.destroy();
  }
}

class Placeholder {
  constructor(readonly name: string) {}
}

function compileStatement<Parameters extends Record<string, SqlValue>>(
  db: Kysely<Tables>,
  build: (db: Kysely<Tables>, parameters: Parameters) => Compilable,
): Statement<Parameters> {
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Parameters;
  const { sql, parameters } = build(db, placeholders).compile();
  const names = parameters.map((parameter) => {
    if (parameter instanceof Placeholder) return parameter.name;
    throw new TypeError(`A compiled write takes placeholders only, not ${JSON.stringify(parameter)}`);
  });
  return { sql, names };
}

/** Adapts the engine to the driver interface that Kysely expects, that of better-sqlite3. */
function kyselyOf(engine: SqliteDatabase): Kysely<Tables> {
  const database = {
    close: () => engine.close(),
    prepare(sql: string) {
      const statement = engine.prepare(sql);
      return {
        reader: /^\s*(select|with|pragma)\b|\breturning\b/i.test(sql),
        all: (values: readonly unknown[]) => statement.all(...values),
        run: (values: readonly unknown[]) => statement.run(...values),
        iterate: (values: readonly unknown[]) => statement.iterate(...values),
      };
    },
  };
  return new Kysely({ dialect: new SqliteDialect({ database }) });
}
