import type { Logger } from 'pino';
import {
  type CommitStatus,
  openForge,
  openStatusOutbox,
  openStatusSink,
  type StatusOutbox,
} from '../forges/index.js';
import type { ReconcileEvent } from '../reconciler/contract.js';
import type { Settings } from '../settings/index.js';
import type { Storage, Write } from '../storage/index.js';
import type { Vault } from '../vault/contract.js';

export interface StatusParts {
  settings: Settings;
  storage: Storage;
  vault: Vault;
  log: Logger;
}

/** What the forge is told of, as the reconciler hands it over. */
export interface CommitStatuses {
  readonly outbox: StatusOutbox;
  /** Of events, for the transaction that notes what they tell. */
  writes(events: readonly ReconcileEvent[]): readonly Write[];
  /** The events have happened, and their writes are on disk. */
  tell(events: readonly ReconcileEvent[]): void;
}

/**
 * Tells the forge of the settings what came of each commit; undefined when they name none. Never holds up reconciling.
 * @throws Problem settings_invalid
 */
export function openCommitStatuses({
  settings,
  storage,
  vault,
  log,
}: StatusParts): CommitStatuses | undefined {
  const sink = settings.Git.Enabled ? openStatusSink(settings, vault, openForge(settings, vault)) : undefined;
  if (!sink) return undefined;
  const outbox = openStatusOutbox({
    storage,
    sink,
    onFailure: ({ revision }, problem, isFinal) =>
      log.warn(
        { revision, detail: String(problem) },
        isFinal ? 'commit status given up' : 'commit status not written yet',
      ),
  });
  return {
    outbox,
    writes: (events) => outbox.writes(events.flatMap(statusOf)),
    tell: (events) => {
      if (events.some((event) => statusOf(event).length > 0)) outbox.wake();
    },
  };
}

/** What an event says about a commit; nothing when it is about a remote that is away, or about entities. */
function statusOf(event: ReconcileEvent): CommitStatus[] {
  const { branch, revision } = event;
  if (!/^[0-9a-f]{40}$/.test(revision)) return [];
  if (event.type === 'dev.svc.sync.succeeded.v1') {
    const { entities, invalid } = event.data.counts;
    const inService = `${entities} ${entities === 1 ? 'entity is' : 'entities are'} in service`;
    if (invalid === 0) return [{ branch, revision, state: 'success', description: `${inService}.` }];
    const description = `${inService}; ${invalid} ${invalid === 1 ? 'is' : 'are'} invalid in this version.`;
    return [{ branch, revision, state: 'failure', description }];
  }
  if (event.type !== 'dev.svc.sync.failed.v1') return [];
  const { code, message } = event.data;
  if (code === 'prune_held') return [{ branch, revision, state: 'pending', description: message }];
  return code === 'commit_held' ? [{ branch, revision, state: 'failure', description: message }] : [];
}
