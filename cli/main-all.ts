import { commands } from './commands/index.js';
import { processIo } from './process-io.js';
import { runCommandLine } from './program.js';

// All commands. The build makes one file of this module: see `build/bundle.ts`.
void runCommandLine(commands, process.argv.slice(2), processIo()).then((exitCode) => {
  process.exitCode = exitCode;
});
