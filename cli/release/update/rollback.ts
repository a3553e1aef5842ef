import { existsSync } from 'node:fs';
import { Problem } from '../../../controller/problems/index.js';
import { requireCurrent } from '../installation/current.js';
import { readHistory, versionBefore } from '../installation/history.js';
import { withLock } from '../installation/lock.js';
import type { ReleaseContext } from './context.js';
import { databaseVersion, isNewerThan } from './database-file.js';
import { endInterrupted } from './end-interrupted.js';
import { openChange } from './open-change.js';
import { type ReleaseFacts, readFacts } from './release-facts.js';
import { requireControl, switchRelease } from './switch-release.js';
import { type Changed, changedBy } from './update.js';

/**
 * Returns an installation to the version before the last update.
 * @param restoresDatabase puts the copy from before the update in place of a database that the version cannot open
 * @throws Problem release_not_found, release_rollback_refused, release_service_running, release_not_started
 */
export async function rollback(context: ReleaseContext, restoresDatabase = false): Promise<Changed> {
  const { installation } = context;
  await requireCurrent(installation);
  return withLock(installation, async () => {
    const { change } = await openChange(context);
    const ended = await endInterrupted(change);
    if (ended?.action === 'rollback') return changedBy(ended);
    const from = await requireCurrent(installation);
    const to = versionBefore(await readHistory(installation), from);
    const facts = to === undefined ? undefined : await readFacts(installation, to);
    if (to === undefined || facts === undefined) {
      const what =
        to === undefined ? 'No version was in use before' : `Version ${to} is removed, from before`;
      throw new Problem('release_not_found', `${what} ${from}`, {
        hints: ['`releases.json` in the folder of the installation lists the changes of version.'],
      });
    }
    const restore = await copyFor(context, change.dataDirectory, facts);
    if (restore !== undefined && !restoresDatabase) throw refusal(restore, to);
    await requireControl(change);
    const journal = await switchRelease(change, {
      action: 'rollback',
      from,
      to,
      ...(restore === undefined ? {} : { restore: restore.copy }),
    });
    return changedBy(journal);
  });
}

interface NewerDatabase {
  /** The newest migration of the database, and that of the release. */
  present: string | undefined;
  known: string | undefined;
  copy: string;
}

/** Returns the copy of the database that a release needs; undefined where it can open the present one. */
async function copyFor(
  { installation }: ReleaseContext,
  dataDirectory: string,
  { version, databaseVersion: newestKnown }: ReleaseFacts,
): Promise<NewerDatabase | undefined> {
  const present = databaseVersion(dataDirectory);
  if (!isNewerThan(present, newestKnown)) return undefined;
  const history = await readHistory(installation);
  const copy = history.findLast(({ action, from }) => action === 'update' && from === version)?.backup;
  if (copy !== undefined && existsSync(copy)) return { present, known: newestKnown, copy };
  const detail = `Version ${version} knows the database up to ${newestKnown}, and it has been migrated to ${present}`;
  throw new Problem('release_rollback_refused', `${detail}. There is no copy from before`, {
    hints: ['Stay on this version, or restore a backup into a new installation of the other version.'],
  });
}

function refusal({ present, known: versionKnown, copy }: NewerDatabase, version: string): Problem {
  const detail = `Version ${version} knows the database up to ${versionKnown}, and it has been migrated to ${present}`;
  return new Problem('release_rollback_refused', `${detail}. The copy from before is ${copy}`);
}
