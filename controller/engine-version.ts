import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from './version.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What `npm run build` writes beside the built code: its hash, which each start would have to make again. */
export const stampFile = join(root, 'controller', 'engine-code.sha256');

/**
 * Another one whenever a file could be judged otherwise than before: with other code, schemas, libraries (their versions
 * are exact), or with another of the things given, such as limits and connectors.
 */
export function engineVersion(...given: unknown[]): string {
  const code = stampedHash() ?? codeHash();
  return createHash('sha256')
    .update(JSON.stringify([version, code, given]))
    .digest('hex');
}

/** A hash over all code and schemas that files are judged with. */
export function codeHash(): string {
  const hash = createHash('sha256');
  for (const folder of ['controller', 'schemas']) {
    const entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const name of entries.filter((entry) => /\.(?:[cm]?[jt]s|json)$/.test(entry)).sort()) {
      hash.update(`${folder}/${name}\0`).update(readFileSync(join(root, folder, name)));
    }
  }
  return hash.digest('hex');
}

/** Undefined where the code was not built, as in tests. */
function stampedHash(): string | undefined {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}
