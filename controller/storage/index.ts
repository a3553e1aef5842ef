export { bind, type SqlValue, type Statement, type Storage, type Write, type WriteUnit } from './contract.js';
export { claimDataDirectory, type DataDirectory } from './data-directory.js';
export { isConstraintViolation } from './group-commit.js';
export { writePrivateFile } from './private-file.js';
export { openSqlite, type SqliteDatabase } from './sqlite-engine.js';
export { openSqliteStorage } from './sqlite-storage.js';
export type { Tables } from './tables/index.js';
