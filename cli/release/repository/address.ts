import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Problem } from '../../../controller/problems/index.js';
import { codeRoot } from '../../../schemas/code-root.js';
import { publishedNames } from '../../../schemas/published-names.js';
import type { Io } from '../../contract/io.js';

/**
 * Returns the address of the release repository, with a slash at its end: `--url`, SVC_RELEASE_URL, or the one of this
 * build. @throws Problem release_address_missing, release_address_invalid
 */
export function releaseAddress({ env, cwd }: Io, option: string | undefined): URL {
  const text = option ?? (env['SVC_RELEASE_URL'] || builtInAddress());
  if (text === undefined)
    throw new Problem('release_address_missing', 'This build of svc names no release repository');
  const address = parse(text, cwd);
  if (!isSafe(address))
    throw new Problem('release_address_invalid', `${text} is not an address that releases come from`);
  return address;
}

function parse(text: string, cwd: string): URL {
  try {
    // `file:mirror` and `file:../mirror` start at the working directory.
    const path = /^file:(?!\/)(.+)$/.exec(text)?.[1];
    const url = path === undefined ? new URL(text) : pathToFileURL(resolve(cwd, path));
    url.search = '';
    url.hash = '';
    if (!url.pathname.endsWith('/')) url.pathname += '/';
    return url;
  } catch (cause) {
    throw new Problem('release_address_invalid', `${text} is not an address`, { cause });
  }
}

/** True for `https:`, `file:`, and `http:` to this machine. */
export function isSafe({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:' || protocol === 'file:') return true;
  return protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** An archive has the address beside the folder of the code; another build has it among its names. */
function builtInAddress(): string | undefined {
  const file = new URL('../release-address.json', codeRoot);
  if (!existsSync(file)) return publishedNames.releases;
  return (JSON.parse(readFileSync(file, 'utf8')) as { base?: string }).base;
}

/** Returns the root of trust that this build ships. @throws Problem release_root_missing */
export function shippedRoot(): Buffer {
  const file = new URL('cli/release/root.json', codeRoot);
  if (existsSync(file)) return readFileSync(file);
  throw new Problem('release_root_missing', 'This build of svc ships no root of trust for releases');
}
