import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files that no program reads: types, maps, texts for people, and sources that are compiled at installation. */
const unread = /\.(?:d\.[cm]?ts|[cm]?ts|tsbuildinfo|map|md|markdown|flow|cc?|cpp|h|hpp|gypi?|yml)$/i;
const licence = /^(?:licen[cs]e|copying|notice)/i;
/** Folders directly in a package. */
const otherFolders = new Set([
  'test',
  'tests',
  '__tests__',
  'e2e',
  'example',
  'examples',
  'bench',
  'benchmark',
  'benchmarks',
  'docs',
  'coverage',
  '.github',
  'dist-types',
  'node_modules',
]);

/** Returns the paths in a package that programs may read, and its licences, in a fixed order, with forward slashes. */
export function packageFiles(folder: string): string[] {
  return [...walk(folder, '')].sort();
}

/** Returns the licences of a package. */
export function licenceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licence.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

function* walk(folder: string, below: string): Generator<string> {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      if (below !== '' || !otherFolders.has(entry.name)) yield* walk(folder, path);
    } else if (entry.isFile() && (licence.test(entry.name) || !unread.test(entry.name))) {
      yield path;
    }
  }
}
