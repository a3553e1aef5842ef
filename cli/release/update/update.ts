import { gt, lt } from 'semver';
import { Problem } from '../../../controller/problems/index.js';
import { requireCurrent } from '../installation/current.js';
import { releaseFolder } from '../installation/layout.js';
import { withLock } from '../installation/lock.js';
import type { Offer } from '../repository/offers.js';
import { bringRelease } from './bring-release.js';
import { checkConfiguration } from './check-configuration.js';
import type { ReleaseContext, ReleaseRequest } from './context.js';
import { endInterrupted } from './end-interrupted.js';
import type { Journal } from './journal.js';
import { openChange } from './open-change.js';
import { requireControl, switchRelease } from './switch-release.js';

export interface Changed {
  version: string;
  /** The version before; the same when nothing had to change. */
  from: string;
  /** True when the system service runs with the version. */
  isRunning: boolean;
  /** The copy of the database from before; null where nothing changed or there is no database. */
  backup: string | null;
}

/**
 * Updates an installation: fetches the release, checks the present configuration with its program, stops the service,
 * copies the database, switches, starts, and waits until the service is ready; else the former version returns.
 * @throws Problem release_*
 */
export async function update(context: ReleaseContext, request: ReleaseRequest): Promise<Changed> {
  const { installation } = context;
  await requireCurrent(installation);
  return withLock(installation, async () => {
    const { change, served } = await openChange(context);
    await endInterrupted(change);
    const from = await requireCurrent(installation);
    const { offer } = await bringRelease(context, request, (offer) => requireStep(from, offer));
    const to = offer.version;
    if (to === from) {
      const isRunning = (await change.control?.isRunning()) ?? false;
      return { version: to, from, isRunning, backup: null };
    }
    const [present, next] = [releaseFolder(installation, from), releaseFolder(installation, to)];
    const files = await checkConfiguration(served, present, next);
    change.report(
      files === undefined
        ? 'There is no configuration to check yet'
        : `Version ${to} accepts the configuration (${files} ${files === 1 ? 'file' : 'files'})`,
    );
    await requireControl(change);
    return changedBy(await switchRelease(change, { action: 'update', from, to }));
  });
}

/** Returns the outcome of a change that was completed. */
export function changedBy({ from, to, wasRunning, copy }: Journal): Changed {
  return { version: to, from, isRunning: wasRunning, backup: copy ?? null };
}

/** @throws Problem release_update_older, release_not_supported */
function requireStep(from: string, { version, minimumVersion }: Offer): void {
  if (gt(from, version)) {
    const detail = `Version ${version} is older than ${from}, which is in use`;
    throw new Problem('release_update_older', detail);
  }
  if (minimumVersion === null || !lt(from, minimumVersion)) return;
  const detail = `Version ${version} can be updated to from ${minimumVersion} on, and ${from} is in use`;
  const hints = [`Enter \`svc app update --version ${minimumVersion}\` first, or a later version.`];
  throw new Problem('release_not_supported', detail, { hints });
}
