import { randomUUID } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileEntry, SFTPWrapper, Stats } from 'ssh2';
import { ConnectorError } from '../contract/connector.js';
import { maxMessageBytes } from '../contract/messages.js';

/** Servers read no more than about this at once (OpenSSH: 255 KiB). */
const pieceSize = 255 * 1024;

/** The status of the server at the end of a file or folder (draft-ietf-secsh-filexfer-02, section 7). */
const endOfFile = 1;

type Done<Value> = (error: Error | undefined | null, value?: Value) => void;

/** The files of one session, as promises. Failures name the path and the reason of the server. */
export class Files {
  constructor(private readonly session: SFTPWrapper) {}

  realPath(path: string): Promise<string> {
    return asked(path, (done) => this.session.realpath(path, done as never));
  }

  /** The entries of a folder; at most about `max` of them, since the server decides where a folder ends. */
  async list(path: string, max: number): Promise<FileEntry[]> {
    const handle = await asked<Buffer>(path, (done) => this.session.opendir(path, done as never));
    const entriesListed: FileEntry[] = [];
    try {
      while (entriesListed.length <= max) {
        const entries = await this.#more(path, handle);
        if (!entries) break;
        entriesListed.push(...entries.filter(({ filename }) => filename !== '.' && filename !== '..'));
      }
      return entriesListed;
    } finally {
      await asked(path, (done) => this.session.close(handle, done)).catch(() => {});
    }
  }

  /** The next entries of an open folder; undefined at its end. */
  #more(path: string, handle: Buffer): Promise<FileEntry[] | undefined> {
    return asked(path, (done) =>
      this.session.readdir(handle, (error, entries) => {
        const isEnd = (error as { code?: unknown } | undefined)?.code === endOfFile;
        done(isEnd ? undefined : error, isEnd ? undefined : (entries as FileEntry[]));
      }),
    );
  }

  /** Links are followed. */
  stat(path: string): Promise<Stats> {
    return asked(path, (done) => this.session.stat(path, done as never));
  }

  /** @throws ConnectorError for a file of more than 8 MiB, before it is read to its end */
  async read(path: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of guarded(this.session.createReadStream(path))) {
        size += (chunk as Buffer).length;
        if (size > maxMessageBytes) throw tooLarge(path);
        chunks.push(chunk as Buffer);
      }
    } catch (error) {
      throw error instanceof ConnectorError ? error : failureAt(path, error as Error);
    }
    return Buffer.concat(chunks);
  }

  /** The content of a file of any size. */
  open(path: string): Readable {
    const content = guarded(this.session.createReadStream(path, { highWaterMark: pieceSize } as never));
    const failed = async function* () {
      try {
        yield* content;
      } catch (error) {
        throw failureAt(path, error as Error);
      }
    };
    return Readable.from(failed(), { objectMode: false, highWaterMark: pieceSize });
  }

  /** Writes beside the file first, and renames: readers see the file before or after. */
  async write(path: string, content: Buffer | Readable, signal: AbortSignal): Promise<void> {
    const beside = `${path}.svc-${randomUUID()}`;
    try {
      if (content instanceof Readable) await this.#receive(beside, content, signal);
      else
        await asked(beside, (done) =>
          this.session.writeFile(beside, content, { flag: 'wx' } as never, done as never),
        );
      signal.throwIfAborted();
      await this.rename(beside, path, true);
    } catch (error) {
      await this.remove(beside).catch(() => {});
      throw error;
    }
  }

  async #receive(path: string, content: Readable, signal: AbortSignal): Promise<void> {
    try {
      await pipeline(content, guarded(this.session.createWriteStream(path, { flags: 'wx' })), { signal });
    } catch (error) {
      throw failureAt(path, error as Error);
    }
  }

  /** @param replaces an existing file at the new path, which the protocol itself refuses */
  async rename(from: string, to: string, replaces: boolean): Promise<void> {
    if (!replaces) return asked(from, (done) => this.session.rename(from, to, done));
    try {
      await asked(from, (done) => this.session.ext_openssh_rename(from, to, done));
    } catch (error) {
      // Servers other than OpenSSH may not know the extension.
      if (error instanceof ConnectorError) throw error;
      await this.remove(to).catch(() => {});
      await this.rename(from, to, false);
    }
  }

  remove(path: string): Promise<void> {
    return asked(path, (done) => this.session.unlink(path, done));
  }

  makeFolder(path: string): Promise<void> {
    return asked(path, (done) => this.session.mkdir(path, done));
  }

  removeFolder(path: string): Promise<void> {
    return asked(path, (done) => this.session.rmdir(path, done));
  }
}

/**
 * Returns the stream of a file of the server. The library closes the file after the stream has ended or failed, and emits a further
 * error when the connection is lost meanwhile: no one listens by then, which would end the process.
 */
function guarded<Content extends Readable | Writable>(content: Content): Content {
  content.on('error', () => {});
  return content;
}

/** Asks the server. @throws ConnectorError; the error of the library for an operation that the server does not offer */
function asked<Value = void>(path: string, ask: (done: Done<Value>) => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    ask((error, value) => (error ? reject(failureAt(path, error)) : resolve(value as Value)));
  });
}

/** The error for a status of the server (draft-ietf-secsh-filexfer-02, section 7). */
function failureAt(path: string, error: Error & { code?: unknown }): Error {
  const failed = (...about: [kind: ConnectorError['kind'], status: number, title: string, said: string]) => {
    const [kind, status, title, said] = about;
    return new ConnectorError(kind, status, title, `\`${path}\`: ${said}`, { cause: error });
  };
  switch (error.code) {
    case 2:
      return failed('communication', 404, 'Not Found', 'there is no such file or folder');
    case 3:
      return failed('authorization', 403, 'Forbidden', 'the server does not allow it');
    case 4:
      return failed(
        'runtime',
        409,
        'Conflict',
        'the server refused it; perhaps the path is in use, or a folder is not empty',
      );
    default:
      return error;
  }
}

function tooLarge(path: string): ConnectorError {
  const detail = `\`${path}\` has more than the ${maxMessageBytes} bytes that one call returns`;
  return new ConnectorError('runtime', 413, 'File too large', detail);
}
