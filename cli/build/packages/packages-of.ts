import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface PackageName {
  name: string;
  version: string;
}

/** Returns the packages that hold the modules, each once, in the order of their names. */
export function getPackages(modules: readonly string[]): PackageName[] {
  const packages = new Map<string, PackageName>();
  for (const path of modules) {
    const [, folder] = /^(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/.exec(path) ?? [];
    if (folder === undefined) continue;
    const { name, version } = describe(folder);
    packages.set(`${name}@${version}`, { name, version });
  }
  return [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

function describe(folder: string): PackageName {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) throw new Error(`${dirname(file)} has no package.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as PackageName;
}
