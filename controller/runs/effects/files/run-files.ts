import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Json } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import type { ActionFiles, FileDescription, NewFile, OpenFile } from '../../../connectors/index.js';
import { Problem } from '../../../problems/index.js';
import type { Sealing } from '../../../security/vault/contract.js';
import { bind, type Storage, type Tables, upsertStatement, type Write } from '../../../storage/index.js';
import type { FileContents, FileRange } from './file-contents.js';
import { fileMissing, notAFile, tooManyFiles } from './file-errors.js';
import { safeName, safeType } from './file-names.js';

type Row = Tables['run_files'];

/** A file of a run, for readers of the run. */
export interface RunFile extends FileDescription {
  createdAt: string;
}

export interface FileLimits {
  /** Bytes of one file. */
  readonly file: number;
  readonly filesPerRun: number;
}

interface Services {
  readonly storage: Storage;
  readonly folder: FileContents;
  readonly limits: FileLimits;
  readonly sealing: Pick<Sealing, 'mask'>;
  now?(): number;
}

/** Runs inside each other, at most: `Limits.RunNesting`. */
const maxAbove = 256;

/** The files of runs: rows in the database, content in the data directory or a bucket. */
export class RunFiles {
  readonly #upsert;
  /** Files that are being written, by run. */
  readonly #writing = new Map<string, Set<string>>();

  constructor(private readonly services: Services) {
    this.#upsert = upsertStatement(
      services.storage,
      'run_files',
      ['run_id', 'id'],
      ['name', 'type', 'size', 'sha256', 'created_at'],
    );
  }

  /** The files as one step of a run sees them. @param key the idempotency key of the step */
  of(runId: string, key: string, signal: AbortSignal): ActionFiles {
    let count = 0;
    return {
      write: (file, content) => {
        const id = hash('sha256', `${key} ${++count}`).slice(0, 32);
        return this.#write({ runId, id }, file, content, signal);
      },
      open: (description) => this.#open(runId, description),
    };
  }

  /** The first 10,000, oldest first. */
  async list(runId: string): Promise<RunFile[]> {
    const rows = this.services.storage.db.selectFrom('run_files').selectAll().where('run_id', '=', runId);
    return (await rows.orderBy('created_at').orderBy('id').limit(10_000).execute()).map(toFile);
  }

  /** @throws Problem file_not_found */
  async find(runId: string, id: string): Promise<{ file: RunFile; read(range?: FileRange): Readable }> {
    const row = (await this.#rows(id)).find((each) => each.run_id === runId);
    if (!row) throw new Problem('file_not_found', `The run ${runId} has no file \`${id}\``);
    return { file: toFile(row), read: (range) => this.services.folder.read({ runId, id }, range) };
  }

  /** Gives a run the files of the one whose results it takes over. @returns the writes for the transaction of the run */
  async takeOver(from: string, to: string): Promise<Write[]> {
    const { storage, folder } = this.services;
    const rows = await storage.db.selectFrom('run_files').selectAll().where('run_id', '=', from).execute();
    for (const { id } of rows) await folder.share({ runId: from, id }, to);
    return rows.map((row) => bind(this.#upsert, { ...row, run_id: to }));
  }

  async #write(
    place: { runId: string; id: string },
    { name, type }: NewFile,
    content: Readable,
    signal: AbortSignal,
  ): Promise<FileDescription> {
    const { storage, folder, limits, sealing, now = Date.now } = this.services;
    const end = await this.#begin(place).catch((error: unknown) => {
      content.destroy();
      throw error;
    });
    try {
      const storedFile = await folder.write(place, content, limits.file, signal);
      const about = { name: safeName(sealing.mask(name)), type: safeType(type), ...storedFile };
      const row = { run_id: place.runId, id: place.id, ...about, created_at: now() };
      await storage.commit([bind(this.#upsert, row)]);
      return { file: place.id, ...about };
    } finally {
      end();
    }
  }

  /** Counts a file that will be written. @throws ConnectorError file_count_limit */
  async #begin({ runId, id }: { runId: string; id: string }): Promise<() => void> {
    const writing = this.#writing.get(runId) ?? new Set();
    this.#writing.set(runId, writing.add(id));
    const end = () => {
      writing.delete(id);
      if (writing.size === 0) this.#writing.delete(runId);
    };
    try {
      const rows = this.services.storage.db.selectFrom('run_files').where('run_id', '=', runId);
      const stored = rows
        .where('id', 'not in', [...writing])
        .select((each) => each.fn.countAll().as('count'));
      const { count } = await stored.executeTakeFirstOrThrow();
      const { filesPerRun } = this.services.limits;
      if (Number(count) + writing.size > filesPerRun) throw tooManyFiles(filesPerRun);
      return end;
    } catch (error) {
      end();
      throw error;
    }
  }

  async #open(runId: string, description: Json | undefined): Promise<OpenFile> {
    const id = isObject(description ?? null) ? (description as { file?: Json }).file : undefined;
    if (typeof id !== 'string') throw notAFile();
    const rows = await this.#rows(id);
    const fileRow = rows.find((row) => row.run_id === runId) ?? (await this.#ofFamily(runId, rows));
    if (!fileRow) throw fileMissing(id.slice(0, 100));
    const { createdAt: _, ...about } = toFile(fileRow);
    const read = (range?: FileRange) => this.services.folder.read({ runId: fileRow.run_id, id }, range);
    return { about, read };
  }

  /** The row of a run that has the same run above all others. */
  async #ofFamily(runId: string, rows: readonly Row[]): Promise<Row | undefined> {
    if (rows.length === 0) return undefined;
    const top = await this.#getTop(runId);
    for (const row of rows) if ((await this.#getTop(row.run_id)) === top) return row;
    return undefined;
  }

  async #getTop(runId: string): Promise<string> {
    let top = runId;
    for (let depth = 0; depth <= maxAbove; depth++) {
      const run = this.services.storage.db.selectFrom('runs').select('parent_run_id').where('id', '=', top);
      const above = (await run.executeTakeFirst())?.parent_run_id ?? null;
      if (above === null) return top;
      top = above;
    }
    return top;
  }

  /** Runs that took over a file have the same id for it, each a row. */
  #rows(id: string): Promise<Row[]> {
    return this.services.storage.db
      .selectFrom('run_files')
      .selectAll()
      .where('id', '=', id)
      .limit(1_000)
      .execute();
  }
}

function toFile({ id, name, type, size, sha256, created_at }: Row): RunFile {
  return { file: id, name, type, size, sha256, createdAt: new Date(created_at).toISOString() };
}
