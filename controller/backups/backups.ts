import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { KeyedMutex } from '../concurrency/turns.js';
import { Problem } from '../problems/index.js';
import { createRowId, isDiskFull, publishFile, removeFile, type Write } from '../storage/index.js';
import { type Category, requireCategories } from './archive/categories.js';
import type { Backup, BackupOrigin, BackupProgress } from './records/backup.js';
import { type BackupFile, BackupUses, getFile } from './records/backup-file.js';
import { BackupRecords, type BackupRow, type NewBackup, newRow } from './records/records.js';
import { recover } from './recovery.js';
import { requireSpace } from './restore/apply.js';
import { type RestoreRequest, type RestoreResult, RestoreRun } from './restore/restore-run.js';
import type { RestoreTarget } from './restore/target.js';
import { expired } from './schedule.js';
import { receive } from './take/receive.js';
import { inspect, type TakenBackup, takeBackup } from './take/take.js';

export interface BackupsOptions extends RestoreTarget {
  folder: string;
  keep: number;
  keepDays: number;
  /** Bytes. */
  maxUploadBytes: number;
  /** Returns the writes that report a backup, to be committed with its end, and the call that follows the commit. */
  completed(event: BackupCompleted): { writes: Write[]; notify(): void };
}

/** Attempts of a backup while files of the folder change. */
const maxTakes = 5;

/** Reports a backup that was made and found valid. */
export interface BackupCompleted {
  type: 'dev.svc.backup.completed.v1';
  data: { id: string; origin: BackupOrigin; categories: readonly Category[]; size: number; sha256: string };
}

/** The calls of the API; tests replace them. */
export type Backups = Pick<
  StoredBackups,
  'create' | 'list' | 'read' | 'file' | 'upload' | 'delete' | 'restore' | 'close'
>;

/** Opens the backups of an installation, and ends the work that a stopped process left. */
export async function openBackups(options: BackupsOptions): Promise<StoredBackups> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const backups = new StoredBackups(options);
  await backups.recover();
  return backups;
}

/** Makes, keeps and restores backups, one at a time. */
export class StoredBackups {
  readonly #records: BackupRecords;
  readonly #progress = new Map<string, BackupProgress>();
  readonly #restores: RestoreRun;
  readonly #uses = new BackupUses();
  readonly #mutex = new KeyedMutex();

  constructor(private readonly options: BackupsOptions) {
    this.#records = new BackupRecords(options.storage, options.vault);
    this.#restores = new RestoreRun(options, this.#records, options.folder, (id) => this.#path(id));
  }

