import { currentVersion } from '../installation/current.js';
import { type Journal, readJournal } from './journal.js';
import { type Change, giveBack, startOrReturn } from './switch-release.js';

/**
 * Ends a change of version that was interrupted by a crash: a change that had switched is completed, or returns when the
 * new version does not become ready; an earlier one is undone. Call it under the lock.
 * @returns the change that it completed
 */
export async function endInterrupted(change: Change): Promise<Journal | undefined> {
  const { installation, report } = change;
  const journal = await readJournal(installation);
  if (journal === undefined) return undefined;
  const { action, from, to, dataDirectory } = journal;
  report(`Ending the ${action} from ${from} to ${to}, which was interrupted`);
  const interrupted = { ...change, dataDirectory };
  if ((await currentVersion(installation)) === to) {
    await startOrReturn(interrupted, journal);
    return journal;
  }
  report(`${await giveBack(interrupted, journal)}.`);
  return undefined;
}
