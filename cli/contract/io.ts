import type { Readable } from 'node:stream';

/** The streams and surroundings of a command. Results go to `stdout`, progress and messages to `stderr`. */
export interface Io {
  stdout: OutputStream;
  stderr: OutputStream;
  stdin: Readable;
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** Calls `listener` at the first interrupt (Ctrl-C, SIGTERM) instead of ending the process; returns the undo. */
  onInterrupt(listener: () => void): () => void;
}

export interface OutputStream {
  write(text: string): unknown;
  isTTY?: boolean;
  /** The size of the terminal. */
  columns?: number;
  rows?: number;
}