  /** Begins a backup. `done` resolves with the ended backup, and does not reject. */
  async create(
    request: Omit<NewBackup, 'origin'> & { origin?: BackupOrigin },
  ): Promise<{ backup: Backup; done: Promise<Backup> }> {
    const selected = requireCategories(request.categories);
    const id = await this.#begin({ origin: 'manual', ...request, categories: selected }, 'files');
    const backup = await this.read(id);
    return { backup, done: this.#exclusively(() => this.#take(id, selected)) };
  }

  /** Newest first. */
  async list(): Promise<Backup[]> {
    const rows = (await this.#records.rows()).filter(({ status }) => status !== 'deleting');
    return Promise.all(rows.map((row) => this.#records.backup(row, this.#progress.get(row.id))));
  }

  /** @throws Problem backup_not_found */
  async read(id: string): Promise<Backup> {
    const row = await this.#records.find(id);
    if (row && row.status !== 'deleting') return this.#records.backup(row, this.#progress.get(id));
    throw new Problem('backup_not_found', `There is no backup \`${id.slice(0, 100)}\``);
  }

  /** Returns the file of a completed backup. @throws Problem backup_not_found, backup_busy, backup_invalid */
  async file(id: string): Promise<BackupFile> {
    return getFile(await this.read(id), this.#path(id), this.#uses);
  }

  /** Adds a backup file. @throws Problem backup_invalid, backup_unsupported, backup_too_large, backup_failed */
  async upload(content: Readable, principal: string): Promise<Backup> {
    const id = await this.#begin({ origin: 'upload', principal, categories: [] }, 'upload');
    const partial = this.#path(id, '.partial');
    try {
      const progress = this.#progress.get(id);
      const { manifest, ...taken } = await receive(content, partial, this.options.maxUploadBytes, progress);
      await this.#finish({ id, origin: 'upload' }, requireCategories(manifest.categories), taken);
      return await this.read(id);
    } catch (error) {
      // A refused upload leaves neither a file nor a record.
      await this.#discard(id);
      await this.#records.remove(id).catch((failure) => this.options.report(failure));
      throw toProblem('The upload', error);
    } finally {
      this.#progress.delete(id);
    }
  }

  /** @throws Problem backup_not_found, backup_busy */
  async delete(id: string): Promise<void> {
    const { status } = await this.read(id);
    const use = status === 'running' ? 'made' : this.#uses.of(id);
    if (use) throw new Problem('backup_busy', `The backup \`${id}\` is being ${use}`);
    await this.#records.update(id, { status: 'deleting' });
    await this.#forget(id);
  }

  /**
   * Brings the installation to the state of the backup, in the categories that are asked for: completely or not at all.
   * @throws Problem backup_not_found, backup_busy, backup_invalid, backup_foreign, backup_unsupported, backup_failed,
   *   restore_failed, restore_not_loaded
   */
  async restore(request: RestoreRequest): Promise<RestoreResult> {
    await this.file(request.id);
    const end = this.#uses.begin(request.id, 'restored');
    try {
      return await this.#exclusively(() =>
        this.#restores.run(request, async (needed) => {
          await requireSpace(this.options.folder, needed);
          return this.#takeBefore(request.principal);
        }),
      );
    } finally {
      end();
    }
  }

  /** Ends the restores, and then the backups, that a stopped process left. */
  async recover(): Promise<void> {
    await this.#restores.finishOpen();
    const { folder, report, inform } = this.options;
    const unknown = await recover({
      folder,
      report,
      inform,
      records: this.#records,
      getPath: (id) => this.#path(id),
      complete: (row, taken) => this.#complete(row, taken),
      fail: (id, error) => this.#fail(id, error),
      forget: (id) => this.#forget(id),
    });
    // Not awaited, because the files may be large and the start waits for this call.
    if (unknown.length > 0) void this.#exclusively(() => this.#adopt(unknown)).catch(report);
  }

  /** Makes the scheduled backup. Reports a failure and does not reject. */
  async scheduled(categories: readonly Category[]): Promise<void> {
    try {
      const { done } = await this.create({ categories, principal: 'svc', origin: 'schedule' });
      await done;
    } catch (error) {
      this.options.report(error);
    }
  }

  /** ms since the epoch. */
  async lastScheduled(): Promise<number | undefined> {
    const rows = await this.#records.rows();
    return rows.find(({ origin, status }) => origin === 'schedule' && status === 'completed')?.created_at;
  }

  /** Waits for unfinished work. */
  close(): Promise<void> {
    return this.#mutex.run('backups', async () => {});
  }

  #path(id: string, ending = ''): string {
    return join(this.options.folder, `${id}.tar.gz${ending}`);
  }

  /** Runs one at a time, without a rotation: the content of a backup is under the master key that signs it. */
  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#mutex.run('backups', () => this.options.vault.masterKeys.withoutRotation(work));
  }

