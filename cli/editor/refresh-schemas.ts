import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Connector } from '../../controller/connectors/index.js';
import type { OwnConnection } from '../../controller/kinds/index.js';
import { getErrorReason } from '../validate/read-file.js';
import { settingsPath } from './editor-settings.js';
import { schemaFiles } from './schema-files.js';

/** The folder of the schemas that svc keeps up to date; Git ignores it with the data of a service. */
export const ownSchemas = '.svc/schemas';

/** True for a repository whose editors read these schemas: they are there, or the settings of VS Code lead to them. */
export function usesOwnSchemas(top: string): boolean {
  if (existsSync(join(top, ownSchemas, 'svc.json'))) return true;
  try {
    return readFileSync(join(top, settingsPath), 'utf8').includes(`${ownSchemas}/svc.json`);
  } catch {
    return false;
  }
}

/**
 * Writes the schemas for editors again where they differ, each file in one step, so that an editor reads the old or the new
 * one. Follows no link, and leaves alone files that Git has.
 * @returns why the schemas could not be written; undefined when they are up to date
 */
export function refreshSchemas(
  top: string,
  connectors: readonly Connector[],
  connections: readonly OwnConnection[],
): string | undefined {
  const folder = join(top, ownSchemas);
  try {
    const changed = schemaFiles(connectors, connections).filter(
      ({ path, content }) => findFileText(join(folder, path)) !== content,
    );
    if (changed.length === 0) return undefined;
    if (isCommitted(top))
      return `${ownSchemas} is in Git: add \`.svc/\` to .gitignore, and run \`git rm -r --cached ${ownSchemas}\``;
    for (const { path, content } of changed) {
      makeFolder(top, dirname(join(ownSchemas, path)));
      replaceFile(join(folder, path), content);
    }
    return undefined;
  } catch (error) {
    return getErrorReason(error);
  }
}

/** Returns the text of a file; undefined for a link, and for a file that is not there. */
function findFileText(file: string): string | undefined {
  return findStats(file)?.isFile() ? readFileSync(file, 'utf8') : undefined;
}

function findStats(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

function isCommitted(top: string): boolean {
  const { status, stdout } = spawnSync('git', ['-C', top, 'ls-files', '--', ownSchemas], {
    encoding: 'utf8',
  });
  return status === 0 && stdout !== '';
}

/** Makes the folders of a path below `top`. @throws Error for a link, or a file, in the place of one */
function makeFolder(top: string, path: string): void {
  let at = top;
  for (const name of path.split(/[\\/]/)) {
    at = join(at, name);
    const stats = findStats(at);
    // `.svc` holds the keys of a service.
    if (!stats) mkdirSync(at, { mode: 0o700 });
    else if (!stats.isDirectory()) throw new Error(`${at} is no folder`);
  }
}

function replaceFile(file: string, content: string): void {
  const next = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(next, content, { flag: 'wx' });
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}
