import { join } from 'node:path';
import type { Logger } from 'pino';
import {
  type BackupCompleted,
  type Category,
  categories,
  type FileRestore,
  FilesMoved,
  openBackups as openRoom,
  type StoredBackups,
  startSchedule,
} from '../backups/index.js';
import { authorOf, type Changes, FileMoved } from '../changes/index.js';
import { type EventHub, platformEvent } from '../events/index.js';
import type { Identity } from '../identity/index.js';
import { Problem } from '../problems/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { RunEngine } from '../runs/index.js';
import type { ConfigSections, Settings } from '../settings/index.js';
import { type BranchSources, requireSource } from '../sources/index.js';
import type { Storage } from '../storage/index.js';
import type { Vault } from '../vault/contract.js';
import { version } from '../version.js';

interface Rooms {
  settings: Settings;
  config: ConfigSections;
  storage: Storage;
  vault: Vault;
  branches: BranchSources;
  reconciler: Reconciler;
  identity: Identity;
  runs: RunEngine;
  changes: Changes;
  events: EventHub;
  log: Logger;
}

/** Backups over the rooms they are taken of; what a stopped process had begun to restore is restored when it resolves. */
export async function openBackups(rooms: Rooms): Promise<StoredBackups> {
  const { settings, config, storage, vault, branches, reconciler, identity, runs, events, log } = rooms;
  const { Backups, DataDirectory } = settings;
  const { production } = branches;
  let hasRuns = false;
  const backups = await openRoom({
    storage,
    vault,
    version,
    folder: Backups.Directory ?? join(DataDirectory, 'backups'),
    keep: Backups.Keep,
    keepDays: Backups.KeepDays,
    largestUpload: Backups.LargestUpload,
    everything: categories,
    report: (err) => log.error({ err }, 'backup failed'),
    tell: (what, about) => log.info(about, what),
    completed({ type, data }: BackupCompleted) {
      const told = [platformEvent(type, data.id, { ...data, categories: [...data.categories] })];
      return { writes: events.writes(told), tell: () => events.tell(told) };
    },
    changedSettings: () => config.changes(),
    checkSettings: (text) => config.check(text),
    restoreSettings: (text) => config.replace(text),
    async head() {
      await reconciler.catchUp(production).catch((error) => {
        if (!(error instanceof Problem)) throw error;
      });
      return reconciler.head(production);
    },
    source: () => requireSource(branches, production),
    writeFiles: (writes, message, principal) => write(rooms, writes, message, principal),
    async reload(restored: readonly Category[]) {
      // The one does not wait for the other to succeed: keys that are gone must not work.
      const steps = await Promise.allSettled([
        restored.includes('users') ? identity.reload() : undefined,
        // While svc starts, unfinished runs are taken up a little later, all of them.
        restored.includes('runs') && hasRuns ? runs.recover() : undefined,
      ]);
      for (const step of steps) if (step.status === 'rejected') throw step.reason;
    },
  });
  hasRuns = true;
  return backups;
}

/** Makes backups at the times of the settings; the returned function ends that. */
export async function scheduleBackups(
  { Backups }: Settings,
  backups: StoredBackups,
): Promise<() => Promise<void>> {
  if (Backups.Schedule === undefined) return async () => {};
  const schedule = await startSchedule(Backups.Schedule, await backups.lastScheduled(), () =>
    backups.scheduled(Backups.Categories ?? categories),
  );
  return () => schedule.stop();
}

async function write(
  { branches, changes, reconciler }: Rooms,
  writes: readonly FileRestore[],
  message: string,
  principal: string,
): Promise<string | null> {
  const { git, production } = branches;
  if (!git) {
    if (!changes.put) throw new Error('Without Git, the files of production are those of a folder');
    await changes.put(writes).catch((error) => {
      throw error instanceof FileMoved ? new FilesMoved() : error;
    });
    await reconciler.request(production);
    return null;
  }
  const isFirst = (await git.repository.resolveRef(production)) === undefined;
  const outcome = await git.repository.writer.commit({
    branch: production,
    changes: writes,
    ...(isFirst ? { expected: null } : {}),
    author: authorOf(principal, 'localhost'),
    message,
  });
  if (!outcome.ok) {
    const { refusal } = outcome;
    if (refusal.kind === 'unchanged') return null;
    if (refusal.kind === 'path_moved' || refusal.kind === 'path_missing' || refusal.kind === 'moved')
      throw new FilesMoved();
    throw new Problem('restore_failed', `The files could not be committed: ${describe(refusal)}`);
  }
  return changes.bring ? changes.bring(production, outcome.commit) : outcome.commit;
}

function describe(refusal: { kind: string; path?: string }): string {
  return refusal.path === undefined ? refusal.kind : `${refusal.kind} at ${refusal.path}`;
}
