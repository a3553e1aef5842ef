import type { Readable } from 'node:stream';

/** Reads files of a release repository. */
export interface ReleaseSource {
  /**
   * Opens a file.
   * @param offset bytes that the reader has already
   * @throws FileMissing; Problem release_unreachable, release_redirect_refused
   */
  open(url: URL, offset?: number): Promise<OpenedFile>;
  close(): Promise<void>;
}

export interface OpenedFile {
  /** The position of the first byte: the offset that was asked for, or 0 where the server sends whole files only. */
  offset: number;
  content: Readable;
}

/** The repository has no such file. */
export class FileMissing extends Error {
  constructor(readonly url: URL) {
    super(`${url} does not exist`);
    this.name = 'FileMissing';
  }
}

/** Returns the code or the message of a network error. */
export function getErrorReason(error: unknown): string {
  const { code, message, errors } = error as NodeJS.ErrnoException & { errors?: Error[] };
  return message || (errors?.[0]?.message ?? code ?? 'the connection failed');
}
