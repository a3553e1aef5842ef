import { createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { ownPlatform } from '../../../cli/release/repository/offers.js';
import { newestMigration } from '../../../controller/storage/migrations/index.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Writes the archive of a release whose program is the last build, under another version.
 * @param more the root metadata that the program ships, and the folder of the packages that it loads
 */
export async function archiveOfBuild(
  folder: string,
  version: string,
  { trusted, packages = join(root, 'node_modules') }: { trusted?: Buffer; packages?: string } = {},
): Promise<string> {
  const top = `svc-${version}-${ownPlatform}`;
  const path = join(folder, `${top}.tar.gz`);
  const archive = pack();
  const writing = pipeline(archive, createGzip({ level: 1 }), createWriteStream(path));
  const add = (name: string, content: string | Buffer, mode = 0o644) =>
    archive.entry({ name: `${top}/${name}`, mode }, content);
  const facts = { version, platform: ownPlatform, databaseVersion: newestMigration };
  add('release.json', JSON.stringify(facts));
  add('app/package.json', JSON.stringify({ name: 'svc', version, type: 'module' }));
  // The packages are those of the sources, in the folder of those that a published release brings: threads of the program
  // are ES modules, which look for packages nowhere else.
  const program = [
    `[ -e "$here/app/node_modules" ] || ln -s '${packages}' "$here/app/node_modules"`,
    `exec '${process.execPath}' "$here/app/dist/cli/launch.cjs" "$@"`,
  ].join('\n');
  add('bin/svc', `#!/bin/sh\nhere=$(cd "$(dirname "$0")/.." && pwd)\n${program}\n`, 0o755);
  const dist = join(root, 'dist');
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/\.(map|d\.c?ts|cache)$/.test(name) && statSync(join(dist, name)).isFile(),
  );
  for (const name of names.sort()) add(`app/dist/${name}`, readFileSync(join(dist, name)));
  if (trusted) add('app/dist/cli/release/root.json', trusted);
  archive.finalize();
  await writing;
  return path;
}
