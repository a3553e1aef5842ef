import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../problems/index.js';
import { createRowId, isDiskFull, removeFile } from '../../storage/index.js';
import { type Category, leftOutTables } from '../archive/categories.js';
import type { RestoreRecord } from '../records/backup.js';
import type { QuarantineState } from '../records/quarantine.js';
import { type BackupRecords, type RestoreRow, toRestore } from '../records/records.js';
import { compare, restoreFiles, restoreTables, undoFiles } from './apply.js';
import { type EndedKey, endedKeys, keepAsker } from './asker.js';
import type { CategoryChanges, TableChanges } from './changes.js';
import { type PreparedRestore, prepareRestore, spaceHint } from './prepare.js';
import type { RestoreTarget } from './target.js';
import { readUndo, writeUndo } from './undo-log.js';

export interface RestoreRequest {
  id: string;
  /** All categories of the backup when left out. */
  categories?: readonly Category[] | undefined;
  dryRun?: boolean | undefined;
  principal: string;
  requestId: string;
}

export interface RestoreResult {
  backup: string;
  dryRun: boolean;
  categories: Partial<Record<Category, CategoryChanges>>;
  /** The tables of the restored categories. */
  tables: readonly TableChanges[];
  /** The tables that no category holds: they stay as they are. */
  leftOut: readonly { table: string; reason: string }[];
  restore: RestoreRecord | null;
  /** True for a backup of another installation. */
  isElsewhere: boolean;
  /** The quarantine that this installation is in. */
  quarantine: QuarantineState | null;
  /** API keys of this installation that end with the restore. */
  endedKeys: readonly EndedKey[];
}

/** The names of the files with the state before a restore. */
export const undoName = /^\.undo-(.+)\.ndjson$/;

/**
 * Runs restores. A restore is decided when its record is on disk: before that, nothing is changed; after that, a start of
 * the service completes it, whatever had been done. A restore that fails is first recorded as failing and then undone, so
 * that a start also completes an interrupted undo.
 */
export class RestoreRun {
  constructor(
    private readonly target: RestoreTarget,
    private readonly records: BackupRecords,
    private readonly folder: string,
    private readonly getPath: (backup: string) => string,
  ) {}

  /** @param backUp makes the backup before the restore, which may need so many bytes, and returns its id */
  async run(request: RestoreRequest, backUp: (needed: number) => Promise<string>): Promise<RestoreResult> {
    const { id: backup, dryRun = false, principal } = request;
    const id = createRowId();
    const prepared = await this.#prepare({ id, backup, created_by: principal }, request.categories);
    try {
      const { categories, tables } = await compare(this.target, prepared);
      const { isElsewhere } = prepared;
      const about = {
        backup,
        dryRun,
        categories,
        tables,
        leftOut: Object.entries(leftOutTables).map(([table, reason]) => ({ table, reason })),
        isElsewhere,
        endedKeys: await endedKeys(this.target, prepared),
      };
      const { quarantine } = this.target;
      if (dryRun) return { ...about, restore: null, quarantine: quarantine.state ?? null };
      await this.finishOpen();
      await this.#requireNoneOpen();
      const staged = await stat(prepared.tables.path);
      const row = {
        id,
        backup,
        status: 'decided',
        categories: JSON.stringify(prepared.categories),
        created_by: principal,
        created_at: Date.now(),
        ended_at: null,
        safety_backup: await backUp(staged.size * 3 + 1_048_576),
        revision: null,
        error: null,
      };
      // From before the first change, so that nothing of it starts anything.
      const decision = [this.records.restoreInsert(row)];
      if (isElsewhere && prepared.categories.some(acts))
        await quarantine.begin({ backup, restore: id }, decision);
      else await this.target.storage.commit(decision);
      await this.#carryOut(row, prepared);
      const record = await this.records.restore(id);
      return { ...about, restore: record ? toRestore(record) : null, quarantine: quarantine.state ?? null };
    } finally {
      await prepared.tables.close();
    }
  }

  /** Completes or undoes the restores that were decided and have not ended. */
  async finishOpen(): Promise<void> {
    for (const row of await this.records.openRestores()) {
      try {
        if (row.status === 'decided') await this.#resume(row);
        else await this.#undo(row, row.error ?? 'it failed');
        const { status, error } = (await this.records.restore(row.id)) ?? row;
        this.target.inform(`an unfinished restore was ${status === 'completed' ? 'completed' : 'undone'}`, {
          restore: row.id,
          backup: row.backup,
          ...(error === null ? {} : { reason: error }),
        });
      } catch (error) {
        // It stays open. The next restore or start tries again.
        this.target.report(error);
      }
    }
  }

