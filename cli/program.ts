import type { Io } from './command.js';
import { commands } from './commands/index.js';
import { runCommands } from './run-commands.js';

/** Runs a command line of any command and resolves with its exit code; whatever goes wrong is told on `stderr`. */
export async function runCommandLine(argv: readonly string[], io: Io): Promise<number> {
  return runCommands(commands, argv, io);
}
