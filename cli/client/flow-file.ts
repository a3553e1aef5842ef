import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';

/** Returns true for the path of a file, false for the name of a flow. @throws Failure when the file does not exist */
export function isFlowFile(io: Io, argument: string): boolean {
  if (!/[/\\]|\.(ya?ml|json)$/i.test(argument)) return false;
  if (existsSync(resolve(io.cwd, argument))) return true;
  const hint = 'To run a flow by its name, leave out the path and the extension.';
  throw misuse(`There is no file ${argument}`, hint);
}
