import type { Readable } from 'node:stream';

/** Where a command reads and writes. Results go to `stdout`, progress and messages to `stderr`. */
export interface Io {
  stdout: OutputStream;
  stderr: OutputStream;
  stdin: Readable;
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** Calls `listener` at the first interrupt (Ctrl-C, SIGTERM) in place of ending the process; returns the undo. */
  onInterrupt(listener: () => void): () => void;
}

export interface OutputStream {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** What a value stands for, so that a shell can suggest some. */
export type Named = 'flow' | 'run' | 'environment' | 'branch' | 'rule' | { choices: readonly string[] };

export interface CommandOption {
  /** As commander has them: `-p, --param <k=v>`. */
  flags: string;
  description: string;
  /** Given several times, the values are gathered in a list. */
  repeatable?: boolean;
  choices?: readonly string[];
  /** What its value names; a file unless said. */
  names?: Named;
}

/** What commands take that do not name it themselves. */
export const jsonOption: CommandOption = { flags: '--json', description: 'print results as JSON' };
export const helpOption: CommandOption = { flags: '-h, --help', description: 'print this help' };
export const versionOption: CommandOption = { flags: '-V, --version', description: 'print the version' };

export type Options = Readonly<Record<string, unknown>>;

/** A verb of the command line: data plus one function. */
export interface Command {
  /** The name and its arguments: `logs <run-id>`. */
  usage: string;
  summary: string;
  /** What the arguments name, in their order; files unless said. */
  names?: readonly Named[];
  /** For programs, not for the help text. */
  hidden?: true;
  /** More about it, for its help text. */
  description?: string;
  options: readonly CommandOption[];
  /** At least one line that could be typed as it stands. */
  examples: readonly string[];
  /** Resolves with the exit code. @throws Failure */
  run(io: Io, args: readonly string[], options: Options): Promise<number>;
}

export function text(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export function isSet(options: Options, name: string): boolean {
  return options[name] === true;
}

export function texts(options: Options, name: string): readonly string[] {
  const value = options[name];
  return Array.isArray(value) ? value.map(String) : [];
}
