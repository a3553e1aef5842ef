import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeRoot } from '../../schemas/code-root.js';
import { version } from '../../schemas/version.js';

const root = fileURLToPath(codeRoot);

/** The file in which `npm run build` stores the hash of the built code, so that a start need not compute it. */
export const stampFile = join(root, 'controller', 'engine-code.sha256');

/**
 * Returns a version that changes whenever the same file could be judged differently: with other code, schemas, libraries
 * (their versions are exact), or other arguments, such as limits and connectors.
 */
export function engineVersion(...parts: unknown[]): string {
  const code = stampedHash() ?? codeHash();
  return createHash('sha256')
    .update(JSON.stringify([version, code, parts]))
    .digest('hex');
}

/** Returns the version of svc, with the hash of its code where it was built: another one means an upgrade. */
export function releaseVersion(): string {
  return `${version} ${stampedHash() ?? ''}`.trim();
}

/** Returns a hash of all code and schemas that judge files. */
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

/** Returns undefined where the code was not built, as in tests. */
function stampedHash(): string | undefined {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}
