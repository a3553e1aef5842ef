import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../problems/index.js';
import { INCOMING, ifMissing, incomingRemote, sha256Problem } from './refs.js';

const CONFIG = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = true
[remote "${incomingRemote}"]
\tfetch = +refs/heads/*:${INCOMING}*
`;

/**
 * Makes `dir` a bare repository, or completes one that a crash left unfinished.
 * @throws Problem git_failed when the folder holds other files, or the repository uses SHA-256
 */
export async function initBareRepository(dir: string): Promise<void> {
  const entries = await readdir(dir).catch((): string[] => []);
  if (entries.length > 0 && !entries.includes('HEAD') && !entries.includes('objects')) {
    throw new Problem('git_failed', `${dir} holds files, but not a Git repository.`, {
      hints: ['Choose another data directory, or move the files elsewhere.'],
    });
  }
  try {
    for (const folder of ['objects/pack', 'objects/info', 'refs/heads', 'refs/tags']) {
      await mkdir(join(dir, folder), { recursive: true, mode: 0o700 });
    }
    await writeIfMissing(join(dir, 'config'), CONFIG);
    await writeIfMissing(join(dir, 'HEAD'), 'ref: refs/heads/main\n');
  } catch (cause) {
    throw new Problem('git_failed', `The repository ${dir} cannot be created: ${(cause as Error).message}`, {
      hints: ['Check the free space and that the user svc runs as may write the data directory.'],
      cause,
    });
  }
  const config = await readFile(join(dir, 'config'), 'utf8');
  if (/objectformat\s*=\s*sha256/i.test(config)) throw sha256Problem(dir);
}

/** An empty file counts as missing: a crash can leave one. */
async function writeIfMissing(path: string, content: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats && stats.size > 0) return;
  await writeFile(`${path}.new`, content, { flush: true });
  await rename(`${path}.new`, path);
}

/** Removes refs without content, which a crash can leave: Git refuses every push and fetch with them. */
export async function removeEmptyRefs(dir: string): Promise<void> {
  for (const entry of await readdir(join(dir, 'refs'), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.endsWith('.lock')) continue;
    // A Git process that still runs may delete the ref meanwhile.
    const stats = await stat(path).catch(ifMissing);
    if (stats?.size === 0) await rm(path, { force: true });
  }
}
