import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../problems/index.js';
import { isObjectId } from './object-id.js';

const MAX_SYMBOLIC_STEPS = 5;
const HEADS = 'refs/heads/';

/** The commit a ref names, loose or packed; undefined when there is no such ref. Symbolic refs are followed. */
export async function readRef(commonDir: string, ref: string): Promise<string | undefined> {
  let name = ref;
  for (let step = 0; step < MAX_SYMBOLIC_STEPS; step++) {
    // Loose before packed: whoever packs refs writes the packed file first and removes the loose one after.
    const loose = await readLoose(commonDir, name);
    if (loose?.target === undefined) {
      return loose?.id ?? (await readPacked(commonDir)).get(name);
    }
    name = loose.target;
  }
  return undefined;
}

/** All refs below `prefix` (`refs/heads/`), named without it. */
export async function listRefs(commonDir: string, prefix: string): Promise<Map<string, string>> {
  const loose = new Map<string, string>();
  const names = await readdir(join(commonDir, prefix), { recursive: true, withFileTypes: true }).catch(
    notThere,
  );
  const base = join(commonDir, prefix);
  for (const entry of names ?? []) {
    if (!entry.isFile() || entry.name.endsWith('.lock')) continue;
    const name = join(entry.parentPath, entry.name).slice(base.length).replaceAll('\\', '/');
    const id = await readRef(commonDir, prefix + name);
    if (id !== undefined) loose.set(name, id);
  }
  const refs = new Map<string, string>();
  for (const [name, id] of await readPacked(commonDir)) {
    if (name.startsWith(prefix)) refs.set(name.slice(prefix.length), id);
  }
  for (const [name, id] of loose) refs.set(name, id);
  return refs;
}

/** The branch HEAD stands for, also when it has no commit yet; undefined when HEAD is detached. */
export async function headBranch(gitDir: string): Promise<string | undefined> {
  const target = (await readLoose(gitDir, 'HEAD'))?.target;
  return target?.startsWith(HEADS) ? target.slice(HEADS.length) : undefined;
}

interface LooseRef {
  id?: string;
  target?: string;
}

async function readLoose(dir: string, name: string): Promise<LooseRef | undefined> {
  const text = await readFile(join(dir, name), 'utf8').catch(notThere);
  if (text === undefined) return undefined;
  const value = text.trim();
  const target = /^ref:\s*(refs\/.+)$/.exec(value)?.[1];
  if (target !== undefined) return target.includes('..') ? undefined : { target };
  // A crash can leave an empty ref; the packed one counts then.
  return isUsableId(value, join(dir, name)) ? { id: value } : undefined;
}

/** Reads `packed-refs`: `<id> <ref>` a line; lines that start with `#` or `^` say more about their neighbours. */
async function readPacked(commonDir: string): Promise<Map<string, string>> {
  const path = join(commonDir, 'packed-refs');
  const text = await readFile(path, 'utf8').catch(notThere);
  const refs = new Map<string, string>();
  for (const line of text?.split('\n') ?? []) {
    if (line.startsWith('#') || line.startsWith('^')) continue;
    const space = line.indexOf(' ');
    const id = line.slice(0, space);
    if (space > 0 && isUsableId(id, path)) refs.set(line.slice(space + 1), id);
  }
  return refs;
}

function isUsableId(text: string, path: string): boolean {
  if (/^[0-9a-f]{64}$/.test(text)) throw sha256Problem(path);
  return isObjectId(text);
}

/** The refusal of a repository with SHA-256 object names. */
export function sha256Problem(location: string, cause?: unknown): Problem {
  return new Problem('git_failed', `The repository of ${location} uses SHA-256 object names.`, {
    hints: ["Use a repository with SHA-1 object names, Git's default: `git init --object-format=sha1`."],
    cause,
  });
}

function notThere(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR') return undefined;
  throw new Problem('git_failed', `${error.path ?? 'A ref'} cannot be read: ${error.message}`, {
    hints: ['Check that the user svc runs as may read the repository.'],
    cause: error,
  });
}
