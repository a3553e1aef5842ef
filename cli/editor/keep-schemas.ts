import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Io } from '../contract/io.js';
import type { CollectedFiles } from '../validate/collect-files.js';

/**
 * Brings the schemas of the editor up to date after all files of a repository were read. A folder that cannot be written is a note
 * on standard error, and no failure.
 */
export async function keepSchemas(io: Io, args: readonly string[], collected: CollectedFiles): Promise<void> {
  const { usesOwnSchemas } = await import('./refresh-schemas.js');
  const [first = '.'] = args.filter((argument) => argument !== '-');
  const top = collected.roots.root(resolve(io.cwd, first, 'x.yaml'));
  if (top === undefined || !usesOwnSchemas(top)) return;
  const { getPrefix } = await import('../validate/entity-root.js');
  // With a part of the files, connections would be missing.
  const whole = [top, join(top, getPrefix(top, io.env))].map(realPath);
  if (!args.some((argument) => argument !== '-' && whole.includes(realPath(resolve(io.cwd, argument)))))
    return;
  const { connectionsIn } = await import('./own-connections.js');
  const { refreshSchemas } = await import('./refresh-schemas.js');
  const { connectorsHere } = await import('../validate/installed-kinds.js');
  const reason = refreshSchemas(top, await connectorsHere(io), connectionsIn(collected));
  if (reason !== undefined) io.stderr.write(`The schemas of the editor stay as they are: ${reason}\n`);
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
