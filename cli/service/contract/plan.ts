/** A file as it is to be. */
export interface GeneratedFile {
  path: string;
  content: string;
  /** Permission bits; 0o644 when left out. */
  mode?: number;
}

export interface RunStep {
  do: 'run';
  command: readonly string[];
  /** A failure ends nothing. */
  mayFail?: true;
}

export function runs(...command: readonly string[]): RunStep {
  return { do: 'run', command };
}

/** Returns the step to run a program that may have nothing to do, which it reports as a failure. */
export function tries(...command: readonly string[]): RunStep {
  return { do: 'run', command, mayFail: true };
}

/** One thing to do on the machine. */
export type Step =
  | { do: 'folder'; path: string; mode: number; owner?: string }
  | { do: 'write'; file: GeneratedFile; isSecret?: true; backup?: string }
  | { do: 'remove'; path: string }
  | RunStep;

/** The steps of a command, in order. `--dry-run` prints them, otherwise they are carried out. */
export interface Plan {
  steps: readonly Step[];
  /** Sentences that the user should know. */
  notes: readonly string[];
}
