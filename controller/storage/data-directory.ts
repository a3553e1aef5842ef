import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../problems/index.js';
import { openSqlite } from './sqlite-engine.js';

export interface DataDirectory {
  readonly path: string;
  file(...names: string[]): string;
  /** Lets another process have it. */
  release(): void;
}

/**
 * Makes the data directory where it is missing and claims it for this process. The claim is a lock on an open file, so
 * that it ends with the process however that ends.
 * @throws Problem data_directory_in_use
 */
export function claimDataDirectory(path: string): DataDirectory {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  // The directory often stands inside somebody's work tree: Git is to pass it over.
  writeFileSync(join(path, '.gitignore'), '*\n');
  const lock = openSqlite(join(path, 'lock.db'));
  try {
    lock.exec('pragma busy_timeout = 200; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    throw new Problem('data_directory_in_use', `Another svc process uses the data directory ${path}`, {
      cause: error,
    });
  }
  return { path, file: (...names) => join(path, ...names), release: () => lock.close() };
}
