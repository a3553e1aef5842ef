import type { Readable } from 'node:stream';

/** A file of a run. */
export interface FileLocation {
  runId: string;
  /** Lower-case hexadecimal digits. */
  id: string;
}

export interface FileRange {
  /** Inclusive offsets. */
  start: number;
  end: number;
}

/** The place of the content of files: the data directory, or a bucket. */
export interface FileContents {
  /** Makes ready for the first file, and removes what a stopped process left half written. */
  open(): Promise<void>;
  /**
   * Stores a stream; the file is complete and durable when it resolves, and nothing is left otherwise.
   * @throws ConnectorError file_too_large, storage_failed; the error of the stream; the reason of the signal
   */
  write(
    place: FileLocation,
    content: Readable,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ size: number; sha256: string }>;
  /** Reads a file, or a part of it. The stream fails for a file that is gone. */
  read(place: FileLocation, range?: FileRange): Readable;
  /** Gives another run the same content. */
  share(from: FileLocation, runId: string): Promise<void>;
  /** Removes all files of a run. */
  removeRun(runId: string): Promise<void>;
  /** The runs that have files. */
  runs(): Promise<string[]>;
  /** ms since the files of a run last changed. */
  measureAge(runId: string): Promise<number>;
  /** Makes an empty folder on this machine for work with files; the next start removes what is left of it. */
  workFolder(): Promise<string>;
}
