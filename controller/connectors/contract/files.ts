import type { Readable } from 'node:stream';
import type { Json } from '../../../schemas/json/types.js';

/** The description of a file of a run: all that the flow sees of it. */
export interface FileDescription {
  /** The id. */
  file: string;
  name: string;
  /** The media type. */
  type: string;
  /** Bytes. */
  size: number;
  /** The digest of the content, in hexadecimal digits. */
  sha256: string;
}

/** A file that an action creates. */
export interface NewFile {
  /** As the server states it: the store keeps the last part of a path, without control characters. */
  name: string;
  /** As the server states it; `application/octet-stream` for one that is no media type. */
  type?: string | undefined;
}

/** A file that is opened for reading. */
export interface OpenFile {
  readonly about: FileDescription;
  /** Reads the content, or a part of it. @param range inclusive offsets */
  read(range?: { start: number; end: number }): Readable;
}

/** The files of the run that an action works for. */
export interface ActionFiles {
  /**
   * Stores a stream as a file of the run, piece by piece. The file is durable when this resolves; otherwise nothing of it
   * is left. A repeated step replaces the files of the attempt before.
   * @throws ConnectorError file_too_large, file_count_limit; the error of the stream; the reason of the signal
   */
  write(file: NewFile, content: Readable): Promise<FileDescription>;
  /**
   * Opens a file of the run, or of a run that it belongs together with: those above and below it.
   * @throws ConnectorError file_not_found
   */
  open(description: Json | undefined): Promise<OpenFile>;
}
