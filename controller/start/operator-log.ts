import type { Logger } from 'pino';
import {
  countSkippedFiles,
  type ReadinessChange,
  readinessChanges,
  type Snapshot,
} from '../catalog/index.js';
import type { RepairObserver } from '../git/index.js';
import type { ReconcileEvent, Reconciler } from '../reconciler/contract.js';
import type { EndedRun } from '../runs/index.js';
import type { AuditEvent } from '../security/audit/contract.js';

/** Lines about single entities for one applied revision; a summary says how many there are. */
const maxLines = 10;

/**
 * Logs each applied revision, the entities whose readiness it changes, and how many files belong to other tools.
 * @param isNew called with the first snapshot of each branch
 */
export function logReconciling(
  reconciler: Reconciler,
  log: Logger,
  isNew: (snapshot: Snapshot) => void,
): void {
  followSnapshots(reconciler, (snapshot, before) => {
    if (!before) isNew(snapshot);
    logReadiness(before, snapshot, log);
    logUnreadyFiles(before, snapshot, log);
    logSkippedFiles(before, snapshot, log);
  });
  reconciler.onEvents((events) => {
    for (const event of events) logSync(event, log);
  });
}

/** Calls a listener for each new snapshot, with the one of the branch before; undefined for the first one. */
export function followSnapshots(
  reconciler: Pick<Reconciler, 'onApplied' | 'status'>,
  listener: (snapshot: Snapshot, before: Snapshot | undefined) => void,
): void {
  // Weak: the snapshots of branches that are no longer followed are released.
  const last = new Map<string, WeakRef<Snapshot>>();
  reconciler.onApplied((snapshot) => {
    const before = last.get(snapshot.branch)?.deref();
    for (const branch of last.keys()) if (!reconciler.status(branch)) last.delete(branch);
    last.set(snapshot.branch, new WeakRef(snapshot));
    listener(snapshot, before);
  });
}

function logReadiness(before: Snapshot | undefined, snapshot: Snapshot, log: Logger): void {
  const { branch, revision } = snapshot;
  const changes = readinessChanges(before, snapshot);
  const broken = changes.filter(({ isReady }) => !isReady);
  for (const { kind, name } of broken.slice(0, maxLines)) {
    const ready = snapshot.status(kind, name)?.conditions[0];
    const inService = snapshot.get(kind, name)?.revision ?? null;
    const about = { code: ready?.reason, detail: ready?.message, inService };
    log.warn({ branch, revision, kind, name, ...about }, 'entity not ready');
  }
  if (broken.length > 0) {
    const listed = Math.min(broken.length, maxLines);
    const counts = { becameNotReady: broken.length, listed, ...snapshot.counts };
    log.warn({ branch, revision, ...counts }, 'revision applied in part');
  }
  logRecovered(changes, snapshot, log);
}

/** Logs the paths of invalid files without an entity that were not among those of the snapshot before. */
function logUnreadyFiles(before: Snapshot | undefined, snapshot: Snapshot, log: Logger): void {
  const { branch, revision, counts } = snapshot;
  const previous = new Set(before?.unreadyFiles(before.counts.invalid));
  const added = snapshot.unreadyFiles(counts.invalid).filter((path) => !previous.has(path));
  if (added.length === 0) return;
  log.warn({ branch, revision, count: added.length, files: added.slice(0, maxLines) }, 'files not ready');
}

function logRecovered(
  changes: readonly ReadinessChange[],
  { branch, revision }: Snapshot,
  log: Logger,
): void {
  const recovered = changes.filter(({ isReady }) => isReady);
  if (recovered.length === 0) return;
  const entities = recovered.slice(0, maxLines).map(({ kind, name }) => `${kind}/${name}`);
  log.info({ branch, revision, count: recovered.length, entities }, 'entities ready again');
}

/** Logs the number of files of other tools when it differs from that of the snapshot before. */
function logSkippedFiles(before: Snapshot | undefined, snapshot: Snapshot, log: Logger): void {
  const tools = [before?.otherTools ?? new Map<string, string>(), snapshot.otherTools];
  if (tools.every(({ size }) => size === 0)) return;
  const [was, is] = tools.map(countSkippedFiles);
  if (JSON.stringify(was) === JSON.stringify(is)) return;
  const { branch, revision } = snapshot;
  log.info({ branch, revision, ...is }, 'files of other tools passed over');
}

function logSync(event: ReconcileEvent, log: Logger): void {
  if (event.type !== 'dev.svc.sync.succeeded.v1') return;
  const { branch, revision, data } = event;
  const { previousRevision: previous, counts, changes } = data;
  log.info({ branch, revision, previous, ...counts, ...changes }, 'revision in service');
}

/** Logs a faulted run. */
export function logFaulted({ id, flow, branch, revision, environment, error }: EndedRun, log: Logger): void {
  const { type = '', code = type.slice(type.lastIndexOf('/') + 1), status, instance } = error ?? {};
  const about = { run: id, flow, branch, revision, environment };
  // The detail may quote data of the run, so it stays in the run's record.
  log.warn({ ...about, code, status, task: instance }, 'run faulted');
}

/** For the audited actions that the service log shows too, sign-ins and restores: functions that log their outcome. */
export function auditedActions(log: Logger) {
  const logAs =
    (done: string, refused: string) =>
    ({ principal, target, address, via, detail }: AuditEvent, outcome: string): void => {
      // A session renews its token every few minutes, which is no sign-in.
      if (outcome === 'begun' || (outcome === 'ok' && detail?.['grant'] === 'refresh_token')) return;
      const about = { principal, target, address, via, ...detail };
      if (outcome === 'ok') log.info(about, done);
      else log.warn({ ...about, code: outcome }, refused);
    };
  return {
    'create-token': logAs('signed in', 'sign-in refused'),
    'restore-backup': logAs('backup restored', 'backup not restored'),
  };
}

/** Logs the begin and the end of a repair of the local repository. */
export function repairLog(log: Logger): RepairObserver {
  return {
    begun: (cause) => log.warn({ cause }, 'local repository damaged; fetching it again from the remote'),
    done({ branches, localCommits, recovered, kept }) {
      const about = { branches, localCommits, ...(recovered.length > 0 && { recovered }) };
      if (!kept) log.info(about, 'local repository fetched again');
      else {
        const { path: folder, lost } = kept;
        const hint = keptFolderHint(folder);
        log.error(
          { ...about, folder, lost, hint },
          'local repository fetched again; commits could not be read',
        );
      }
    },
  };
}

/** Says what to do with a folder of damaged objects that a repair has kept. */
export function keptFolderHint(folder: string): string {
  return `Look with \`git --git-dir=${folder} fsck\` at what can still be read there, make the lost changes again or restore them from a backup, then delete the folder.`;
}
