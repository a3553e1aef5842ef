import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeKeys, readKeys } from './keys.js';
import { type Publication, publish, rotateRoot } from './publish.js';

const usage = `npm run release -- keys <folder>
npm run release -- publish <folder of archives> --keys <folder> --repository <folder> [--base <address>]
npm run release -- refresh --keys <folder> --repository <folder>
npm run release -- rotate-root --keys <folder> --new-keys <folder> --repository <folder>`;

/** Writes the scripts that install from a repository at an address. */
export type WriteScripts = (scripts: Publication & { repository: string; base: string }) => void;

/**
 * Runs the commands that sign: `keys`, `publish`, `refresh`, `rotate-root`. Resolves with the exit code.
 * @param argv the command and its arguments
 * @param writeScripts called after `publish` with `--base`
 */
export async function runPublish(argv: readonly string[], writeScripts?: WriteScripts): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      keys: { type: 'string' },
      'new-keys': { type: 'string' },
      repository: { type: 'string' },
      base: { type: 'string' },
    },
  });
  const [command, folder] = positionals;
  const { keys, 'new-keys': newKeys, repository, base } = values;
  const now = new Date();
  if (command === 'keys' && folder !== undefined) {
    makeKeys(folder);
    console.log(`Made keys in ${folder}. Keep the root keys offline, apart from each other.`);
    return 0;
  }
  if (keys === undefined || repository === undefined) return wrongUsage();
  if (command === 'publish' && folder !== undefined) return add(archivesIn(folder));
  if (command === 'refresh') return add([]);
  if (command !== 'rotate-root' || newKeys === undefined) return wrongUsage();
  const version = rotateRoot({ repository, now }, readKeys(keys), readKeys(newKeys));
  console.log(`Wrote version ${version} of the root metadata, and signed everything again.`);
  return 0;

  async function add(archives: readonly string[]): Promise<number> {
    const { releases, rootHash } = await publish({
      archives,
      now,
      repository: repository ?? '',
      keys: readKeys(keys ?? ''),
    });
    if (base !== undefined) writeScripts?.({ releases, rootHash, repository: repository ?? '', base });
    for (const { name, sha256 } of releases) console.log(`${sha256}  ${name}`);
    console.log(`${rootHash}  1.root.json`);
    return 0;
  }
}

function archivesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /^svc-.+\.tar\.gz$/.test(name));
  if (names.length === 0) throw new Error(`${folder} holds no archive svc-<version>-<platform>.tar.gz.`);
  return names.sort().map((name) => join(folder, name));
}

function wrongUsage(): number {
  console.error(usage);
  return 2;
}
