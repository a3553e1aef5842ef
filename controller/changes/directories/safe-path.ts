import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../problems/index.js';
import { pathFault } from '../../repository/index.js';

/**
 * Where a path of a branch lies in a folder: below it, through folders that are folders, to a plain file or to nothing.
 * @throws Problem name_taken for what is in the way, entity_invalid for what can be no path
 */
export async function safePath(folder: string, path: string): Promise<string> {
  const fault = pathFault(path);
  if (fault !== undefined) throw new Problem('entity_invalid', `\`${path}\` can be no path: ${fault}.`);
  const parts = path.split('/');
  let at = folder;
  for (const [index, part] of parts.entries()) {
    await requireOwnCase(at, part, path);
    at = join(at, part);
    const isFile = index === parts.length - 1;
    const found = await lstat(at).catch(unlessMissing);
    if (!found) return join(folder, ...parts);
    if (isFile ? !found.isFile() : !found.isDirectory()) {
      const what = found.isSymbolicLink() ? 'a link' : isFile ? 'no plain file' : 'no folder';
      throw new Problem(
        'name_taken',
        `\`${path}\` cannot be written: \`${parts.slice(0, index + 1).join('/')}\` is ${what}.`,
        {
          hints: ['svc follows no links when it writes: remove what is in the way, or choose another name.'],
        },
      );
    }
  }
  return at;
}

async function requireOwnCase(folder: string, name: string, path: string): Promise<void> {
  const names = await readdir(folder).catch(unlessMissing);
  const like = names?.find((known) => known !== name && known.toLowerCase() === name.toLowerCase());
  if (like === undefined || names?.includes(name)) return;
  throw new Problem(
    'name_taken',
    `\`${path}\` differs from \`${like}\`, which is there, by letter case alone.`,
    {
      hints: ['Some systems cannot hold both: choose another name, or rename the other one.'],
    },
  );
}

function unlessMissing(cause: NodeJS.ErrnoException): undefined {
  if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR') throw cause;
}
