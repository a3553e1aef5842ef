import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformHere } from '../../../../cli/build/release/archive/runtime.js';
import { writeArchive } from '../../../../cli/build/release/archive/write-archive.js';
import { writeInstallScripts } from '../../../../cli/build/release/install/write-install-scripts.js';
import { temporaryFolder } from '../../test-io.js';

export const platform = platformHere() ?? 'linux-x64';

/** A release whose program only installs itself, and so needs no runtime. */
const program = (version: string) => `#!/bin/sh
[ "$1" = --version ] && echo ${version} && exit
[ "$1 $2" = 'app fetch' ] || exit 2
[ ! -e "$4/refuse" ] || exit 1
mkdir -p "$4/releases" && cp -R "$(dirname "$0")/.." "$4/releases/$8"
`;

export interface SampleRepository {
  folder: string;
  /** Path of the archive of a version. */
  archive(version: string): string;
}

/** Makes a repository with archives of these versions and install scripts that name `base`, or the folder. */
export async function sampleRepository(
  versions: readonly string[],
  base?: string,
): Promise<SampleRepository> {
  const folder = temporaryFolder({ 'metadata/1.root.json': '{"signed":{}}' });
  mkdirSync(join(folder, 'targets'));
  const releases = [];
  const paths = new Map<string, string>();
  for (const version of versions) {
    const top = `svc-${version}-${platform}`;
    const path = join(temporaryFolder(), `${top}.tar.gz`);
    const content = Buffer.from(program(version));
    await writeArchive({
      path,
      top,
      files: [{ path: 'bin/svc', content, isProgram: true }],
      time: new Date(0),
    });
    const bytes = readFileSync(path);
    const sha256 = computeHash(bytes);
    paths.set(version, join(folder, 'targets', `${sha256}.${top}.tar.gz`));
    copyFileSync(path, paths.get(version) ?? '');
    releases.push({ version, platform, sha256, length: bytes.length });
  }
  const rootHash = computeHash(readFileSync(join(folder, 'metadata/1.root.json')));
  writeInstallScripts({ repository: folder, base: base ?? `file:${folder}`, releases, rootHash });
  return { folder, archive: (version) => paths.get(version) ?? '' };
}

/** Changes one byte in the middle of a file. */
export function alter(path: string): void {
  const bytes = readFileSync(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

function computeHash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
