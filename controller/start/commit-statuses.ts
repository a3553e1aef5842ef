import type { Logger } from 'pino';
import { CommitStatusSender, commitStatusMessage, type Message } from '../delivery/index.js';
import { type CommitStatus, openForge, openStatusSink } from '../git/forges/index.js';
import type { ReconcileEvent, UnchangedTip } from '../reconciler/contract.js';
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
  /** Returns the message of a tip that changes no file of svc: the outcome of the revision that stands for it. */
  unchanged(tip: UnchangedTip): Message[];
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
  return {
    sender,
    messages: (events) => events.flatMap(getStatus).map(commitStatusMessage),
    unchanged: (tip) => statusOfUnchanged(tip, settings.Git.Path ?? '').map(commitStatusMessage),
  };
}

/** Returns the status of a commit; none for events about an unreachable remote or about entities. */
function getStatus(event: ReconcileEvent): CommitStatus[] {
  const { branch, revision } = event;
  if (!isCommit(revision)) return [];
  if (event.type === 'dev.svc.sync.succeeded.v1')
    return [{ branch, revision, ...applied(event.data.counts) }];
  return event.type === 'dev.svc.sync.failed.v1' ? refused({ branch, revision }, event.data) : [];
}

/**
 * Returns the status of a commit outside of svc's folder. It fails while the files of the folder do: otherwise a further
 * commit would let a pull request pass whose entities are invalid.
 */
function statusOfUnchanged({ branch, revision, outcome }: UnchangedTip, path: string): CommitStatus[] {
  if (!isCommit(revision)) return [];
  if ('problem' in outcome) return refused({ branch, revision }, outcome.problem);
  const status = applied(outcome.counts);
  if (status.state !== 'success') return [{ branch, revision, ...status }];
  return [{ branch, revision, state: 'success', description: `Nothing in ${path} changed.` }];
}

function isCommit(revision: string): boolean {
  return /^[0-9a-f]{40}$/.test(revision);
}

type Outcome = Pick<CommitStatus, 'state' | 'description'>;

function applied({ entities, invalid }: { entities: number; invalid: number }): Outcome {
  if (invalid === 0) {
    const description = `${entities} ${entities === 1 ? 'entity is' : 'entities are'} in service.`;
    return { state: 'success', description };
  }
  // A new entity that is invalid has no version in service.
  const stay =
    invalid === 1 ? 'it stays at its last good version, if it has one' : 'last good versions stay in service';
  return {
    state: 'failure',
    description: `${invalid} ${invalid === 1 ? 'is' : 'are'} invalid in this version; ${stay}.`,
  };
}

function refused(
  commit: Pick<CommitStatus, 'branch' | 'revision'>,
  { code, message }: { code: string; message: string },
): CommitStatus[] {
  if (code === 'prune_held') return [{ ...commit, state: 'pending', description: message }];
  const isFailure = code === 'commit_held' || code === 'commit_unverified';
  return isFailure ? [{ ...commit, state: 'failure', description: message }] : [];
}
