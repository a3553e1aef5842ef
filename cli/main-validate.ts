import { validateFiles } from '../controller/catalog/index.js';
import { kinds } from '../controller/kinds/index.js';
import { sampleConnection, sampleFlow } from './build/samples.js';
import { createValidate } from './commands/validate.js';
import { handleUncaught } from './contract/uncaught.js';
import { processIo } from './process-io.js';
import { endUncaught, runCommandLine } from './program.js';

// The entry of the file that the build makes of `svc validate` alone: see `build/bundle.ts`.
const argv = process.argv.slice(2);
const io = processIo();
handleUncaught(endUncaught(argv, io));
void runCommandLine([createValidate(async () => kinds)], argv, io).then((exitCode) => {
  process.exitCode = exitCode;
});

/** Makes V8 compile the functions that most entity files need, so that the code cache holds them. */
export function warm(): void {
  const flow = { path: 'flow.yaml', content: sampleFlow };
  validateFiles([flow, { path: 'connection.yaml', content: sampleConnection }], kinds);
}
