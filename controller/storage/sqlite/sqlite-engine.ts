import { createRequire } from 'node:module';

/** The part of `node:sqlite` that svc uses. `@photostructure/sqlite` replaces it on Node 20. */
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

/** Opens a database file with the engine of Node, if this version of Node has one. */
export function openSqlite(path: string): SqliteDatabase {
  const dropIn = () => createRequire(import.meta.url)('@photostructure/sqlite') as SqliteModule;
  const { DatabaseSync } = builtIn() ?? dropIn();
  return new DatabaseSync(path);
}

function builtIn(): SqliteModule | undefined {
  if (typeof process.getBuiltinModule !== 'function') return undefined;
  // Loading the module prints an ExperimentalWarning that does not concern users of svc.
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite') as SqliteModule | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}
