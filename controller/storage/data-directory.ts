import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem } from '../problems/index.js';
import { dataDirectoryFault } from './contract/storage-faults.js';
import { openSqlite, type SqliteDatabase } from './sqlite/sqlite-engine.js';

export interface DataDirectory {
  readonly path: string;
  file(...names: string[]): string;
  /** Lets another process claim the directory. */
  release(): void;
}

/**
 * Creates the data directory if it is missing, and claims it for this process. The claim is a lock on an open file, so it
 * ends with the process, however the process ends.
 * @throws Problem data_directory_in_use, data_directory_unusable
 */
export function claimDataDirectory(path: string): DataDirectory {
  const lock = openLock(path);
  try {
    lock.exec('pragma busy_timeout = 200; pragma locking_mode = exclusive; begin exclusive');
  } catch (cause) {
    lock.close();
    throw lockRefusal(path, cause);
  }
  return { path, file: (...names) => join(path, ...names), release: () => lock.close() };
}

function openLock(path: string): SqliteDatabase {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    // The directory is often inside a work tree, where Git should ignore it.
    writeFileSync(join(path, '.gitignore'), '*\n');
    return openSqlite(join(path, 'lock.db'));
  } catch (cause) {
    throw dataDirectoryFault(path, cause);
  }
}

function lockRefusal(path: string, cause: unknown): Problem {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (/locked|busy/i.test(reason)) {
    const detail = `Another svc process uses the data directory ${path}`;
    return new Problem('data_directory_in_use', detail, { cause });
  }
  const file = join(path, 'lock.db');
  const detail = `The lock of the data directory, ${file}, cannot be used: ${reason}`;
  const hints = [
    `Let the user that runs svc write ${file}. If the file is damaged, delete it while no svc runs: it holds no data.`,
  ];
  return new Problem('data_directory_unusable', detail, { hints, cause });
}

/** Writes a file that only its owner may read (mode 0600): complete and on disk when it returns, or unchanged. */
export function writePrivateFile(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (let total = 0; total < bytes.length; ) total += writeSync(file, bytes, total);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncDirectory(dirname(path));
}

/** The name of the file that `writePrivateFile` leaves when the process ends before its content is in place. */
const unfinished = /^(?<target>.+)\.\d+\.tmp$/;

/**
 * Removes the files that writes of earlier processes left unfinished, such as one with two master keys, and returns their
 * names. To be called by the only writer of the folder, and once the files in their place have proved to be the right ones:
 * until then, what is removed here could be the last copy of a key.
 * @param target the name of the only file whose copies are removed; all without it
 */
export function removeUnfinishedFiles(folder: string, target?: string): string[] {
  const names = readdirSync(folder).filter((name) => {
    const of = unfinished.exec(name)?.groups?.['target'];
    return of !== undefined && (target === undefined || of === target);
  });
  for (const name of names) rmSync(join(folder, name), { force: true });
  if (names.length > 0) syncDirectory(folder);
  return names;
}

/** Makes a rename or a removal in `path` durable. Windows neither needs nor allows it. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
