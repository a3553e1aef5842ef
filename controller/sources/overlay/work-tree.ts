import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { gitDirectories } from '../../git/index.js';

/** True when a folder is the top of a work tree of the repository with these addresses, or of one of its clones. */
export async function isWorkTree(folder: string, addresses: readonly string[]): Promise<boolean> {
  const dotGit = await realpath(join(folder, '.git')).catch(() => undefined);
  if (dotGit === undefined) return false;
  const homes = new Set((await Promise.all(addresses.map(getHome))).map(plainAddress));
  if (homes.has(plainAddress(dotGit))) return true;
  const directories = gitDirectories(folder);
  if (!directories) return false;
  if (homes.has(plainAddress(await getHome(directories.commonDir)))) return true;
  const config = await readFile(join(directories.commonDir, 'config'), 'utf8').catch(() => '');
  const remotes = [...config.matchAll(/^\s*url\s*=\s*"?(.+?)"?\s*$/gm)].map(([, url = '']) => url);
  const knownHomes = await Promise.all(remotes.map(getHome));
  return knownHomes.some((one) => homes.has(plainAddress(one)));
}

/** Returns the refs folder of a repository on this machine; any other address unchanged. */
async function getHome(address: string): Promise<string> {
  const path = address.replace(/^file:\/\//, '');
  const directories = gitDirectories(path);
  return realpath(directories?.commonDir ?? path).catch(() => address);
}

/** Removes the optional parts of an address. */
function plainAddress(address: string): string {
  return address
    .replace(/^([a-z+]+:\/\/)[^/@]*@/i, '$1')
    .replace(/\/+$/, '')
    .replace(/(?<=[^/])\.git$/, '');
}
