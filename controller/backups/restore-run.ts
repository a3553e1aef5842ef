import { stat } from 'node:fs/promises';
import { Problem } from '../problems/index.js';
import { newBackupId } from './backup-id.js';
import { type Category, isFileCategory } from './categories.js';
import type { RestoreRequest, RestoreResult } from './contract.js';
import { type BackupRecords, toRestore } from './records.js';
import {
  compare,
  type Prepared,
  prepare,
  type RestoreTarget,
  restoreFiles,
  restoreTables,
} from './restore.js';

export interface RestoreRooms extends RestoreTarget {
  /** What a backup before a restore has in it. */
  everything: readonly Category[];
  /** The tables of these categories are others now: what is kept of them in memory is read anew. */
  reload(categories: readonly Category[]): Promise<void>;
  report(error: unknown): void;
}

/**
 * Carries out restores. A restore is decided on when its record is on the disk: from then on a start of the service
 * brings it to its end, whatever had been done. Before, nothing is changed; what fails after is undone.
 */
export class RestoreRun {
  constructor(
    private readonly rooms: RestoreRooms,
    private readonly records: BackupRecords,
    private readonly folder: string,
  ) {}

  /** @param takeBefore makes the backup before it, given the bytes the restore may need, and answers with its id */
  async run(
    path: string,
    request: RestoreRequest,
    takeBefore: (needed: number) => Promise<string>,
  ): Promise<RestoreResult> {
    const { id: backup, dryRun = false, principal } = request;
    const id = newBackupId();
    const prepared = await prepare(this.rooms, this.folder, path, { id, categories: request.categories });
    try {
      const categories = await compare(this.rooms, prepared);
      if (dryRun) return { backup, dryRun, categories, restore: null };
      const staged = await stat(prepared.staging.path);
      const safetyBackup = await takeBefore(staged.size * 3 + 1_048_576);
      await this.records.insertRestore({
        id,
        backup,
        status: 'decided',
        categories: JSON.stringify(prepared.categories),
        created_by: principal,
        created_at: Date.now(),
        ended_at: null,
        safety_backup: safetyBackup,
        revision: null,
        error: null,
      });
      await this.#carryOut(id, prepared, principal);
      const record = await this.records.lastRestore(backup);
      return { backup, dryRun, categories, restore: record ? toRestore(record) : null };
    } finally {
      await prepared.staging.close();
    }
  }

  async #carryOut(
    id: string,
    prepared: Prepared & { categories: readonly Category[] },
    principal: string,
  ): Promise<void> {
    const { records, rooms } = this;
    let undo: Awaited<ReturnType<typeof restoreFiles>>['undo'] = [];
    try {
      const files = await restoreFiles(rooms, prepared, principal);
      undo = files.undo;
      const ended = { status: 'completed', ended_at: Date.now(), revision: files.commit };
      await restoreTables(rooms, prepared, records.restoreUpdate(id, ended));
    } catch (cause) {
      if (undo.length > 0) await rooms.writeFiles(undo, 'Undo a restore that failed', principal);
      const { message } = cause as Error;
      await records.updateRestore(id, { status: 'failed', ended_at: Date.now(), error: message });
      if (cause instanceof Problem && cause.code !== 'storage_failed') throw cause;
      throw new Problem(
        'restore_failed',
        `The backup could not be restored, and nothing was changed: ${message}`,
        {
          cause,
        },
      );
    }
    await rooms.reload(prepared.categories);
  }

  /** Ends the restores that a stopped process had decided on. */
  async finishOpen(pathOf: (backup: string) => string): Promise<void> {
    for (const row of await this.records.openRestores()) {
      try {
        const categories = JSON.parse(row.categories) as Category[];
        const request = { id: row.id, categories };
        const prepared = await prepare(this.rooms, this.folder, pathOf(row.backup), request);
        try {
          await this.#finish(row.id, prepared, row.created_by);
        } finally {
          await prepared.staging.close();
        }
      } catch (error) {
        // It stays open: the next start tries again.
        this.rooms.report(error);
      }
    }
  }

  async #finish(
    id: string,
    prepared: Prepared & { categories: readonly Category[] },
    principal: string,
  ): Promise<void> {
    const files = prepared.categories.some(isFileCategory)
      ? await restoreFiles(this.rooms, prepared, principal)
      : { commit: null };
    const ended = { status: 'completed', ended_at: Date.now(), revision: files.commit };
    await restoreTables(this.rooms, prepared, this.records.restoreUpdate(id, ended));
    await this.rooms.reload(prepared.categories);
  }
}
