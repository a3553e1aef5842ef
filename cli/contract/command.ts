import type { Io } from './io.js';

/** A command of the command line: data plus one function. */
export interface Command {
  /** The name and its arguments: `logs <run-id>`. */
  usage: string;
  summary: string;
  /** The kind of name that each argument is, for completion; an argument without an entry is a file name. */
  names?: readonly NamedThing[];
  /** Leaves the command out of the help text: it is for programs. */
  hidden?: true;
  /** The text of `--help`; the summary is used where it is missing. */
  description?: string;
  options: readonly CommandOption[];
  /** Command lines as a user would enter them; at least one. */
  examples: readonly string[];
  /** Resolves with the exit code. @throws Failure */
  run(io: Io, args: readonly string[], options: Options): Promise<number>;
}

/** The kind of name that a value is, so that a shell can suggest values. */
export type NamedThing =
  | 'flow'
  | 'run'
  | 'approval'
  | 'proposal'
  | 'trigger'
  | 'connection'
  | 'environment'
  | 'branch'
  | 'server'
  | 'rule'
  | 'topic'
  | { choices: readonly string[] };

export interface CommandOption {
  /** As commander writes them: `-p, --param <k=v>`. */
  flags: string;
  description: string;
  /** Gathers the values of several uses in a list. */
  repeatable?: boolean;
  choices?: readonly string[];
  /** The kind of name that the value is, for completion; a file name when missing. */
  names?: NamedThing;
}

/** Options that the program adds by itself: the first two to every command. */
export const jsonOption: CommandOption = { flags: '--json', description: 'print results as JSON' };
export const helpOption: CommandOption = { flags: '-h, --help', description: 'print this help' };
export const versionOption: CommandOption = { flags: '-V, --version', description: 'print the version' };

/** The options of one call, by their long name in camel case. */
export type Options = Readonly<Record<string, unknown>>;

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
