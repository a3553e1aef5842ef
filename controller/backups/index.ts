export { type Category, categories, isFileCategory, requireCategories } from './archive/categories.js';
export { type BackupCompleted, type Backups, openBackups, type StoredBackups } from './backups.js';
export type { Backup, BackupOrigin, BackupStatus } from './records/backup.js';
export { Quarantine } from './records/quarantine.js';
export type { RestoreResult } from './restore/restore-run.js';
export type { FileRestore } from './restore/staged-files.js';
export type { RestoreWrite } from './restore/target.js';
export { expired, startSchedule } from './schedule.js';
