import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../problems/index.js';
import { newBackupId } from './backup-id.js';
import type { Category } from './categories.js';
import type { RestoreRequest, RestoreResult } from './contract.js';
import { withdraw } from './durable-files.js';
import { type BackupRecords, type RestoreRow, toRestore } from './records.js';
import {
  compare,
  type Prepared,
  prepare,
  type RestoreTarget,
  restoreFiles,
  restoreTables,
  undoFiles,
} from './restore.js';
import { readUndo, writeUndo } from './undo-log.js';

export interface RestoreRooms extends RestoreTarget {
  /** What a backup before a restore has in it. */
  everything: readonly Category[];
  /** The tables of these categories are others now: what is kept of them in memory is read anew. */
  reload(categories: readonly Category[]): Promise<void>;
  report(error: unknown): void;
  /** Tells the operator what a start made of what a stopped process left. */
  tell(what: string, about: Readonly<Record<string, unknown>>): void;
}

/** How the files are named that tell how to take a restore back. */
export const undoName = /^\.undo-(.+)\.ndjson$/;

/**
 * Carries out restores. A restore is decided on when its record is on the disk: from then on a start of the service
 * brings it to its end, whatever had been done. Before, nothing is changed. What fails is recorded as failing first, and
 * then taken back: a process that stops meanwhile goes on taking it back.
 */
export class RestoreRun {
  constructor(
    private readonly rooms: RestoreRooms,
    private readonly records: BackupRecords,
    private readonly folder: string,
    private readonly pathOf: (backup: string) => string,
  ) {}

  /** @param takeBefore makes the backup before it, given the bytes the restore may need, and answers with its id */
  async run(
    request: RestoreRequest,
    takeBefore: (needed: number) => Promise<string>,
  ): Promise<RestoreResult> {
    const { id: backup, dryRun = false, principal } = request;
    const id = newBackupId();
    const prepared = await this.#prepare(id, backup, request.categories);
    try {
      const categories = await compare(this.rooms, prepared);
      if (dryRun) return { backup, dryRun, categories, restore: null };
      await this.finishOpen();
      await this.#requireNoneOpen();
      const staged = await stat(prepared.staging.path);
      const row = {
        id,
        backup,
        status: 'decided',
        categories: JSON.stringify(prepared.categories),
        created_by: principal,
        created_at: Date.now(),
        ended_at: null,
        safety_backup: await takeBefore(staged.size * 3 + 1_048_576),
        revision: null,
        error: null,
      };
      await this.records.insertRestore(row);
      await this.#carryOut(row, prepared);
      const record = await this.records.restore(id);
      return { backup, dryRun, categories, restore: record ? toRestore(record) : null };
    } finally {
      await prepared.staging.close();
    }
  }

  /** Ends the restores that were decided on and have no end: forward where that can be, and back where not. */
  async finishOpen(): Promise<void> {
    for (const row of await this.records.openRestores()) {
      const about = { restore: row.id, backup: row.backup };
      try {
        if (row.status === 'decided') await this.#takeUp(row);
        else await this.#takeBack(row, row.error ?? 'it failed');
        const { status, error } = (await this.records.restore(row.id)) ?? row;
        this.rooms.tell(
          `a restore that had no end is ${status === 'completed' ? 'completed' : 'taken back'}`,
          {
            ...about,
            ...(error === null ? {} : { reason: error }),
          },
        );
      } catch (error) {
        // It stays open, and is tried again before the next restore and at the next start.
        this.rooms.report(error);
      }
    }
  }

  async #takeUp(row: RestoreRow): Promise<void> {
    const categories = JSON.parse(row.categories) as Category[];
    let prepared: Prepared;
    try {
      prepared = await this.#prepare(row.id, row.backup, categories);
    } catch (cause) {
      return this.#takeBack(row, messageOf(cause));
    }
    try {
      await this.#apply(row, prepared);
    } catch (cause) {
      return await this.#takeBack(row, messageOf(cause));
    } finally {
      await prepared.staging.close();
    }
    await this.rooms.reload(categories);
  }

  /** @throws Problem restore_failed when all is as before; restore_not_loaded when all is done */
  async #carryOut(row: RestoreRow, prepared: Prepared): Promise<void> {
    try {
      await this.#apply(row, prepared);
    } catch (cause) {
      await this.#takeBack(row, messageOf(cause)).catch((failure) => {
        this.rooms.report(failure);
        throw notTakenBack(cause, failure);
      });
      if (cause instanceof Problem && cause.code !== 'storage_failed') throw cause;
      throw new Problem(
        'restore_failed',
        `The backup could not be restored, and nothing was changed: ${messageOf(cause)}`,
        { cause },
      );
    }
    await this.rooms.reload(prepared.categories).catch((cause) => {
      this.rooms.report(cause);
      throw new Problem(
        'restore_not_loaded',
        `The backup is restored, but svc could not read all of it: ${messageOf(cause)}`,
        { cause },
      );
    });
  }

  /** Files, then settings, then the tables together with the end of the record. */
  async #apply(row: RestoreRow, prepared: Prepared): Promise<void> {
    const { rooms, records } = this;
    const undo = this.#undoPath(row.id);
    const settings = prepared.settings === undefined ? undefined : rooms.changedSettings();
    const commit = await restoreFiles(rooms, prepared, row.created_by, (files) =>
      writeUndo(undo, { files, settings }),
    );
    // A process that takes it up finds no file that differs, and would not know.
    if (commit !== null) await records.updateRestore(row.id, { revision: commit });
    if (prepared.settings !== undefined) rooms.restoreSettings(prepared.settings);
    const ended = { status: 'completed', ended_at: Date.now() };
    await restoreTables(rooms, prepared, records.restoreUpdate(row.id, ended));
    await withdraw(undo).catch((error) => rooms.report(error));
  }

  /** Everything as it was, or it stays open. What others changed since is left as it is. */
  async #takeBack(row: RestoreRow, error: string): Promise<void> {
    // A database that takes nothing now does not keep the files from being put back.
    await this.records.updateRestore(row.id, { status: 'undoing', error }).catch(this.rooms.report);
    const path = this.#undoPath(row.id);
    const { files, settings } = await readUndo(path);
    if (settings !== undefined) this.rooms.restoreSettings(settings);
    await undoFiles(this.rooms, files, row.created_by);
    await this.records.updateRestore(row.id, { status: 'failed', ended_at: Date.now(), revision: null });
    await withdraw(path).catch((failure) => this.rooms.report(failure));
  }

  async #requireNoneOpen(): Promise<void> {
    const [open] = await this.records.openRestores();
    if (!open) return;
    throw new Problem(
      'restore_failed',
      `An earlier restore (\`${open.id}\`) failed and is not taken back yet: ${open.error ?? 'see the log'}`,
      {
        hints: [
          'Nothing was changed by this one. Mend what the log names; svc tries again with each restore.',
        ],
      },
    );
  }

  #prepare(id: string, backup: string, categories: readonly Category[] | undefined): Promise<Prepared> {
    return prepare(this.rooms, this.folder, this.pathOf(backup), { id, categories });
  }

  #undoPath(id: string): string {
    return join(this.folder, `.undo-${id}.ndjson`);
  }
}

function notTakenBack(cause: unknown, failure: unknown): Problem {
  return new Problem(
    'restore_failed',
    `The backup could not be restored (${messageOf(cause)}), and not all could be taken back: ${messageOf(failure)}`,
    {
      cause: failure,
      hints: [
        'Mend what is named, then start svc anew: a start brings the restore to its end, or takes the rest back.',
      ],
    },
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
