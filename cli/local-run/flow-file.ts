import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Io } from '../command.js';
import { exitCodes, Failure } from '../failure.js';

/** Whether the argument means a file and not a name. @throws Failure for a path where there is nothing */
export function isFlowFile(io: Io, argument: string): boolean {
  if (!/[/\\]|\.(ya?ml|json)$/i.test(argument)) return false;
  if (existsSync(resolve(io.cwd, argument))) return true;
  throw new Failure(exitCodes.usage, `There is no file ${argument}`, [
    'To run a flow by its name, leave out the path and the ending.',
  ]);
}
