import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Component } from '../archive/components.js';
import { sbom } from '../archive/sbom.js';

interface PackageContents {
  /** The path of the npm package. */
  tarball: string;
  name: string;
  version: string;
  components: readonly Component[];
  time: Date;
}

/**
 * Writes the list of what is in an npm package, and of what npm installs with it, beside the package, and returns its path. The
 * list has the hash of the package. The versions are those of `package-lock.json`.
 */
export function writePackageSbom({ tarball, ...contents }: PackageContents): string {
  const digest = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  const name = `${basename(tarball, '.tgz')}.cdx.json`;
  const { path, content } = sbom({ ...contents, path: name, integrity: `sha512-${digest}` });
  const file = join(dirname(tarball), path);
  writeFileSync(file, content);
  return file;
}
