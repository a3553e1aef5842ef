/** What code may use. */
export interface CodeLimits {
  /** How long JavaScript may run. */
  timeMs: number;
  /** Of the interpreter with all that is in it; 16 MiB at the least. */
  memoryBytes: number;
  /** Characters of each of stdout, stderr and the returned value's JSON. */
  output: number;
  /** How deep the returned value may be nested. */
  depth: number;
  /** Scripts at a time; more wait. */
  threads: number;
  /** How long an idle thread is kept. */
  idleMs: number;
  /** How long a process may run. */
  processTimeMs: number;
  /** Processes at a time; more wait. */
  processes: number;
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
};
