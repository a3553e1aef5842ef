import { createRequire } from 'node:module';

/** The part of `node:sqlite` that svc uses; `@photostructure/sqlite` is its drop-in for Node 20. */
export interface SqliteDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  run(...values: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  all(...values: unknown[]): unknown[];
  iterate(...values: unknown[]): IterableIterator<unknown>;
}

interface SqliteModule {
  DatabaseSync: new (path: string) => SqliteDatabase;
}

/** Opens a database file with the running Node's own engine where it has one. */
export function openSqlite(path: string): SqliteDatabase {
  const { DatabaseSync } = builtIn() ?? dropIn();
  return new DatabaseSync(path);
}

function builtIn(): SqliteModule | undefined {
  if (typeof process.getBuiltinModule !== 'function') return undefined;
  // Loading it prints an ExperimentalWarning that tells a user of svc nothing.
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite') as SqliteModule | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function dropIn(): SqliteModule {
  return createRequire(import.meta.url)('@photostructure/sqlite') as SqliteModule;
}
