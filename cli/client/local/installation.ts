import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { shellWord } from '../../../api/operations/flows/example-calls.js';
import { loadSettings, type Settings } from '../../../controller/settings/index.js';
import { misuse } from '../../contract/failure.js';
import type { Io } from '../../contract/io.js';

/** The content of `server.json`, which a running service keeps in its data directory for other commands. */
export interface RunningServer {
  url: string;
  pid: number;
  /** The SHA-256 of the certificate of a service with TLS. */
  certificate?: string;
}

/**
 * Returns the settings of the installation in `directory` or, without one, in the working directory or the nearest folder above it that
 * has a `svc.yaml` or a data directory. Returns undefined when there is none.
 * @throws Problem settings_invalid; Failure when `directory` is not a folder
 */
export function findInstallation(io: Io, directory: string | undefined): Settings | undefined {
  const dir = directory === undefined ? nearestInstallation(io.cwd) : requireFolder(io, directory);
  return dir === undefined ? undefined : loadSettings({ dir, env: io.env });
}

/** @throws Failure when the path is not a folder */
export function requireFolder(io: Io, directory: string): string {
  const path = resolve(io.cwd, directory);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw misuse(`There is no folder ${directory}`, 'Make it first, or name another one with `--dir`.');
}

/** Returns the service that runs on this data directory, if its process is alive. */
export function findRunningServer(dataDirectory: string): RunningServer | undefined {
  const server = readJson<RunningServer>(serverFile(dataDirectory));
  return typeof server?.url === 'string' && isAlive(server.pid) ? server : undefined;
}

export function serverFile(dataDirectory: string): string {
  return join(dataDirectory, 'server.json');
}

/** Returns the key of the first administrator while its file exists. */
export function initialAdminKey(dataDirectory: string): string | undefined {
  return readJson<{ apiKey: string }>(join(dataDirectory, 'initial-admin.json'))?.apiKey;
}

/**
 * Refuses a folder that is no installation and lies in one: a service there would begin another, with keys of its own, that does not
 * see the files above. @param folder absolute
 * @throws Failure
 */
export function refuseFolderOfInstallation(folder: string): void {
  const nearest = nearestInstallation(folder);
  if (nearest === undefined || nearest === folder || existsSync(join(folder, '.svc'))) return;
  throw misuse(
    `${folder} lies in the installation ${nearest}`,
    `Serve that one: svc serve --dir ${shellWord(nearest)}`,
    `For another installation in this folder, begin it with: svc init ${shellWord(folder)}`,
  );
}

function nearestInstallation(start: string): string | undefined {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const isOne =
      existsSync(join(folder, 'svc.yaml')) || existsSync(join(folder, '.svc', 'initial-admin.json'));
    if (isOne) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

function isAlive(pid: unknown): boolean {
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
