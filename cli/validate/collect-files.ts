import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { isEntityFile } from '../../controller/catalog/index.js';
import type { Io } from '../command.js';
import { exitCodes, Failure } from '../failure.js';
import { readAll } from '../read-all.js';

export interface GivenFile {
  /** How the validation engine knows it. */
  path: string;
  /** How the caller knows it. */
  shown: string;
  /** Undefined for standard input. */
  absolute: string | undefined;
  content: string;
}

/** The files that the arguments name: files, folders with all entity files in them, `-` for standard input. */
export async function collectFiles(io: Io, args: readonly string[]): Promise<GivenFile[]> {
  const files = new Map<string, GivenFile>();
  for (const argument of args) {
    if (argument === '-') {
      files.set('-', {
        path: 'stdin.yaml',
        shown: '<stdin>',
        absolute: undefined,
        content: await readAll(io.stdin),
      });
      continue;
    }
    const root = resolve(io.cwd, argument);
    for (const absolute of entityFilesAt(root, argument)) {
      const shown = forward(
        relative(io.cwd, absolute).startsWith('..') ? absolute : relative(io.cwd, absolute),
      );
      // A hidden folder on the way to what was named does not hide it.
      const path = isEntityFile(shown) ? shown : forward(relative(root, absolute) || basename(absolute));
      files.set(absolute, { path, shown, absolute, content: readFileSync(absolute, 'utf8') });
    }
  }
  return [...files.values()];
}

/** Every entity file below a folder, sorted; hidden folders, `node_modules` and links are passed over. */
export function entityFilesIn(folder: string): string[] {
  const found: string[] = [];
  const pending = [folder];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    for (const entry of readdirSync(current, { withFileTypes: true })) {
      const path = join(current, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
        pending.push(path);
      else if (entry.isFile() && isEntityFile(forward(relative(folder, path)))) found.push(path);
    }
  }
  return found.sort();
}

function entityFilesAt(path: string, shown: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new Failure(exitCodes.usage, `There is no file or folder ${shown}`);
  if (found.isDirectory()) return entityFilesIn(path);
  if (isEntityFile(basename(path))) return [path];
  throw new Failure(exitCodes.usage, `${shown} is not an entity file`, [
    'Entity files end in `.yaml`, `.yml` or `.json`; settings are checked when the service starts.',
  ]);
}

function forward(path: string): string {
  return path.split(sep).join('/');
}
