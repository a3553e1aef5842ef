import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from './version.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Another one whenever a file could be judged otherwise than before: with other code, schemas, libraries (their versions
 * are exact), or with another of the things given, such as limits and connectors.
 */
export function engineVersion(...given: unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify([version, given]));
  for (const folder of ['controller', 'schemas']) {
    const entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const name of entries.filter((entry) => /\.(?:[cm]?[jt]s|json)$/.test(entry)).sort()) {
      hash.update(`${folder}/${name}\0`).update(readFileSync(join(root, folder, name)));
    }
  }
  return hash.digest('hex');
}
