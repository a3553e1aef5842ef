import { currentVersion, setCurrent } from '../installation/current.js';
import { addToHistory } from '../installation/history.js';
import { withLock } from '../installation/lock.js';
import { bringRelease } from './bring-release.js';
import type { ReleaseContext, ReleaseRequest } from './context.js';

export interface Fetched {
  version: string;
  folder: string;
  /** False for a release that was there already. */
  isNew: boolean;
  /** The version in use. */
  current: string;
  notes: string;
}

/**
 * Fetches a release beside the one in use. The first release of a folder becomes the one in use.
 * @throws Problem release_*
 */
export function fetch(context: ReleaseContext, request: ReleaseRequest): Promise<Fetched> {
  const { installation } = context;
  return withLock(installation, async () => {
    const { offer, isNew } = await bringRelease(context, request);
    const { version, notes } = offer;
    const before = await currentVersion(installation);
    if (before === undefined) {
      await setCurrent(installation, version);
      await addToHistory(installation, { action: 'install', version });
    }
    const folder = `${installation.releases}/${version}`;
    return { version, folder, isNew, current: before ?? version, notes };
  });
}
