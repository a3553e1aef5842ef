import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { gitDirectories } from '../repository/index.js';

/**
 * Whether a folder is the top of a work tree of a repository: its own, or a clone that names the repository as a remote.
 *
 * @param addresses where the repository is: paths or addresses
 */
export async function isWorkTreeOf(folder: string, addresses: readonly string[]): Promise<boolean> {
  const dotGit = await realpath(join(folder, '.git')).catch(() => undefined);
  if (dotGit === undefined) return false;
  const homes = new Set((await Promise.all(addresses.map(homeOf))).map(plainAddress));
  if (homes.has(plainAddress(dotGit))) return true;
  const directories = await gitDirectories(folder);
  if (!directories) return false;
  if (homes.has(plainAddress(await homeOf(directories.commonDir)))) return true;
  const config = await readFile(join(directories.commonDir, 'config'), 'utf8').catch(() => '');
  const remotes = [...config.matchAll(/^\s*url\s*=\s*"?(.+?)"?\s*$/gm)].map(([, url = '']) => url);
  const known = await Promise.all(remotes.map(homeOf));
  return known.some((one) => homes.has(plainAddress(one)));
}

/** Where a repository on this machine keeps its refs; any other address as it is. */
async function homeOf(address: string): Promise<string> {
  const path = address.replace(/^file:\/\//, '');
  const directories = await gitDirectories(path).catch(() => undefined);
  return realpath(directories?.commonDir ?? path).catch(() => address);
}

/** Without what may be written in one place and left out in another. */
function plainAddress(address: string): string {
  return address
    .replace(/^([a-z+]+:\/\/)[^/@]*@/i, '$1')
    .replace(/\/+$/, '')
    .replace(/(?<=[^/])\.git$/, '');
}
