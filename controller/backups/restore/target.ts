import type { Category } from '../archive/categories.js';
import type { Installation } from '../take/take.js';
import type { FileRestore } from './staged-files.js';

/** The result of a write; `moved` when a file did not have its `base`, and so nothing was written. */
export type RestoreWrite = { moved: true } | { moved: false; commit: string | null };

/** The installation that a backup is restored to. */
export interface RestoreTarget extends Installation {
  /** The categories of the backup that is made before a restore. */
  everything: readonly Category[];
  /** Writes files in one commit and puts them into service; the commit is null without Git, or when no file differed. */
  writeFiles(writes: readonly FileRestore[], message: string, principal: string): Promise<RestoreWrite>;
  /** @throws Problem backup_unsupported for settings that cannot be changed at run time here */
  checkSettings(text: string): void;
  /** Replaces the settings that were changed at run time; on disk and in use when it returns. */
  restoreSettings(text: string): Promise<void>;
  /** Reads the restored tables of these categories again, where they are kept in memory. */
  reload(categories: readonly Category[]): Promise<void>;
  report(error: unknown): void;
  /** Tells the operator how a start treated unfinished work of a stopped process. */
  inform(message: string, details: Readonly<Record<string, unknown>>): void;
}
