import { existsSync, readFileSync } from 'node:fs';
import { codeRoot } from './code-root.js';

/** The version of this package. `package.json` lies beside the sources, and above the build. */
export const version: string = readVersion();

function readVersion(): string {
  for (const path of ['package.json', '../package.json']) {
    const url = new URL(path, codeRoot);
    if (existsSync(url)) return (JSON.parse(readFileSync(url, 'utf8')) as { version: string }).version;
  }
  return '0.0.0';
}
