import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A package in `node_modules`. */
export interface InstalledPackage {
  name: string;
  version: string;
  license?: string;
  /** The path of its folder from the root of the project, with forward slashes. */
  place: string;
}

/** Returns the package in a folder, which is a path from the root of the project. */
export function readInstalled(root: string, place: string): InstalledPackage {
  const { name, version, licenses: [old] = [], license = old?.type } = readManifest(join(root, place));
  return { name, version, place, ...(license !== undefined && { license }) };
}

interface Manifest extends Omit<InstalledPackage, 'place'> {
  /** The older form of `license`. */
  licenses?: readonly { type: string }[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Types, and a native part that is built at installation; its user works without it. */
const leftOut = /^(?:@types\/.*|cpu-features)$/;

/**
 * Returns the packages and all that they need, in the order of their places.
 * @throws an error when a package that is needed is not installed
 */
export function installedPackages(root: string, names: readonly string[]): InstalledPackage[] {
  const packages = new Map<string, InstalledPackage>();
  const visit = (name: string, from: string, isOptional: boolean): void => {
    if (leftOut.test(name)) return;
    const place = findPlace(root, name, from);
    if (place === undefined) {
      if (isOptional) return;
      throw new Error(`The package ${name}, which ${from || 'svc'} needs, is not installed`);
    }
    if (packages.has(place)) return;
    packages.set(place, readInstalled(root, place));
    const needs = readManifest(join(root, place));
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = needs;
    const isOptionalPeer = (peer: string) => needs.peerDependenciesMeta?.[peer]?.optional === true;
    for (const each of Object.keys(dependencies)) visit(each, place, each in optionalDependencies);
    for (const each of Object.keys(optionalDependencies)) visit(each, place, true);
    for (const each of Object.keys(peerDependencies)) if (!isOptionalPeer(each)) visit(each, place, false);
  };
  for (const name of names) visit(name, '', false);
  return [...packages.values()].sort((a, b) => (a.place < b.place ? -1 : 1));
}

/** The folder in which Node finds a package from another one. */
function findPlace(root: string, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = `${folder === '' || folder === '.' ? '' : `${folder}/`}node_modules/${name}`;
    if (existsSync(join(root, place, 'package.json'))) return place;
    if (folder === '' || folder === '.') return undefined;
  }
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
