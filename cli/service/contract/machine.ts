import { join } from 'node:path';

/** The outcome of a program that ran to its end. */
export interface CommandResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** The machine that services are installed on; tests pass one with a folder as its root and a recording `run`. */
export interface Machine {
  platform: NodeJS.Platform;
  /** The folder that all paths of the machine are below: empty for the real machine. */
  root: string;
  /** Resolves with true for root, and for an administrator of Windows. */
  isAdministrator(): Promise<boolean>;
  /** Runs a program to its end. Resolves for every exit code; 127 when there is no such program. */
  run(command: readonly string[]): Promise<CommandResult>;
  /** Runs a program whose output reaches `write` as it arrives. Resolves with the exit code, also after an abort. */
  follow(command: readonly string[], write: (text: string) => void, signal: AbortSignal): Promise<number>;
}

/** Returns the place of a path of the machine, in this process. */
export function placeOn({ root }: Machine, path: string): string {
  return root === '' ? path : join(root, path.replace(/^([A-Z]):/, '$1').replaceAll('\\', '/'));
}
