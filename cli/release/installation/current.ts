import { chmod, mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Problem } from '../../../controller/problems/index.js';
import { syncFolder } from '../../../controller/storage/durable-files.js';
import type { Installation } from './layout.js';
import { readIfPresent, writeAtomically } from './whole-file.js';

const isWindows = process.platform === 'win32';

/** Returns the version in use; undefined before the first release. */
export async function currentVersion({ current }: Installation): Promise<string | undefined> {
  if (isWindows) return (await readIfPresent(current))?.toString().trim();
  try {
    return basename(await readlink(current));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the version in use. @throws Problem release_not_installed */
export async function requireCurrent(installation: Installation): Promise<string> {
  const version = await currentVersion(installation);
  if (version !== undefined) return version;
  throw new Problem('release_not_installed', `${installation.dir} holds no installation of svc`);
}

/**
 * Makes a version the one in use. At each moment, also after a crash, `current` leads to the version before or to this
 * one; the change is on disk when it resolves. Processes that run keep the files that they have.
 */
export async function setCurrent(installation: Installation, version: string): Promise<void> {
  const { dir, current } = installation;
  if (isWindows) {
    await writeAtomically(current, `${version}\r\n`);
  } else {
    const temporary = join(dir, '.current.tmp');
    await rm(temporary, { force: true });
    await symlink(join('releases', version), temporary);
    await rename(temporary, current);
    await syncFolder(dir);
  }
  await writeLauncher(installation);
}

const unixLauncher = `#!/bin/sh
# Starts the release of svc that is in use. Written by \`svc app\`.
self=$0
while [ -h "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=$(dirname "$self")/$link ;;
  esac
done
exec "$(dirname "$self")/../current/bin/svc" "$@"
`;

const windowsLauncher = `@echo off\r
rem Starts the release of svc that is in use. Written by svc app.\r
setlocal\r
set /p SVC_RELEASE=<"%~dp0..\\current.txt"\r
"%~dp0..\\releases\\%SVC_RELEASE%\\bin\\svc.cmd" %*\r
`;

async function writeLauncher({ launcher }: Installation): Promise<void> {
  const content = isWindows ? windowsLauncher : unixLauncher;
  if ((await readIfPresent(launcher))?.toString() === content) return;
  await mkdir(dirname(launcher), { recursive: true });
  await chmod(dirname(launcher), 0o755);
  await writeAtomically(launcher, content, 0o755);
}
