import { join } from 'node:path';

const isWindows = process.platform === 'win32';

/** The places of an installation. Each release is a folder; `current` leads to the one in use. */
export interface Installation {
  dir: string;
  /** A folder for each version. */
  releases: string;
  /** A link to a folder of `releases`; on Windows a text file with the version. */
  current: string;
  /** The history of updates and rollbacks. */
  history: string;
  /** Trusted metadata of the release repository. */
  tuf: string;
  /** Copies of the database from before each change of version. */
  backups: string;
  /** The change in progress, so that the next command can end it. */
  journal: string;
  lock: string;
  /** The launcher, which stays the same across releases. */
  launcher: string;
  /** The data directory of a service whose settings name no other. */
  data: string;
}

export function installationAt(dir: string): Installation {
  return {
    dir,
    releases: join(dir, 'releases'),
    current: join(dir, isWindows ? 'current.txt' : 'current'),
    history: join(dir, 'releases.json'),
    tuf: join(dir, 'tuf'),
    backups: join(dir, 'backups'),
    journal: join(dir, 'update.json'),
    lock: join(dir, 'update.lock'),
    launcher: join(dir, 'bin', isWindows ? 'svc.cmd' : 'svc'),
    data: join(dir, 'data'),
  };
}

export function releaseFolder({ releases }: Installation, version: string): string {
  return join(releases, version);
}

/** Returns the program of an unpacked release. */
export function programIn(folder: string): string {
  return join(folder, 'bin', isWindows ? 'svc.cmd' : 'svc');
}
