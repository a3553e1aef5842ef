import { join } from 'node:path';
import { version } from '../../schemas/version.js';
import {
  type BackupCompleted,
  type Category,
  categories,
  type FileRestore,
  openBackups as openRoom,
  type Quarantine,
  type RestoreWrite,
  type StoredBackups,
  startSchedule,
} from '../backups/index.js';
import { type EventHub, platformEvent } from '../delivery/index.js';
import { Problem } from '../problems/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { RunEngine } from '../runs/index.js';
import type { Identity } from '../security/identity/index.js';
import type { Vault } from '../security/vault/contract.js';
import { type BranchSources, requireSource } from '../sources/index.js';
import { getAuthor } from '../writes/index.js';
import type { Base } from './base.js';
import type { ProductionWrites } from './open-writes.js';

interface Parts extends Base {
  vault: Vault;
  branches: BranchSources;
  reconciler: Reconciler;
  identity: Identity;
  runs: RunEngine;
  writes: ProductionWrites;
  hub: EventHub;
  quarantine: Quarantine;
}

/** Opens the backups and their schedule, after it has completed a restore that the process before had begun. */
export async function openBackups(parts: Parts): Promise<StoredBackups> {
  const backups = await openStored(parts);
  parts.closers.add(() => backups.close());
  const { Schedule, Categories } = parts.settings.Backups;
  if (Schedule !== undefined) {
    const lastScheduled = await backups.lastScheduled();
    const take = () => backups.scheduled(Categories ?? categories);
    const warn = (message: string) => parts.log.warn(message);
    const schedule = startSchedule(Schedule, lastScheduled, take, warn);
    parts.closers.add(() => schedule.stop());
  }
  return backups;
}

async function openStored(parts: Parts): Promise<StoredBackups> {
  const { settings, config, storage, vault, branches, reconciler, identity, runs, hub, log, quarantine } =
    parts;
  const { Backups, DataDirectory, Git } = settings;
  const { production } = branches;
  let hasRuns = false;
  const backups = await openRoom({
    storage,
    vault,
    quarantine,
    version,
    path: Git.Path,
    folder: Backups.Directory ?? join(DataDirectory, 'backups'),
    keep: Backups.Keep,
    keepDays: Backups.KeepDays,
    maxUploadBytes: Backups.LargestUpload,
    everything: categories,
    report: (err) => log.error({ err }, 'backup failed'),
    inform: (message, details) => log.info(details, message),
    completed({ type, data }: BackupCompleted) {
      const events = [platformEvent(type, data.id, { ...data, categories: [...data.categories] })];
      return { writes: hub.writes(events), notify: () => hub.notify(events) };
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
    writeFiles: (writes, message, principal) => write(parts, writes, message, principal),
    async reload(restored: readonly Category[]) {
      // The users are reloaded even if the runs fail: deleted keys must not work any more.
      const steps = await Promise.allSettled([
        restored.includes('users') ? identity.reload() : undefined,
        restored.includes('secrets') ? vault.secrets.replaced() : undefined,
        // During the start, all unfinished runs are recovered later.
        restored.includes('runs') && hasRuns ? runs.recover().then(({ continued }) => continued) : undefined,
      ]);
      for (const step of steps) if (step.status === 'rejected') throw step.reason;
    },
  });
  hasRuns = true;
  return backups;
}

async function write(
  { branches, writes: production, reconciler }: Parts,
  files: readonly FileRestore[],
  message: string,
  principal: string,
): Promise<RestoreWrite> {
  const branch = branches.production;
  if (production.kind === 'directory') {
    if ((await production.writes.writeFiles(files)) === 'moved') return { moved: true };
    await reconciler.request(branch);
    return { moved: false, commit: null };
  }
  const { repository } = production;
  const isFirst = (await repository.resolveRef(branch)) === undefined;
  const outcome = await repository.writer.commit({
    branch,
    changes: files,
    ...(isFirst ? { expected: null } : {}),
    author: getAuthor(principal, 'localhost'),
    message,
  });
  if (!outcome.ok) {
    const { refusal } = outcome;
    if (refusal.kind === 'unchanged') return { moved: false, commit: null };
    if (refusal.kind === 'path_moved' || refusal.kind === 'path_missing' || refusal.kind === 'moved')
      return { moved: true };
    throw new Problem('restore_failed', `The files could not be committed: ${describe(refusal)}`);
  }
  return { moved: false, commit: await production.writes.publish(branch, outcome.commit) };
}

function describe(refusal: { kind: string; path?: string }): string {
  return refusal.path === undefined ? refusal.kind : `${refusal.kind} at ${refusal.path}`;
}
