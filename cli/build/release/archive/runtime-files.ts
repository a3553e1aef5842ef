import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { ReleaseFile } from './release-file.js';
import { getRuntime, type Platform, type Runtime } from './runtime.js';

/** Returns Node for a platform, with its licence. @throws an error as `runtimeFiles` does */
export async function nodeFiles(platform: Platform, folder: string): Promise<ReleaseFile[]> {
  const { licenceFrom, ...runtime } = getRuntime(platform);
  const own = await runtimeFiles(runtime, folder);
  if (licenceFrom === undefined) return own;
  const licence = { ...getRuntime(licenceFrom), files: { 'LICENSES/node.txt': 'LICENSE' } };
  return [...own, ...(await runtimeFiles(licence, folder))];
}

/**
 * Returns files of a package of Node. The package is downloaded once, by npm, into a folder.
 * @throws an error when the registry cannot be reached, and when the package differs from the pinned hash
 */
export async function runtimeFiles(runtime: Runtime, folder: string): Promise<ReleaseFile[]> {
  const tarball = verified(runtime, downloaded(runtime, folder));
  const targets = new Map(Object.entries(runtime.files).map(([to, from]) => [`package/${from}`, to]));
  const files: ReleaseFile[] = [];
  const archive = extract();
  Readable.from([tarball]).pipe(createGunzip()).pipe(archive);
  for await (const entry of archive) {
    const parts: Buffer[] = [];
    for await (const part of entry as AsyncIterable<Buffer>) parts.push(part);
    const path = targets.get(entry.header.name);
    if (path !== undefined)
      files.push({ path, content: Buffer.concat(parts), isProgram: path.startsWith('runtime/') });
  }
  if (files.length === targets.size) return files;
  throw new Error(`${runtime.package}@${runtime.version} lacks one of ${[...targets.keys()].join(', ')}`);
}

function downloaded({ package: name, version }: Runtime, folder: string): string {
  const path = join(folder, `${name}-${version}.tgz`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  // Several builds may download at once: each file appears as a whole.
  const own = mkdtempSync(join(folder, '.download-'));
  try {
    execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', own], {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    renameSync(join(own, basename(path)), path);
  } finally {
    rmSync(own, { recursive: true });
  }
  return path;
}

function verified({ package: name, version, integrity }: Runtime, path: string): Buffer {
  const tarball = readFileSync(path);
  const hash = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  if (hash === integrity) return tarball;
  throw new Error(`${name}@${version} has the hash ${hash}; pinned is ${integrity}. Remove ${path}.`);
}
