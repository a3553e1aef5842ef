import { validate } from './commands/validate.js';
import { processIo } from './process-io.js';
import { runCommands } from './run-commands.js';

// `svc validate` alone, which the build makes one file of: see `build/bundle.ts`.
void runCommands([validate], process.argv.slice(2), processIo()).then((exitCode) => {
  process.exitCode = exitCode;
});
