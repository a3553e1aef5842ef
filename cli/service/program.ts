import { existsSync } from 'node:fs';
import { posix, resolve, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeRoot, isSource } from '../../schemas/code-root.js';
import { type Machine, placeOn } from './contract/machine.js';

/** Returns the launcher of the release that `svc app fetch` unpacked in a folder; undefined for any other folder. */
export function releaseIn(machine: Machine, dir: string): string | undefined {
  // On Windows the launcher beside the releases reads the current one from `current.txt`.
  const launcher =
    machine.platform === 'win32' ? win32.join(dir, 'bin', 'svc.cmd') : posix.join(dir, 'current/bin/svc');
  return existsSync(placeOn(machine, launcher)) ? launcher : undefined;
}

/** Returns the command of this program: Node, and the launcher that the build made. */
export function ownProgram(): [string, string] {
  const dist = resolve(fileURLToPath(codeRoot), isSource ? 'dist' : '.');
  return [process.execPath, resolve(dist, 'cli', 'launch.cjs')];
}

/** Returns the files and folders that a program reads: itself, and for one of Node its package with all dependencies. */
export function getFiles([program = '', launcher]: readonly string[]): string[] {
  if (launcher === undefined) return [program];
  const [above, ...below] = launcher.split('/node_modules/');
  return [program, below.length > 0 ? `${above}/node_modules` : resolve(launcher, '../../..')];
}
