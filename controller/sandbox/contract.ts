import type { Json, JsonObject } from '../../schemas/json/types.js';

/** Languages that code can be written in: the first runs in an interpreter, the others as processes. */
export const languages = ['js', 'python', 'shell'] as const;
export type Language = (typeof languages)[number];

export interface Code {
  language: Language;
  code: string;
  /** Named arguments become variables of the same names; positional arguments become the `argv` of the language. */
  arguments: JsonObject | readonly Json[];
  environment: Readonly<Record<string, string>>;
  stdin: string;
  /**
   * The folder that a process works in, and one for what starts it: both exist, and stay. Left out: a temporary folder for
   * both. Not for JavaScript, which has no files.
   */
  folders?: { readonly work: string; readonly program: string };
}

/** A container to run. */
export interface Container {
  name: string;
  image: string;
  /** A command line for the shell of the image; without it the image decides. */
  command?: string;
  arguments: readonly string[];
  environment: Readonly<Record<string, string>>;
  stdin: string;
  /** Ports of the container by port of the host. */
  ports: Readonly<Record<string, string>>;
  /** Folders of the container by folder or volume of the host. */
  volumes: Readonly<Record<string, string>>;
  pullPolicy: 'ifNotPresent' | 'always' | 'never';
  /** When the container is removed after it has ended by itself. */
  cleanup: 'always' | 'never' | { afterMs: number };
  labels: Readonly<Record<'run' | 'step', string>>;
}

/** Output of code that ran to its end. */
export interface Outcome {
  stdout: string;
  stderr: string;
  /** Exit code; 0 for JavaScript that did not throw. */
  code: number;
  /** Returned value of JavaScript; absent for processes and for scripts that return nothing. */
  output?: Json;
}

/**
 * - `thrown`: the code raised an error or does not parse
 * - `timeout`, `limit`: the code used more time, or more of another resource, than it may
 * - `refused`: the code was not run because the installation does not allow it
 * - `invalid`: the code was not run because its program, arguments or environment are unusable
 */
export type FaultKind = 'thrown' | 'timeout' | 'limit' | 'refused' | 'invalid';

/** Reports why code did not run to its end. The message is written for the author of the code. */
export class CodeFault extends Error {
  override name = 'CodeFault';

  constructor(
    readonly kind: FaultKind,
    message: string,
    /** Text that the code wrote before it failed. */
    readonly output: { stdout: string; stderr: string } = { stdout: '', stderr: '' },
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

export interface Sandbox {
  /** Runs code to its end; an abort of `signal` kills it. @throws CodeFault; the reason of the signal */
  run(code: Code, signal: AbortSignal): Promise<Outcome>;
  /** Runs a container to its end; an abort of `signal` kills it. @throws CodeFault; the reason of the signal */
  runContainer(container: Container, signal: AbortSignal): Promise<Outcome>;
  /** Removes containers that an earlier process of this installation left. Call it before any container is run. */
  removeLeftovers(): Promise<void>;
  /** Kills running code and ends all threads. */
  close(): Promise<void>;
}

/** Limits on the resources that code may use. */
export interface CodeLimits {
  timeMs: number;
  /** Memory of an interpreter with everything in it; at least 16 MiB. */
  memoryBytes: number;
  /** Most characters of stdout, of stderr, and of the returned value's JSON: those of `Limits.TaskOutput`, at least 1 MiB. */
  output: number;
  /** Deepest nesting of the returned value. */
  depth: number;
  /** Scripts that run at a time; further scripts wait. */
  threads: number;
  /** Time after which an idle thread ends. */
  idleMs: number;
  processTimeMs: number;
  /** Processes that run at a time; further processes wait. */
  processes: number;
  /** Memory of a container. */
  containerBytes: number;
}

/** Says that code wrote too much, and the ways on. @param elsewhere where code may write as much as it likes */
export function tooMuchOutput(
  what: string,
  { output }: Pick<CodeLimits, 'output'>,
  elsewhere: string,
): string {
  return `${what} wrote more than ${output} characters. Write them to ${elsewhere}, which has no such limit, or raise the setting \`Limits.TaskOutput\``;
}

export const defaultLimits: CodeLimits = {
  timeMs: 5_000,
  memoryBytes: 64 * 1024 * 1024,
  output: 1024 * 1024,
  depth: 200,
  threads: 2,
  idleMs: 30_000,
  processTimeMs: 300_000,
  processes: 8,
  containerBytes: 512 * 1024 * 1024,
};
