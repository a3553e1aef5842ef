import { createHash } from 'node:crypto';
import type { EntityChange, Snapshot } from '../catalog/index.js';
import type { Problem } from '../problems/index.js';
import type { EntityEvent, ReconcileEvent, SyncFailedEvent, SyncSucceededEvent } from './contract.js';

export interface Application {
  next: Snapshot;
  previous: Snapshot | undefined;
  changes: readonly EntityChange[];
  /** RFC 3339. */
  time: string;
}

/** The events of a new revision: each entity that changed, then the sync. */
export function appliedEvents({ next, previous, changes, time }: Application): ReconcileEvent[] {
  const { branch, revision } = next;
  const from = previous?.revision ?? '';
  const entities = changes.map(({ change, ...data }): EntityEvent => {
    const id = getId(branch, from, revision, change, data.kind, data.name);
    return { id, type: `dev.svc.entity.${change}.v1`, time, branch, revision, data };
  });
  return [...entities, succeeded({ next, previous, changes, time })];
}

/** The event of a successful sync; when `previous` is `next`, the event that a failure has ended. */
export function succeeded({ next, previous, changes, time }: Application): SyncSucceededEvent {
  const { branch, revision, counts } = next;
  const count = (what: EntityChange['change']) => changes.filter(({ change }) => change === what).length;
  const again = previous?.revision === revision ? time : '';
  return {
    id: getId(branch, previous?.revision ?? '', revision, 'succeeded', again),
    type: 'dev.svc.sync.succeeded.v1',
    time,
    branch,
    revision,
    data: {
      previousRevision: previous?.revision ?? null,
      counts,
      changes: { created: count('created'), updated: count('updated'), deleted: count('deleted') },
    },
  };
}

export interface SyncFailure {
  branch: string;
  revision: string;
  problem: Problem;
  /** The snapshot in service. */
  applied: Snapshot | undefined;
  /** RFC 3339. */
  time: string;
}

export function failed({ branch, revision, problem, applied, time }: SyncFailure): SyncFailedEvent {
  const { code, message } = problem;
  return {
    id: getId(branch, revision, code, time),
    type: 'dev.svc.sync.failed.v1',
    time,
    branch,
    revision,
    data: { code, message, appliedRevision: applied?.revision ?? null },
  };
}

function getId(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
