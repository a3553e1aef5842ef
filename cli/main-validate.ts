import { validateFiles } from '../controller/catalog/index.js';
import { kinds } from '../controller/kinds/index.js';
import { sampleConnection, sampleFlow } from './build/samples.js';
import { validate } from './commands/validate.js';
import { processIo } from './process-io.js';
import { runCommands } from './run-commands.js';

// `svc validate` alone, which the build makes one file of: see `build/bundle.ts`.
void runCommands([validate], process.argv.slice(2), processIo()).then((exitCode) => {
  process.exitCode = exitCode;
});

/** Has V8 compile what most files need, whatever the files of this run did. */
export function warm(): void {
  const content = { 'flow.yaml': sampleFlow, 'connection.yaml': sampleConnection };
  validateFiles(
    Object.entries(content).map(([path, text]) => ({ path, content: text })),
    kinds,
  );
}
