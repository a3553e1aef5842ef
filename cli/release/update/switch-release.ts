import { Problem } from '../../../controller/problems/index.js';
import { findRunningServer } from '../../client/local/installation.js';
import { currentVersion, setCurrent } from '../installation/current.js';
import { addToHistory } from '../installation/history.js';
import type { Installation } from '../installation/layout.js';
import { prune } from '../installation/prune.js';
import { copyDatabase, databaseVersion, isNewerThan, restoreDatabase } from './database-file.js';
import { type Journal, removeJournal, writeJournal } from './journal.js';
import { waitUntilReady } from './readiness.js';
import { readFacts } from './release-facts.js';
import type { ServiceControl } from './service-control.js';

/** The parts of a change of version. */
export interface Change {
  installation: Installation;
  control: ServiceControl | undefined;
  dataDirectory: string;
  /** Milliseconds that a started service has to become ready. */
  readyMs: number;
  /** Reports a step to the user. */
  report(step: string): void;
}

/**
 * Refuses a change that would leave a service behind on the version before: one that no service manager restarts.
 * @throws Problem release_service_running
 */
export async function requireControl({ control, dataDirectory }: Change): Promise<void> {
  const server = findRunningServer(dataDirectory);
  if (server === undefined || (await control?.isRunning())) return;
  const detail = `The service at ${server.url} (process ${server.pid}) runs in the foreground`;
  throw new Problem('release_service_running', detail);
}

/**
 * Changes the version in use: stops the service, copies the database, switches, starts, waits until the service is ready.
 * A service that did not run stays stopped. Each step is recorded, so that `endInterrupted` can end the change after a
 * crash. @throws Problem release_not_started when the former version is in use again
 */
export async function switchRelease(
  change: Change,
  request: Pick<Journal, 'action' | 'from' | 'to' | 'restore'>,
): Promise<Journal> {
  const { installation, control, dataDirectory, report } = change;
  const wasRunning = (await control?.isRunning()) ?? false;
  const { from, to, restore } = request;
  let journal: Journal = { ...request, wasRunning, dataDirectory };
  await writeJournal(installation, journal);
  try {
    if (wasRunning) {
      report(`Stopping ${control?.name}`);
      await control?.stop();
    }
    const copy = await copyDatabase(installation, dataDirectory, from);
    if (copy !== undefined) {
      report(`Copied the database to ${copy}`);
      journal = { ...journal, copy };
      await writeJournal(installation, journal);
    }
    if (restore !== undefined) {
      const kept = await restoreDatabase(restore, dataDirectory);
      report(`Put the database from ${restore} in place; the newer one is ${kept}`);
    }
    await setCurrent(installation, to);
  } catch (error) {
    report(`${await giveBack(change, journal)}.`);
    throw error;
  }
  await startOrReturn(change, journal);
  return journal;
}

/** Ends a change whose version is switched: the new version becomes ready, or the former one is in use again. */
export async function startOrReturn(change: Change, journal: Journal): Promise<void> {
  const { installation, control, readyMs, report } = change;
  const { action, from, to, wasRunning, dataDirectory, copy } = journal;
  if (wasRunning && control) {
    report(`Starting ${control.name} with version ${to}`);
    try {
      await control.start();
      await waitUntilReady(dataDirectory, to, readyMs);
    } catch (cause) {
      const reason = (cause as Error).message;
      report(`Version ${to} did not become ready: ${reason}. Returning to ${from}`);
      const outcome = await giveBack(change, journal);
      const detail = `Version ${to} did not become ready: ${reason}. ${outcome}`;
      throw new Problem('release_not_started', detail, { cause });
    }
  }
  const backup = copy === undefined ? {} : { backup: copy };
  await addToHistory(installation, { action, version: to, from, ...backup });
  await removeJournal(installation);
  await prune(installation);
}

/** Returns to the version before, and to the copy of the database where the new version has migrated it. */
export async function giveBack(change: Change, journal: Journal): Promise<string> {
  const { installation, control, readyMs } = change;
  const { from, to, wasRunning, dataDirectory, copy, restore } = journal;
  await control?.stop().catch(() => undefined);
  const wasSwitched = (await currentVersion(installation)) === to;
  await setCurrent(installation, from);
  let outcome = `Version ${from} is in use again`;
  const facts = await readFacts(installation, from);
  const isOther =
    restore !== undefined || isNewerThan(databaseVersion(dataDirectory), facts?.databaseVersion);
  if (copy !== undefined && isOther) {
    const kept = await restoreDatabase(copy, dataDirectory);
    outcome += `, with the database from before; the one in between is ${kept}`;
  }
  if (wasRunning && control) {
    try {
      await control.start();
      await waitUntilReady(dataDirectory, from, readyMs);
    } catch (error) {
      outcome += `, but it is not ready either: ${(error as Error).message}`;
    }
  }
  // A change that never switched is no part of the history.
  if (wasSwitched) await addToHistory(installation, { action: 'returned', version: from, from: to });
  await removeJournal(installation);
  return outcome;
}
