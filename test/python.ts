import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from './remove-folder.js';

let isThere: boolean | undefined;

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