  async #begin(about: NewBackup, step: BackupProgress['step']): Promise<string> {
    const id = createRowId();
    await this.#records.insert(newRow(id, about, Date.now()));
    this.#progress.set(id, { step, entries: 0, bytes: 0 });
    return id;
  }

  /** Makes a backup. Does not reject for a failure, which is in the record. */
  async #take(id: string, categories: readonly Category[]): Promise<Backup> {
    const partial = this.#path(id, '.partial');
    try {
      const progress = this.#progress.get(id) ?? { step: 'files', entries: 0, bytes: 0 };
      const taken = await this.#takeSteady(partial, { id, categories }, progress);
      const { origin } = await this.read(id);
      await this.#finish({ id, origin }, categories, taken);
    } catch (error) {
      this.options.report(error);
      await this.#discard(id);
      const { message } = toProblem('The backup', error);
      await this.#fail(id, message).catch((failure) => this.options.report(failure));
    } finally {
      this.#progress.delete(id);
    }
    await this.#prune(id).catch((error) => this.options.report(error));
    return this.read(id);
  }

  /** Takes a backup, again when a file in the folder of the entities changed while it was being read. */
  async #takeSteady(
    partial: string,
    what: { id: string; categories: readonly Category[] },
    progress: BackupProgress,
  ): Promise<TakenBackup> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await takeBackup(this.options, partial, what, progress);
      } catch (error) {
        const isUnsteady = error instanceof Problem && error.code === 'directory_failed';
        if (!isUnsteady || attempt === maxTakes) throw error;
        await rm(partial, { force: true });
        Object.assign(progress, { step: 'files', entries: 0, bytes: 0 });
      }
    }
  }

  async #takeBefore(principal: string): Promise<string> {
    const everything = requireCategories(this.options.everything);
    const id = await this.#begin({ origin: 'restore', principal, categories: everything }, 'files');
    const { status, error } = await this.#take(id, everything);
    if (status === 'completed') return id;
    throw new Problem('backup_failed', `The backup before the restore could not be made: ${error}`, {
      hints: ['Nothing was changed. Fix the cause that the message names, and restore again.'],
    });
  }

  /** Gives the file its name before the record says that it exists. */
  async #finish(
    about: Pick<BackupRow, 'id' | 'origin'>,
    categories: readonly Category[],
    taken: TakenBackup,
  ): Promise<void> {
    await publishFile(this.#path(about.id, '.partial'), this.#path(about.id));
    await this.#complete({ ...about, categories: JSON.stringify(categories) }, taken);
  }

  /** Completes the record in one transaction with the event. */
  async #complete(
    { id, origin, categories }: Pick<BackupRow, 'id' | 'origin' | 'categories'>,
    { size, sha256, content }: TakenBackup,
  ): Promise<void> {
    const { writes, notify } = this.options.completed({
      type: 'dev.svc.backup.completed.v1',
      data: { id, origin: origin as BackupOrigin, categories: JSON.parse(categories), size, sha256 },
    });
    const ended = { status: 'completed', ended_at: Date.now(), size, sha256, categories };
    await this.#records.update(id, { ...ended, content: JSON.stringify(content) }, writes);
    notify();
  }

  #fail(id: string, error: string): Promise<void> {
    return this.#records.update(id, { status: 'failed', ended_at: Date.now(), error });
  }

  /** Removes the files of a failed backup. The next start removes files that cannot be removed now. */
  async #discard(id: string): Promise<void> {
    for (const path of [this.#path(id, '.partial'), this.#path(id)])
      await rm(path, { force: true }).catch(this.options.report);
  }

  /** Finishes a deletion: removes the file, then the record. */
  async #forget(id: string): Promise<void> {
    await removeFile(this.#path(id));
    await this.#records.remove(id);
  }

  /** Adds records for files without one, such as those of an installation that lost its database. */
  async #adopt(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      try {
        const { manifest, size, sha256, content } = await inspect(this.#path(id), Number.MAX_SAFE_INTEGER);
        const categories = requireCategories(manifest.categories);
        const row = newRow(id, { origin: 'upload', principal: 'svc', categories }, Date.now());
        const ended = { status: 'completed', ended_at: Date.now(), size, sha256 };
        await this.#records.insert({ ...row, ...ended, content: JSON.stringify(content) });
        const details = { backup: id, takenAt: manifest.takenAt };
        this.options.inform('a backup file without a record was added to the list', details);
      } catch (error) {
        this.options.report(error);
      }
    }
  }

  /** @param kept the id of a backup that stays, because its maker waits for it */
  async #prune(kept: string): Promise<void> {
    const old = expired(await this.list(), this.options, Date.now());
    for (const { id } of old)
      if (id !== kept && !this.#uses.of(id)) await this.delete(id).catch(this.options.report);
  }
}

/** Turns an error of the disk or the database into a problem that names its cause. */
function toProblem(what: string, cause: unknown): Problem {
  if (cause instanceof Problem) return cause;
  const { code, message } = cause as NodeJS.ErrnoException;
  if (isDiskFull(cause)) {
    const detail = `${what} could not be written: the disk is full, or the file is too large for it (${code ?? message})`;
    return new Problem('backup_failed', detail, {
      hints: ['Free some space on the disk, and try again.'],
      cause,
    });
  }
  return new Problem('backup_failed', `${what} could not be written: ${message}`, { cause });
}
