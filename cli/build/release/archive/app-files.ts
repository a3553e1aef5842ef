import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { connectorPackages, servicePackages } from '../../packages/external-packages.js';
import { type InstalledPackage, installedPackages } from '../../packages/installed-packages.js';
import { packageFiles } from '../../packages/package-files.js';
import { jsonFile, type ReleaseFile } from './release-file.js';
import type { Platform } from './runtime.js';

interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  files: string[];
  engines: object;
  repository: object;
}

export function readManifest(root: string): Manifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
}

/** Of this package only these files are read: the page of the API, without the plug-in around it. */
const pagePackage = '@fastify/swagger-ui';
const pageFiles = /^(?:LICENSE|package\.json|static\/(?:swagger-ui\.css|swagger-ui-bundle\.js))$/;

/** Returns the packages that a release loads from `node_modules`. */
export function loadedPackages(root: string): InstalledPackage[] {
  const others = servicePackages.filter((name) => name !== pagePackage);
  const [page] = installedPackages(root, [pagePackage]).filter(({ name }) => name === pagePackage);
  return [...installedPackages(root, [...connectorPackages, ...others]), ...(page ? [page] : [])];
}

/**
 * Returns the built program: the files that the npm package has too, without V8's code, which fits one version of Node on
 * one kind of processor only.
 */
export function programFiles(root: string, version: string): ReleaseFile[] {
  const { name, description, license, files } = readManifest(root);
  const paths = globSync(files, { cwd: root }).filter((path) => !path.endsWith('.cache'));
  if (!paths.includes('dist/cli/all.cjs')) throw new Error('There is no build: run `npm run build` first');
  return [
    jsonFile('app/package.json', { name, version, description, license, type: 'module' }),
    ...paths.map((path) => getFile(root, path)),
  ];
}

/** Returns the files of packages for one platform. */
export function moduleFiles(
  root: string,
  packages: readonly InstalledPackage[],
  platform: Platform,
): ReleaseFile[] {
  return packages.flatMap(({ name, place }) =>
    packageFiles(join(root, place))
      .filter((path) => fits(path, platform) && (name !== pagePackage || pageFiles.test(path)))
      .map((path) => getFile(root, `${place}/${path}`)),
  );
}

/** Native code lies in `prebuilds/<platform>-<processor>/`, for both C libraries of Linux; Node itself needs glibc. */
function fits(path: string, platform: Platform): boolean {
  if (!path.startsWith('prebuilds/')) return true;
  return path.startsWith(`prebuilds/${platform.replace(/^win-/, 'win32-')}/`) && !path.includes('.musl.');
}

function getFile(root: string, path: string): ReleaseFile {
  return { path: `app/${path}`, content: readFileSync(join(root, path)) };
}
