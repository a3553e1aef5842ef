import type { Logger } from 'pino';
import type { Snapshot } from '../catalog/index.js';
import { Problem } from '../problems/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import { changedTriggers, type TriggerService } from '../triggers/index.js';
import { followSnapshots } from './operator-log.js';

/** Lines for one applied revision; `svc triggers list` shows all triggers. */
const maxLines = 10;

interface Parts {
  reconciler: Reconciler;
  schedules: TriggerService;
  /** Production and the active branches. */
  active: readonly string[];
}

/**
 * Logs the triggers that a revision brings or changes, with the address that senders deliver to or the next time: what a
 * commit starts is seen at once.
 */
export function logTriggers({ reconciler, schedules, active }: Parts, log: Logger): void {
  followSnapshots(reconciler, (snapshot, before) => {
    const { branch } = snapshot;
    // At a start everything would be new.
    if (before === undefined || !active.includes(branch)) return;
    tell(before, snapshot).catch((err) => log.warn({ err, branch }, 'triggers of the revision not listed'));
  });

  async function tell(before: Snapshot, snapshot: Snapshot): Promise<void> {
    const { branch, revision } = snapshot;
    const changed = await changedTriggers(before, snapshot);
    for (const name of changed.slice(0, maxLines)) {
      const view = await schedules.get(branch, name).catch(ignoreGone);
      if (view === undefined) continue;
      const { flow, kind, state, address, next } = view;
      const when = address === null ? (kind === 'schedule' ? { next: next[0] ?? null } : {}) : { address };
      log.info({ branch, revision, trigger: name, flow, state, ...when }, 'trigger in service');
    }
    const left = changed.length - maxLines;
    if (left > 0) log.info({ branch, revision, count: left }, 'more triggers in service');
  }
}

/** The next revision may have removed it. */
function ignoreGone(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'trigger_not_found') return undefined;
  throw error;
}
