import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeRoot } from '../../../schemas/code-root.js';

/**
 * Returns the installation that this program runs from; undefined for a program that is not in one.
 * @param code a folder of the program, by default that of this code: `<dir>/releases/<version>/app/…`
 */
export function ownInstallation(code = fileURLToPath(codeRoot)): string | undefined {
  for (let folder = realpathSync(code); folder !== dirname(folder); folder = dirname(folder)) {
    const dir = dirname(dirname(folder));
    const current = join(dir, process.platform === 'win32' ? 'current.txt' : 'current');
    if (basename(dirname(folder)) === 'releases' && existsSync(current)) return dir;
  }
  return undefined;
}
