import { existsSync, readFileSync } from 'node:fs';

/** The version of this package. `package.json` is two folders above the sources and three above the build. */
export const version: string = readVersion();

function readVersion(): string {
  for (const path of ['../../package.json', '../../../package.json']) {
    const url = new URL(path, import.meta.url);
    if (existsSync(url)) return (JSON.parse(readFileSync(url, 'utf8')) as { version: string }).version;
  }
  return '0.0.0';
}
