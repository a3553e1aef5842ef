import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compare, valid } from 'semver';
import { currentVersion } from './current.js';
import { readHistory, versionBefore } from './history.js';
import type { Installation } from './layout.js';

/** Releases that are kept. */
const maxReleases = 3;

/** Names of unfinished work in `releases`. */
export const unfinished = '.tmp-';

/** Returns the versions whose folders are complete, the newest first. */
async function installedVersions({ releases }: Installation): Promise<string[]> {
  const names = await readdir(releases).catch(() => []);
  return names.filter((name) => valid(name) === name).sort((a, b) => compare(b, a));
}

/**
 * Removes all releases but the newest three, and copies of the database that belong to none of them. The version in use
 * and the one before stay. Returns the removed versions.
 */
export async function prune(installation: Installation): Promise<string[]> {
  const { releases, backups } = installation;
  const current = (await currentVersion(installation)) ?? '';
  const before = versionBefore(await readHistory(installation), current);
  const all = await installedVersions(installation);
  const kept = new Set([current, ...(before === undefined ? [] : [before])]);
  for (const version of all) if (kept.size < maxReleases) kept.add(version);
  const removed = all.filter((version) => !kept.has(version));
  for (const version of removed) await rm(join(releases, version), { recursive: true, force: true });
  for (const name of await readdir(backups).catch(() => [])) {
    const [version = ''] = name.split('_');
    if (!kept.has(version)) await rm(join(backups, name), { recursive: true, force: true });
  }
  return removed;
}
