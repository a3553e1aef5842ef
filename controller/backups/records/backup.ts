import type { MasterKeyState } from '../../security/vault/key-ring.js';
import type { Category } from '../archive/categories.js';

export type BackupStatus = 'running' | 'completed' | 'failed';

/** The reason for a backup: a caller, the schedule, a restore (before it changes anything), or an upload. */
export type BackupOrigin = 'manual' | 'schedule' | 'restore' | 'upload';

/** The content of a backup in numbers. */
export interface BackupContent {
  svcVersion: string;
  /** The time of the snapshot, also for an uploaded backup. RFC 3339. */
  takenAt: string;
  branch: string;
  revision: string;
  files: number;
  /** Rows by table. */
  rows: Readonly<Record<string, number>>;
  /** The id of the master key that signed it; left out in old records. */
  keyId?: string;
}

export interface Backup {
  id: string;
  status: BackupStatus;
  origin: BackupOrigin;
  categories: readonly Category[];
  createdBy: string;
  createdAt: string;
  endedAt: string | null;
  /** Bytes of the file. */
  size: number | null;
  /** SHA-256 of the file, hex. */
  sha256: string | null;
  content: BackupContent | null;
  /** The state of its master key. With `foreign`, secrets, users, runs and settings cannot be restored here. */
  masterKey: MasterKeyState | null;
  error: string | null;
  /** Set while the backup is made. */
  progress: BackupProgress | null;
  lastRestore: RestoreRecord | null;
}

export interface BackupProgress {
  step: 'files' | 'database' | 'verify' | 'upload';
  /** Files and pieces of tables that are written. */
  entries: number;
  /** Before compression. */
  bytes: number;
}

export interface RestoreRecord {
  id: string;
  status: 'running' | 'completed' | 'failed';
  categories: readonly Category[];
  createdBy: string;
  startedAt: string;
  endedAt: string | null;
  /** The backup that was made before the restore. */
  safetyBackup: string | null;
  /** The commit of the restored files; null when no file differed. */
  revision: string | null;
  error: string | null;
}
