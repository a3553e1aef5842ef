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

/**
 * Returns every package whose code is in a release, each version once, in the order of their names: those that are loaded,
 * those in the built files, and those of the pages.
 */
export function componentsOf(root: string): Component[] {
  const lock = readJson<{ packages: Record<string, LockedPackage> }>(
    join(root, 'package-lock.json'),
  ).packages;
  const bundled = readJson<PackageName[]>(join(root, 'dist/cli/bundled-packages.json'));
  const places = [
    ...loadedPackages(root).map(({ place }) => place),
    ...bundled.map((each) => placeOf(lock, each)),
    ...assets.map(({ from: [name] }) => `node_modules/${name}`),
  ];
  const found = new Map<string, Component>();
  for (const place of places) {
    const each = readInstalled(root, place);
    const integrity = lock[place]?.integrity;
    found.set(`${each.name}@${each.version}`, { ...each, ...(integrity !== undefined && { integrity }) });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, component]) => component);
}

function placeOf(lock: Readonly<Record<string, LockedPackage>>, { name, version }: PackageName): string {
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
