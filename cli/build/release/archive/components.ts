import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assets } from '../../../../api/graphql/page/assets.js';
import { type InstalledPackage, readInstalled } from '../../packages/installed-packages.js';
import type { PackageName } from '../../packages/packages-of.js';
import { loadedPackages } from './app-files.js';

interface LockedPackage {
  name?: string;
  version: string;
  integrity?: string;
}

/** A package whose code is in a release. */
export interface Component extends InstalledPackage {
  /** The hash of the package's tarball (Subresource Integrity). */
  integrity?: string;
}

/** The packages whose code is in the built files: of all commands, and of `svc validate` alone. */
type BundledPackages = Readonly<Record<'all' | 'validate', readonly PackageName[]>>;

/**
 * Returns every package whose code is in a release, each version once, in the order of their names: those that are loaded,
 * those in the built files, and those of the pages. An installation of the npm package has the same ones.
 */
export function getComponents(root: string): Component[] {
  const loaded = loadedPackages(root).map(({ place }) => place);
  return listComponents(
    root,
    'all',
    [...loaded, ...assets.map(({ from: [name] }) => `node_modules/${name}`)],
    // The build of the console writes the licences of the packages in it.
    readJson<readonly PackageName[]>(join(root, 'dist/api/console/licenses.json')),
  );
}

/** Returns every package whose code is in the package of `svc validate` alone. @param places the packages that lie in it */
export function validateComponents(root: string, places: readonly string[]): Component[] {
  return listComponents(root, 'validate', places);
}

function listComponents(
  root: string,
  program: 'all' | 'validate',
  others: readonly string[],
  ofPages: readonly PackageName[] = [],
): Component[] {
  const lock = readJson<{ packages: Record<string, LockedPackage> }>(
    join(root, 'package-lock.json'),
  ).packages;
  const bundled = readJson<BundledPackages>(join(root, 'dist/cli/bundled-packages.json'))[program];
  const places = [...others, ...[...bundled, ...ofPages].map((each) => getPlace(lock, each))];
  const components = new Map<string, Component>();
  for (const place of places) {
    const each = readInstalled(root, place);
    const integrity = lock[place]?.integrity;
    components.set(`${each.name}@${each.version}`, {
      ...each,
      ...(integrity !== undefined && { integrity }),
    });
  }
  return [...components].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, component]) => component);
}

function getPlace(lock: Readonly<Record<string, LockedPackage>>, { name, version }: PackageName): string {
  const [place] =
    Object.entries(lock).find(
      ([path, locked]) => path.endsWith(`node_modules/${name}`) && locked.version === version,
    ) ?? [];
  if (place !== undefined) return place;
  throw new Error(`The build holds ${name}@${version}, which package-lock.json does not name: build again`);
}

function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(path, 'utf8')) as Value;
}
