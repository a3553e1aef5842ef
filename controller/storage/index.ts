export { BackgroundPasses } from './background-passes.js';
export { claimDataDirectory, type DataDirectory, writePrivateFile } from './data-directory.js';
export { publishFile, removeFile, syncFile, syncFolder } from './durable-files.js';
export type { Lease, Standby } from './lease.js';
export { nodeId } from './node-id.js';
export type { PostgresOptions } from './postgres/postgres-storage.js';
export { createRowId, rowIdOf } from './row-id.js';
export { openSqlite, type SqliteDatabase } from './sqlite-engine.js';
export { openSqliteStorage } from './sqlite-storage.js';
export {
  bind,
  type Columns,
  deleteStatement,
  insertOnceStatement,
  insertStatement,
  type SharedTexts,
  type SqlValue,
  type Statement,
  type Storage,
  updateStatement,
  upsertStatement,
  type Write,
  type WriteUnit,
  writesOf,
} from './statements.js';
export { isConstraintViolation } from './storage-faults.js';
export type { Tables } from './tables/index.js';
