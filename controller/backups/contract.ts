import type { Readable } from 'node:stream';
import type { MasterKeyState } from '../vault/contract.js';
import type { Category } from './categories.js';

export type BackupStatus = 'running' | 'completed' | 'failed';

/** Who or what made it: a caller, the schedule, a restore (before it changes anything), an upload. */
export type BackupOrigin = 'manual' | 'schedule' | 'restore' | 'upload';

/** What a backup holds, in numbers. */
export interface BackupContent {
  svcVersion: string;
  /** When it was made, wherever that was. RFC 3339. */
  takenAt: string;
  branch: string;
  revision: string;
  files: number;
  /** Table → rows. */
  rows: Readonly<Record<string, number>>;
  /** Which master key signed it; left out where that was not written down yet. */
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
  /** Of the file, hex. */
  sha256: string | null;
  content: BackupContent | null;
  /** Whose master key it is under; `foreign`: secrets, users, runs and settings cannot be restored here. */
  masterKey: MasterKeyState | null;
  error: string | null;
  /** What has been done so far, while it is running. */
  progress: BackupProgress | null;
  lastRestore: RestoreRecord | null;
}

export interface BackupProgress {
  step: 'files' | 'database' | 'verify' | 'upload';
  /** Files and pieces of tables written. */
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
  /** The backup taken before. */
  safetyBackup: string | null;
  /** The commit it made; null when no file differed. */
  revision: string | null;
  error: string | null;
}

/** What a restore changes, or would change, in one category. */
export interface CategoryChanges {
  created: number;
  changed: number;
  deleted: number;
  /** The first of each, as `type/name`, a path of a file, or the id of a run. */
  examples: { created: string[]; changed: string[]; deleted: string[] };
}

export interface RestoreResult {
  backup: string;
  dryRun: boolean;
  categories: Partial<Record<Category, CategoryChanges>>;
  restore: RestoreRecord | null;
}

export interface RestoreRequest {
  id: string;
  /** Left out: all that are in the backup. */
  categories?: readonly Category[] | undefined;
  dryRun?: boolean | undefined;
  principal: string;
  requestId: string;
}

export interface BackupFile {
  name: string;
  size: number;
  sha256: string;
  createdAt: string;
  /** What is in it, or in a range of it; until the stream is closed, the backup is not deleted. */
  open(range?: { start: number; end: number }): Readable;
}

/** Told of each backup that was made and found whole. */
export interface BackupCompleted {
  type: 'dev.svc.backup.completed.v1';
  data: { id: string; origin: BackupOrigin; categories: readonly Category[]; size: number; sha256: string };
}

/** Makes backups, keeps them, and brings back what is in them. One at a time; who comes meanwhile waits. */
export interface Backups {
  /** Begins a backup. `done` resolves with how it ended, and does not reject. */
  create(request: {
    categories: readonly Category[];
    principal: string;
    origin?: BackupOrigin;
  }): Promise<{ backup: Backup; done: Promise<Backup> }>;
  /** Newest first. */
  list(): Promise<Backup[]>;
  /** @throws Problem backup_not_found */
  read(id: string): Promise<Backup>;
  /** The file of a completed backup. @throws Problem backup_not_found, backup_busy */
  file(id: string): Promise<BackupFile>;
  /**
   * Takes a backup file from elsewhere, when it is whole and sound.
   * @throws Problem backup_invalid, backup_unsupported, backup_too_large, backup_failed
   */
  upload(content: Readable, principal: string): Promise<Backup>;
  /** @throws Problem backup_not_found, backup_busy */
  delete(id: string): Promise<void>;
  /**
   * Brings the installation to what the backup says, in the categories asked for: all of it or nothing.
   * @throws Problem backup_not_found, backup_busy, backup_invalid, backup_foreign, backup_unsupported, backup_failed,
   *   restore_failed, restore_not_loaded
   */
  restore(request: RestoreRequest): Promise<RestoreResult>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}
