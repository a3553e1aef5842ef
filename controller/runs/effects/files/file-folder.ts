import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { publishFile, syncFile, syncFolder } from '../../../storage/index.js';
import type { FileContents, FileLocation, FileRange } from './file-contents.js';
import { fileTooLarge, noSpace } from './file-errors.js';
import { removeWorkFolder } from './work-folder-paths.js';

/** Bytes of a file that are in memory while it is read. */
const pieceSize = 256 * 1024;
/** Bytes between two looks at the free space. */
const lookEvery = 32 * 1024 * 1024;
/** Bytes that files leave free: the database is on the same disk. */
const reserve = 256 * 1024 * 1024;

/** The content of files: one folder for each run, and one for files that are still written. */
export class FileFolder implements FileContents {
  readonly #incoming: string;
  readonly #runs: string;
  #ready: Promise<void> | undefined;

  constructor(path: string) {
    this.#incoming = join(path, 'incoming');
    this.#runs = join(path, 'runs');
  }

  /** Makes the folders, and removes what a stopped process left half written. */
  open(): Promise<void> {
    this.#ready ??= (async () => {
      await removeLeftovers(this.#incoming);
      for (const folder of [this.#incoming, this.#runs])
        await mkdir(folder, { recursive: true, mode: 0o700 });
    })();
    return this.#ready;
  }

  /**
   * Writes a stream to disk; the file is complete and durable when it resolves, and nothing is left otherwise.
   * @throws ConnectorError file_too_large, storage_failed; the error of the stream; the reason of the signal
   */
  async write(
    place: FileLocation,
    content: Readable,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ size: number; sha256: string }> {
    const { path, ...metadata } = await this.spool(content, limit, signal);
    try {
      await this.#makeFolder(place.runId);
      await publishFile(path, this.#path(place));
      return metadata;
    } catch (error) {
      await rm(path, { force: true });
      throw signal.aborted ? signal.reason : error;
    }
  }

  /** Writes a stream to a file that the next start removes; otherwise as `write`. */
  async spool(content: Readable, limit: number, signal: AbortSignal) {
    const path = join(this.#incoming, randomUUID());
    try {
      await this.open();
      return { path, ...(await this.#receive(path, content, limit, signal)) };
    } catch (error) {
      await rm(path, { force: true });
      content.destroy();
      throw signal.aborted ? signal.reason : error;
    }
  }

  async has(place: FileLocation): Promise<boolean> {
    return stat(this.#path(place)).then(
      () => true,
      () => false,
    );
  }

  /** Reads a file, or a part of it. The stream fails for a link, and for a file that is gone. */
  read(place: FileLocation, range?: FileRange): Readable {
    return Readable.from(pieces(this.#path(place), range), { objectMode: false, highWaterMark: pieceSize });
  }

  /** Makes an empty folder for work with files; the next start removes what is left of it. */
  async workFolder(): Promise<string> {
    await this.open();
    const folder = resolve(this.#incoming, randomUUID());
    await mkdir(folder, { mode: 0o700 });
    return folder;
  }

  /** Gives another run the same content, without copying it where the file system can. */
  async share(from: FileLocation, runId: string): Promise<void> {
    await this.open();
    await this.#makeFolder(runId);
    const [source, target] = [this.#path(from), this.#path({ runId, id: from.id })];
    await rm(target, { force: true });
    try {
      await link(source, target);
    } catch {
      // Some file systems know no second name for a file.
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      await syncFile(target);
    }
    await syncFolder(join(this.#runs, runId));
  }

  /** Removes all files of a run. */
  async removeRun(runId: string): Promise<void> {
    await rm(join(this.#runs, runId), { recursive: true, force: true });
  }

  /** The runs that have a folder. */
  async runs(): Promise<string[]> {
    await this.open();
    return readdir(this.#runs);
  }

  /** ms since the folder of a run last changed. */
  async measureAge(runId: string): Promise<number> {
    return Date.now() - (await stat(join(this.#runs, runId))).mtimeMs;
  }

  async #receive(path: string, content: Readable, limit: number, signal: AbortSignal) {
    const handle = await open(path, 'wx', 0o600);
    const hash = createHash('sha256');
    let size = 0;
    let nextLook = 0;
    try {
      await pipeline(
        content,
        async (source) => {
          for await (const piece of source as AsyncIterable<Buffer | string>) {
            const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
            size += chunk.length;
            if (size > limit) throw fileTooLarge(limit);
            if (size >= nextLook) {
              await this.#requireSpace();
              nextLook = size + lookEvery;
            }
            hash.update(chunk);
            await writeAll(handle, chunk);
          }
        },
        { signal },
      );
      await handle.sync();
    } finally {
      await handle.close();
    }
    return { size, sha256: hash.digest('hex') };
  }

  async #requireSpace(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#incoming);
    if (bavail * bsize < reserve + lookEvery) throw noSpace(reserve);
  }

  async #makeFolder(runId: string): Promise<void> {
    const created = await mkdir(join(this.#runs, runId), { recursive: true, mode: 0o700 });
    if (created !== undefined) await syncFolder(this.#runs);
  }

  #path({ runId, id }: FileLocation): string {
    return join(this.#runs, runId, id);
  }
}

/** Removes what a stopped process left. What belongs to another user stays, and holds up nothing. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) await removeWorkFolder(join(folder, name)).catch(() => undefined);
}

async function writeAll(handle: FileHandle, chunk: Buffer): Promise<void> {
  for (let size = 0; size < chunk.length; )
    size += (await handle.write(chunk, size, chunk.length - size)).bytesWritten;
}

async function* pieces(path: string, range: Partial<FileRange> = {}): AsyncGenerator<Buffer> {
  // Windows has no such flag; links need special rights there.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(path, flags);
  try {
    yield* handle.createReadStream({ ...range, autoClose: false, highWaterMark: pieceSize });
  } finally {
    await handle.close();
  }
}
