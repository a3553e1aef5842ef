import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Problem } from '../problems/index.js';
import type { Write } from '../storage/index.js';
import { fileOf } from './backup-file.js';
import { newBackupId } from './backup-id.js';
import { type Category, requireCategories } from './categories.js';
import type {
  Backup,
  BackupCompleted,
  BackupFile,
  BackupOrigin,
  BackupProgress,
  Backups,
  RestoreRequest,
  RestoreResult,
} from './contract.js';
import { diskFailure } from './disk-failure.js';
import { publish, withdraw } from './durable-files.js';
import { InUse } from './in-use.js';
import { receive } from './receive.js';
import { BackupRecords, type BackupRow, newRow } from './records.js';
import { recover } from './recovery.js';
import { requireSpace } from './restore.js';
import { type RestoreRooms, RestoreRun } from './restore-run.js';
import { expired } from './retention.js';
import { inspect, type Taken, takeBackup } from './take.js';

export interface BackupsOptions extends RestoreRooms {
  folder: string;
  keep: number;
  keepDays: number;
  /** Bytes. */
  largestUpload: number;
  /** What tells of a backup: `writes` are committed with its end, `tell` follows. */
  completed(event: BackupCompleted): { writes: Write[]; tell(): void };
  /** ms since the epoch. */
  now?: () => number;
}

/** Opens the backups of an installation, and brings to an end what a stopped process left half done. */
export async function openBackups(options: BackupsOptions): Promise<StoredBackups> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const backups = new StoredBackups(options);
  await backups.recover();
  return backups;
}

