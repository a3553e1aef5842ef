import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The paths of the programs that were looked up, by name. */
const lookups = new Map<string, string | undefined>();

/** Returns the path of a program as a shell would find it; undefined where this machine has none of this name. */
export function findProgram(name: string): string | undefined {
  if (!lookups.has(name)) lookups.set(name, lookUp(name));
  return lookups.get(name);
}

/** Looks up again what was looked up before; returns true when a program has come or gone. */
export function refreshPrograms(): boolean {
  let isChanged = false;
  for (const [name, before] of lookups) {
    const path = lookUp(name);
    lookups.set(name, path);
    isChanged ||= path !== before;
  }
  return isChanged;
}

function lookUp(name: string): string | undefined {
  return getCandidates(name).find(isExecutable);
}

function getCandidates(name: string): string[] {
  const names =
    process.platform === 'win32' && !/\.\w+$/.test(name) ? [`${name}.exe`, `${name}.cmd`] : [name];
  if (isAbsolute(name) || name.includes('/')) return names;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => names.map((each) => join(folder, each)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
