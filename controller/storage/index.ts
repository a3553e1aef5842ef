export { BackgroundPasses } from './background-passes.js';
export type { Holder, Lease, Standby } from './contract/lease.js';
export type { ClusterNode, NodeRecord, Versions } from './contract/node.js';
export { padded, type Read, toRead } from './contract/reads.js';
export {
  type Attached,
  bind,
  type Columns,
  deleteStatement,
  getWrites,
  insertOnceStatement,
  insertStatement,
  type ReadSet,
  type Row,
  type SharedTexts,
  type SqlValue,
  type Statement,
  type Storage,
  type StoredColumn,
  updateStatement,
  upsertStatement,
  type Write,
  type WriteUnit,
} from './contract/statements.js';
export { isConstraintViolation, isDiskFull } from './contract/storage-faults.js';
export {
  claimDataDirectory,
  type DataDirectory,
  removeUnfinishedFiles,
  writePrivateFile,
} from './data-directory.js';
export { publishFile, removeFile, syncFile, syncFolder } from './durable-files.js';
export { InstallationFacts } from './installation-facts.js';
export { joinNextCommit, withJoinedWrites } from './joined-writes.js';
export { type MemberRecord, MemberRecords } from './member-records.js';
export { nodeId } from './node-id.js';
export type { PostgresOptions } from './postgres/postgres-storage.js';
export { SharedRates } from './rates/shared-rates.js';
export { createRowId, getRowId } from './row-id.js';
export { openSqlite, type SqliteDatabase } from './sqlite/sqlite-engine.js';
export { openSqliteStorage } from './sqlite/sqlite-storage.js';
export type { Tables } from './tables/index.js';
