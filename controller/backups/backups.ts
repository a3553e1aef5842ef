import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../problems/index.js';
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
import { publish, withdraw } from './durable-files.js';
import { BackupRecords } from './records.js';
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
  report(error: unknown): void;
}

/** Opens the backups of an installation, and clears away what a stopped process left half done. */
export async function openBackups(options: BackupsOptions): Promise<StoredBackups> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const backups = new StoredBackups(options);
  await backups.recover();
  return backups;
}

export class StoredBackups implements Backups {
  readonly #records: BackupRecords;
  readonly #progress = new Map<string, BackupProgress>();
  readonly #listeners: ((event: BackupCompleted) => void)[] = [];
  readonly #restores: RestoreRun;
  /** Backups that a restore reads. */
  readonly #inUse = new Set<string>();
  #lane: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: BackupsOptions) {
    this.#records = new BackupRecords(options.storage);
    this.#restores = new RestoreRun(options, this.#records, options.folder);
  }

  async create({
    categories,
    principal,
    origin = 'manual',
  }: Parameters<Backups['create']>[0]): Promise<{ backup: Backup; done: Promise<Backup> }> {
    const wanted = requireCategories(categories);
    const id = await this.#begin(origin, principal, wanted, 'files');
    const done = this.#serially(() => this.#take(id, wanted));
    return { backup: await this.read(id), done };
  }

  async list(): Promise<Backup[]> {
    const rows = await this.#records.rows();
    return Promise.all(rows.map((row) => this.#records.backup(row, this.#progress.get(row.id))));
  }

  async read(id: string): Promise<Backup> {
    const row = await this.#records.find(id);
    if (row) return this.#records.backup(row, this.#progress.get(id));
    throw new Problem('backup_not_found', `There is no backup \`${id.slice(0, 100)}\``);
  }

  async file(id: string): Promise<BackupFile> {
    const { status, size, sha256, createdAt, content } = await this.read(id);
    if (status !== 'completed' || size === null || sha256 === null)
      throw new Problem('backup_busy', `The backup \`${id}\` has no file: it is ${status}`);
    const path = this.#path(id);
    const found = await stat(path).catch(() => undefined);
    if (found?.size !== size)
      throw new Problem('backup_invalid', `The file of the backup \`${id}\` is gone, or not what it was`);
    const taken = (content?.takenAt ?? createdAt).replaceAll(/[^0-9TZ]/g, '').replace(/\d{3}Z/, 'Z');
    return { path, size, sha256, createdAt, name: `svc-backup-${taken}.tar.gz` };
  }

  async upload(content: Readable, principal: string): Promise<Backup> {
    const id = await this.#begin('upload', principal, [], 'upload');
    const partial = this.#path(id, '.partial');
    try {
      const counter = counting(this.options.largestUpload, this.#progress.get(id));
      await pipeline(content, counter, createWriteStream(partial, { flags: 'wx', mode: 0o600 }));
      const handle = await open(partial, 'r+');
      await handle.sync().finally(() => handle.close());
      const { manifest, ...taken } = await inspect(partial, this.options.largestUpload * 10);
      const categories = requireCategories(manifest.categories);
      await this.#finish(id, { ...taken }, categories);
      return await this.read(id);
    } catch (error) {
      // Nothing of it stays, and nobody is to look for it.
      await rm(partial, { force: true });
      await this.#records.remove(id).catch((failure) => this.options.report(failure));
      throw error instanceof Problem ? error : failed('The upload', error);
    } finally {
      this.#progress.delete(id);
    }
  }

  async delete(id: string): Promise<void> {
    const { status } = await this.read(id);
    if (status === 'running' || this.#inUse.has(id))
      throw new Problem(
        'backup_busy',
        `The backup \`${id}\` is being ${status === 'running' ? 'made' : 'restored'}`,
      );
    // The record goes last: while it is there, a deletion that was broken off can be repeated.
    await withdraw(this.#path(id));
    await this.#records.remove(id);
  }

  async restore(request: RestoreRequest): Promise<RestoreResult> {
    const { path } = await this.file(request.id);
    this.#inUse.add(request.id);
    try {
      return await this.#serially(() =>
        this.#restores.run(path, request, async (needed) => {
          await requireSpace(this.options.folder, needed);
          return this.#takeBefore(request.principal);
        }),
      );
    } finally {
      this.#inUse.delete(request.id);
    }
  }

  onCompleted(listener: (event: BackupCompleted) => void): void {
    this.#listeners.push(listener);
  }

  /** Of what a stopped process left: restores that were decided on are ended, backups that have no end are none. */
  async recover(): Promise<void> {
    await this.#restores.finishOpen((id) => this.#path(id));
    const known = new Map((await this.#records.rows()).map((row) => [row.id, row]));
    for (const name of await readdir(this.options.folder)) {
      const id = /^(.+)\.tar\.gz$/.exec(name)?.[1];
      const isLeft = /\.partial$|^\.staging-/.test(name) || (id !== undefined && !known.has(id) && isId(id));
      if (isLeft) await rm(join(this.options.folder, name), { force: true });
    }
    for (const { id, status, origin } of known.values()) {
      if (status !== 'running') continue;
      if (origin !== 'upload' && (await this.#completeLeft(id))) continue;
      await rm(this.#path(id), { force: true });
      if (origin === 'upload') await this.#records.remove(id);
      else await this.#fail(id, 'svc was stopped while it was made');
    }
  }

  /** Makes the scheduled backup. */
  async scheduled(categories: readonly Category[]): Promise<void> {
    const { done } = await this.create({ categories, principal: 'svc', origin: 'schedule' });
    await done;
  }

  /** ms since the epoch. */
  async lastScheduled(): Promise<number | undefined> {
    const rows = await this.#records.rows();
    return rows.find(({ origin, status }) => origin === 'schedule' && status === 'completed')?.created_at;
  }

  async close(): Promise<void> {
    await this.#lane;
  }

  /** A file gets its name when it is whole and on disk: only its record was not written. */
  async #completeLeft(id: string): Promise<boolean> {
    const path = this.#path(id);
    if (!(await stat(path).catch(() => undefined))) return false;
    try {
      const { manifest, size, sha256, content } = await inspect(path, Number.MAX_SAFE_INTEGER);
      if (manifest.id !== id) return false;
      const ended = { status: 'completed', ended_at: Date.now(), size, sha256 };
      await this.#records.update(id, { ...ended, content: JSON.stringify(content) });
      return true;
    } catch (error) {
      this.options.report(error);
      return false;
    }
  }

  #path(id: string, ending = ''): string {
    return join(this.options.folder, `${id}.tar.gz${ending}`);
  }

  #serially<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#lane.then(work);
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
    this.#progress.set(id, { step, entries: 0, bytes: 0 });
    await this.#records.insert({
      id,
      status: 'running',
      origin,
      categories: JSON.stringify(categories),
      created_by: principal,
      created_at: Date.now(),
      ended_at: null,
      size: null,
      sha256: null,
      content: null,
      error: null,
    });
    return id;
  }

  /** Does not reject: what went wrong is in the record. */
  async #take(id: string, categories: readonly Category[]): Promise<Backup> {
    const partial = this.#path(id, '.partial');
    try {
      const progress = this.#progress.get(id) ?? { step: 'files', entries: 0, bytes: 0 };
      const { size, sha256, content } = await takeBackup(this.options, partial, { id, categories }, progress);
      await this.#finish(id, { size, sha256, content }, categories);
    } catch (error) {
      this.options.report(error);
      await rm(partial, { force: true });
      const problem = error instanceof Problem ? error : failed('The backup', error);
      await this.#fail(id, problem.message).catch((failure) => this.options.report(failure));
    } finally {
      this.#progress.delete(id);
    }
    await this.#prune().catch((error) => this.options.report(error));
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
    { size, sha256, content }: Taken,
    categories: readonly Category[],
  ): Promise<void> {
    await publish(this.#path(id, '.partial'), this.#path(id));
    await this.#records.update(id, {
      status: 'completed',
      ended_at: Date.now(),
      size,
      sha256,
      content: JSON.stringify(content),
      categories: JSON.stringify(categories),
    });
    const { origin } = await this.read(id);
    const event = {
      type: 'dev.svc.backup.completed.v1' as const,
      data: { id, origin, categories, size, sha256 },
    };
    for (const listener of this.#listeners) listener(event);
  }

  #fail(id: string, error: string): Promise<void> {
    return this.#records.update(id, { status: 'failed', ended_at: Date.now(), error });
  }

  async #prune(): Promise<void> {
    const old = expired(await this.list(), this.options, Date.now());
    for (const { id } of old) if (!this.#inUse.has(id)) await this.delete(id);
  }
}

function isId(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id);
}

function counting(limit: number, progress: BackupProgress | undefined): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (progress) progress.bytes = bytes;
      if (bytes > limit) done(new Problem('backup_too_large', `The file has more than ${limit} bytes`));
      else done(null, chunk);
    },
  });
}

function failed(what: string, cause: unknown): Problem {
  const { code, message } = cause as NodeJS.ErrnoException;
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  return new Problem(
    'backup_failed',
    `${what} could not be written: ${full ? 'the disk is full' : message}`,
    { cause },
  );
}
