import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathFault } from '../../git/index.js';
import { Problem } from '../../problems/index.js';

/**
 * Returns the absolute path of a branch's path in a directory: in real folders, a plain file or nothing.
 * @throws Problem name_taken if something else is in the way, entity_invalid for paths that are not valid
 */
export async function safePath(directory: string, path: string): Promise<string> {
  const fault = pathFault(path);
  if (fault !== undefined) throw new Problem('entity_invalid', `\`${path}\` is not a valid path: ${fault}.`);
  const parts = path.split('/');
  let at = directory;
  for (const [index, part] of parts.entries()) {
    await requireOwnCase(at, part, path);
    at = join(at, part);
    const isFile = index === parts.length - 1;
    const stats = await lstat(at).catch(unlessMissing);
    if (!stats) return join(directory, ...parts);
    if (isFile ? !stats.isFile() : !stats.isDirectory()) {
      const what = stats.isSymbolicLink() ? 'a link' : isFile ? 'no plain file' : 'no folder';
      const inTheWay = parts.slice(0, index + 1).join('/');
      throw new Problem('name_taken', `\`${path}\` cannot be written: \`${inTheWay}\` is ${what}.`, {
        hints: [`svc follows no links when it writes: remove \`${inTheWay}\`, or choose another name.`],
      });
    }
  }
  return at;
}

async function requireOwnCase(folder: string, name: string, path: string): Promise<void> {
  const names = await readdir(folder).catch(unlessMissing);
  const like = names?.find((stats) => stats !== name && stats.toLowerCase() === name.toLowerCase());
  if (like === undefined || names?.includes(name)) return;
  const detail = `\`${path}\` differs from the existing \`${like}\` by letter case alone.`;
  throw new Problem('name_taken', detail, {
    hints: ['Some systems cannot hold both: choose another name, or rename the other one.'],
  });
}

function unlessMissing(cause: NodeJS.ErrnoException): undefined {
  if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR') throw cause;
}
