import { join } from 'node:path';
import { type Installation, releaseFolder } from '../installation/layout.js';
import { readIfPresent } from '../installation/whole-file.js';

/** The facts of an unpacked release that updates and rollbacks need. */
export interface ReleaseFacts {
  version: string;
  /** The name of the newest migration of the database that the release knows. */
  databaseVersion?: string;
}

/** Reads `release.json` of an unpacked release; undefined when the release is not there. */
export async function readFacts(
  installation: Installation,
  version: string,
): Promise<ReleaseFacts | undefined> {
  const text = await readIfPresent(join(releaseFolder(installation, version), 'release.json'));
  return text === undefined ? undefined : (JSON.parse(text.toString()) as ReleaseFacts);
}
