import type { Logger } from 'pino';
import { CommitStatusSender, commitStatusMessage, type Message } from '../delivery/index.js';
import { type CommitStatus, openForge, openStatusSink } from '../git/forges/index.js';
import type { ReconcileEvent } from '../reconciler/contract.js';
import type { Vault } from '../security/vault/contract.js';
import type { Settings } from '../settings/index.js';

export interface StatusParts {
  settings: Settings;
  vault: Vault;
  log: Logger;
}

/** Reports the outcome of commits to the forge, through the outbox. */
export interface CommitStatuses {
  readonly sender: CommitStatusSender;
  /** Returns the messages of events, for the transaction that stores the events. */
  messages(events: readonly ReconcileEvent[]): Message[];
}

/** Opens the forge of the settings; undefined when they name none. @throws Problem settings_invalid */
export function openCommitStatuses({ settings, vault, log }: StatusParts): CommitStatuses | undefined {
  const readSecret = (path: string) => vault.secrets.read(path);
  const sink = settings.Git.Enabled
    ? openStatusSink(settings, readSecret, openForge(settings, readSecret))
    : undefined;
  if (!sink) return undefined;
  const sender = new CommitStatusSender({
    sink,
    onFailure: ({ revision }, problem, isFinal) =>
      log.warn(
        { revision, detail: String(problem) },
        isFinal ? 'commit status given up' : 'commit status not written yet',
      ),
  });
  return { sender, messages: (events) => events.flatMap(statusOf).map(commitStatusMessage) };
}

/** Returns the status of a commit; none for events about an unreachable remote or about entities. */
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
