import { commands } from './commands/index.js';
import { handleUncaught } from './contract/uncaught.js';
import { processIo } from './process-io.js';
import { endUncaught, runCommandLine } from './program.js';

// All commands. The build makes one file of this module: see `build/bundle.ts`.
const argv = process.argv.slice(2);
const io = processIo();
handleUncaught(endUncaught(argv, io));
void runCommandLine(commands, argv, io).then((exitCode) => {
  process.exitCode = exitCode;
});
