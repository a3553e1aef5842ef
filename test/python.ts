import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from './remove-folder.js';

let isThere: boolean | undefined;
let isInstalled: boolean | undefined;

/** Tells whether this machine has Python 3; says on stderr, once, where it has not, unless it must (`SVC_REQUIRE_SERVERS`). */
export function hasPython(): boolean {
  if (isInstalled !== undefined) return isInstalled;
  isInstalled = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;
  if (isInstalled) return true;
  if (process.env['SVC_REQUIRE_SERVERS'] === '1') throw new Error('python3 is missing (Debian: python3)');
  process.stderr.write('There is no `python3` (Debian: python3). Tests that run Python are skipped.\n');
  return false;
}

/** Tells whether this machine makes virtual environments of Python; says on stderr, once, where it does not. */
export function makesVirtualEnvironments(): boolean {
  if (isThere !== undefined) return isThere;
  const folder = mkdtempSync(join(tmpdir(), 'svc-venv-'));
  isThere = spawnSync('python3', ['-m', 'venv', join(folder, 'venv')], { stdio: 'ignore' }).status === 0;
  removeFolder(folder);
  if (!isThere)
    process.stderr.write(
      '`python3 -m venv` does not work (Debian: python3-venv). Tests with virtual environments are skipped.\n',
    );
  return isThere;
}