export class StoredBackups implements Backups {
  readonly #records: BackupRecords;
  readonly #progress = new Map<string, BackupProgress>();
  readonly #restores: RestoreRun;
  readonly #inUse = new InUse();
  readonly #now: () => number;
  #lane: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: BackupsOptions) {
    this.#records = new BackupRecords(options.storage, options.vault);
    this.#restores = new RestoreRun(options, this.#records, options.folder, (id) => this.#path(id));
    this.#now = options.now ?? Date.now;
  }

  async create({
    categories,
    principal,
    origin = 'manual',
  }: Parameters<Backups['create']>[0]): Promise<{ backup: Backup; done: Promise<Backup> }> {
    const wanted = requireCategories(categories);
    const id = await this.#begin(origin, principal, wanted, 'files');
    const backup = await this.read(id);
    const done = this.#serially(() => this.#take(id, wanted));
    return { backup, done };
  }

  async list(): Promise<Backup[]> {
    const rows = (await this.#records.rows()).filter(({ status }) => status !== 'deleting');
    return Promise.all(rows.map((row) => this.#records.backup(row, this.#progress.get(row.id))));
  }

  async read(id: string): Promise<Backup> {
    const row = await this.#records.find(id);
    if (row && row.status !== 'deleting') return this.#records.backup(row, this.#progress.get(id));
    throw new Problem('backup_not_found', `There is no backup \`${id.slice(0, 100)}\``);
  }

  async file(id: string): Promise<BackupFile> {
    return fileOf(await this.read(id), this.#path(id), this.#inUse);
  }

  async upload(content: Readable, principal: string): Promise<Backup> {
    const id = await this.#begin('upload', principal, [], 'upload');
    const partial = this.#path(id, '.partial');
    try {
      const progress = this.#progress.get(id);
      const { manifest, ...taken } = await receive(content, partial, this.options.largestUpload, progress);
      await this.#finish(id, 'upload', taken, requireCategories(manifest.categories));
      return await this.read(id);
    } catch (error) {
      // Nothing of it stays, and nobody is to look for it.
      await this.#discard(id);
      await this.#records.remove(id).catch((failure) => this.options.report(failure));
      throw error instanceof Problem ? error : diskFailure('The upload', error);
    } finally {
      this.#progress.delete(id);
    }
  }

  async delete(id: string): Promise<void> {
    const { status } = await this.read(id);
    const use = status === 'running' ? 'made' : this.#inUse.of(id);
    if (use) throw new Problem('backup_busy', `The backup \`${id}\` is being ${use}`);
    await this.#records.update(id, { status: 'deleting' });
    await this.#forget(id);
  }

  async restore(request: RestoreRequest): Promise<RestoreResult> {
    await this.file(request.id);
    const end = this.#inUse.begin(request.id, 'restored');
    try {
      return await this.#serially(() =>
        this.#restores.run(request, async (needed) => {
          await requireSpace(this.options.folder, needed);
          return this.#takeBefore(request.principal);
        }),
      );
    } finally {
      end();
    }
  }

  /** Of what a stopped process left: restores that were decided on are ended, then backups. */
  async recover(): Promise<void> {
    await this.#restores.finishOpen();
    const records = this.#records;
    const strange = await recover({
      ...{ folder: this.options.folder, report: this.options.report, tell: this.options.tell },
      pathOf: (id) => this.#path(id),
      rows: () => records.rows(),
      openRestores: async () => new Set((await records.openRestores()).map(({ id }) => id)),
      complete: (row, taken) => this.#complete(row, taken),
      fail: (id, error) => this.#fail(id, error),
      forget: (id) => this.#forget(id),
    });
    // They may be large, and others may wait for the start.
    if (strange.length > 0) void this.#serially(() => this.#adopt(strange)).catch(this.options.report);
  }

  /** Makes the scheduled backup. Does not reject: nobody waits for it. */
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

  async close(): Promise<void> {
    await this.#lane;
  }

  #path(id: string, ending = ''): string {
    return join(this.options.folder, `${id}.tar.gz${ending}`);
  }

  /** One after the other, under master keys that stay: what is in a backup is under the key that signs it. */
  #serially<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#lane.then(() => this.options.vault.whileKeysStay(work));
    this.#lane = done.catch(() => undefined);
    return done;
  }

  async #begin(
    origin: BackupOrigin,
    principal: string,
    categories: readonly Category[],
    step: BackupProgress['step'],
  ): Promise<string> {
    const id = newBackupId();
    await this.#records.insert(newRow(id, { origin, principal, categories }, this.#now()));
    this.#progress.set(id, { step, entries: 0, bytes: 0 });
    return id;
  }

  /** Does not reject for what goes wrong with the backup: that is in the record. */
  async #take(id: string, categories: readonly Category[]): Promise<Backup> {
    const partial = this.#path(id, '.partial');
    try {
      const progress = this.#progress.get(id) ?? { step: 'files', entries: 0, bytes: 0 };
      const taken = await takeBackup(this.options, partial, { id, categories }, progress);
      await this.#finish(id, (await this.read(id)).origin, taken, categories);
    } catch (error) {
      this.options.report(error);
      await this.#discard(id);
      const problem = error instanceof Problem ? error : diskFailure('The backup', error);
      await this.#fail(id, problem.message).catch((failure) => this.options.report(failure));
    } finally {
      this.#progress.delete(id);
    }
    await this.#prune(id).catch((error) => this.options.report(error));
    return this.read(id);
  }

  async #takeBefore(principal: string): Promise<string> {
    const everything = requireCategories(this.options.everything);
    const id = await this.#begin('restore', principal, everything, 'files');
    const { status, error } = await this.#take(id, everything);
    if (status === 'completed') return id;
    throw new Problem('backup_failed', `The backup before the restore could not be made: ${error}`, {
      hints: ['Nothing was changed. Check the free space and the folder of the backups, and restore again.'],
    });
  }

  /** The file gets its name before the record says that it is there. */
  async #finish(
    id: string,
    origin: BackupOrigin,
    taken: Taken,
    categories: readonly Category[],
  ): Promise<void> {
    await publish(this.#path(id, '.partial'), this.#path(id));
    await this.#complete({ id, origin, categories: JSON.stringify(categories) }, taken);
  }

  /** The record says that it is there in one with what is to be told of it. */
  async #complete(
    { id, origin, categories }: Pick<BackupRow, 'id' | 'origin' | 'categories'>,
    { size, sha256, content }: Taken,
  ): Promise<void> {
    const { writes, tell } = this.options.completed({
      type: 'dev.svc.backup.completed.v1',
      data: { id, origin: origin as BackupOrigin, categories: JSON.parse(categories), size, sha256 },
    });
    const ended = { status: 'completed', ended_at: this.#now(), size, sha256, categories };
    const record = { ...ended, content: JSON.stringify(content) };
    await this.#records.update(id, record, writes);
    tell();
  }

  #fail(id: string, error: string): Promise<void> {
    return this.#records.update(id, { status: 'failed', ended_at: this.#now(), error });
  }

  /** Nothing of a backup that failed stays; what cannot be taken away now is taken away by the next start. */
  async #discard(id: string): Promise<void> {
    for (const path of [this.#path(id, '.partial'), this.#path(id)])
      await rm(path, { force: true }).catch(this.options.report);
  }

  /** Ends a deletion: the file, then the record. */
  async #forget(id: string): Promise<void> {
    await withdraw(this.#path(id));
    await this.#records.remove(id);
  }

  /** Takes files into the records that another installation left in the folder, such as the one before a loss. */
  async #adopt(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      try {
        const { manifest, ...taken } = await inspect(this.#path(id), Number.MAX_SAFE_INTEGER);
        const { categories, takenAt } = manifest;
        const found = {
          origin: 'upload',
          principal: 'svc',
          categories: requireCategories(categories),
        } as const;
        const row = newRow(id, found, this.#now());
        const ended = { ended_at: this.#now(), size: taken.size, sha256: taken.sha256 };
        const content = JSON.stringify(taken.content);
        await this.#records.insert({ ...row, ...ended, content, status: 'completed' });
        this.options.tell('a backup that was found in the folder is listed', { backup: id, takenAt });
      } catch (error) {
        this.options.report(error);
      }
    }
  }

  /** @param kept is not deleted: whoever made it is to hear of it */
  async #prune(kept: string): Promise<void> {
    const old = expired(await this.list(), this.options, this.#now());
    for (const { id } of old)
      if (id !== kept && !this.#inUse.of(id)) await this.delete(id).catch(this.options.report);
  }
}
