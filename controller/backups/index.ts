export { openBackups, type StoredBackups } from './backups.js';
export { type Category, categories, requireCategories } from './categories.js';
export type {
  Backup,
  BackupCompleted,
  BackupContent,
  BackupFile,
  BackupOrigin,
  BackupProgress,
  BackupStatus,
  Backups,
  CategoryChanges,
  RestoreRecord,
  RestoreRequest,
  RestoreResult,
} from './contract.js';
export { FilesMoved } from './restore.js';
export type { FileRestore } from './restore-files.js';
export { startSchedule } from './schedule.js';