  async #resume(row: RestoreRow): Promise<void> {
    const categories = JSON.parse(row.categories) as Category[];
    let prepared: PreparedRestore | undefined;
    try {
      prepared = await this.#prepare(row, categories);
      await this.#apply(row, prepared);
    } catch (cause) {
      return await this.#undo(row, getMessage(cause));
    } finally {
      await prepared?.tables.close();
    }
    await this.target.reload(categories);
  }

  /** @throws Problem restore_failed when everything is as before; restore_not_loaded when the restore is complete */
  async #carryOut(row: RestoreRow, prepared: PreparedRestore): Promise<void> {
    try {
      await this.#apply(row, prepared);
    } catch (cause) {
      await this.#undo(row, getMessage(cause)).catch((failure) => {
        this.target.report(failure);
        throw notUndone(cause, failure);
      });
      if (cause instanceof Problem && cause.code !== 'storage_failed') throw cause;
      const detail = `The backup could not be restored, and nothing was changed: ${getMessage(cause)}`;
      throw new Problem('restore_failed', detail, {
        cause,
        ...(isDiskFull(cause) && { hints: [spaceHint] }),
      });
    }
    await this.target.reload(prepared.categories).catch((cause) => {
      this.target.report(cause);
      const detail = `The backup is restored, but svc could not read all of it: ${getMessage(cause)}`;
      throw new Problem('restore_not_loaded', detail, { cause });
    });
  }

  /** Restores files, then settings, then the tables together with the end of the record. */
  async #apply(row: RestoreRow, prepared: PreparedRestore): Promise<void> {
    const { target, records } = this;
    const undo = this.#undoPath(row.id);
    const settings = prepared.settings === undefined ? undefined : target.changedSettings();
    const commit = await restoreFiles(target, prepared, row.created_by, (files) =>
      writeUndo(undo, { files, settings }),
    );
    // Recorded now, because a process that resumes the restore finds no file that differs.
    if (commit !== null) await records.updateRestore(row.id, { revision: commit });
    if (prepared.settings !== undefined) await target.restoreSettings(prepared.settings);
    const ended = { status: 'completed', ended_at: Date.now() };
    await restoreTables(target, prepared, records.restoreUpdate(row.id, ended));
    await removeFile(undo).catch((error) => target.report(error));
  }

  /** Undoes everything, or the restore stays open. Later changes of others stay. */
  async #undo(row: RestoreRow, error: string): Promise<void> {
    // A database that refuses writes does not prevent the undo of files.
    await this.records.updateRestore(row.id, { status: 'undoing', error }).catch(this.target.report);
    const path = this.#undoPath(row.id);
    const { files, settings } = await readUndo(path);
    if (settings !== undefined) await this.target.restoreSettings(settings);
    await undoFiles(this.target, files, row.created_by);
    await this.records.updateRestore(row.id, { status: 'failed', ended_at: Date.now(), revision: null });
    if (this.target.quarantine.state?.restore === row.id) await this.target.quarantine.end();
    await removeFile(path).catch((failure) => this.target.report(failure));
  }

  async #requireNoneOpen(): Promise<void> {
    const [open] = await this.records.openRestores();
    if (!open) return;
    const reason = open.error ?? 'see the service log';
    const hint =
      'This restore changed nothing. Fix the cause in the service log; each restore tries the undo again.';
    const detail = `An earlier restore (\`${open.id}\`) failed and is not undone yet: ${reason}`;
    throw new Problem('restore_failed', detail, { hints: [hint] });
  }

  async #prepare(
    { id, backup, created_by }: Pick<RestoreRow, 'id' | 'backup' | 'created_by'>,
    categories: RestoreRequest['categories'],
  ): Promise<PreparedRestore> {
    const origin = (await this.records.find(backup))?.origin;
    const prepared = await prepareRestore(this.target, {
      id,
      path: this.getPath(backup),
      folder: this.folder,
      categories,
      // A file of an earlier version does not name its installation; the record of a backup that was made here does.
      isElsewhere: ({ installation }) =>
        installation === undefined
          ? origin === 'upload'
          : installation !== this.target.quarantine.installation,
    });
    await keepAsker(this.target, prepared, created_by);
    return prepared;
  }

  #undoPath(id: string): string {
    return join(this.folder, `.undo-${id}.ndjson`);
  }
}

/** True for a category that may start something, or let it reach others. */
function acts(category: Category): boolean {
  return category !== 'users' && category !== 'settings';
}

function notUndone(cause: unknown, failure: unknown): Problem {
  const detail = `The backup could not be restored (${getMessage(cause)}), and not all changes could be undone: ${getMessage(failure)}`;
  const hint =
    'Fix the cause that the message names, then restart svc: a start completes or undoes the restore.';
  return new Problem('restore_failed', detail, { cause: failure, hints: [hint] });
}

function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
