import { accessSync, constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Most programs that are remembered; others are looked up each time. */
const maxPrograms = 200;
/** The paths of the programs that were looked up, by name. */
const lookups = new Map<string, string | undefined>();

/** Returns the path of a program as a shell would find it; undefined where this machine has none of this name. */
export function findProgram(name: string): string | undefined {
  if (lookups.has(name)) return lookups.get(name);
  const path = getCandidates(name).find(isExecutable);
  if (lookups.size < maxPrograms) lookups.set(name, path);
  return path;
}

/** Returns the program for Python: the one of a virtual environment, or that of this machine. */
export function getPythonProgram(environment?: string): string {
  const isWindows = process.platform === 'win32';
  if (environment === undefined) return isWindows ? 'python' : 'python3';
  return isWindows ? join(environment, 'Scripts', 'python.exe') : join(environment, 'bin', 'python');
}

/** Describes a virtual environment that cannot be used, and the way to make it. */
export function describeMissingPython(environment: string): string {
  const program = getPythonProgram(environment);
  return `\`Flows.Python\` names the virtual environment \`${environment}\`, and \`${program}\` is not there or cannot be started`;
}

/** Looks up again what was looked up before, off the event loop; resolves with true when a program has come or gone. */
export async function refreshPrograms(): Promise<boolean> {
  let isChanged = false;
  for (const [name, before] of [...lookups]) {
    const path = await lookUp(name);
    lookups.set(name, path);
    isChanged ||= path !== before;
  }
  return isChanged;
}

async function lookUp(name: string): Promise<string | undefined> {
  for (const path of getCandidates(name)) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
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
