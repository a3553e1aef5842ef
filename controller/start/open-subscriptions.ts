import type { Quarantine } from '../backups/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { RunEngine } from '../runs/index.js';
import { Subscriptions, TriggerStore } from '../triggers/index.js';
import type { Base } from './base.js';

interface Parts {
  /** Production and the active branches. */
  active: readonly string[];
  reconciler: Reconciler;
  runs: RunEngine;
  quarantine: Quarantine;
}

/** The paused triggers of a branch during a quarantine. */
export const allTriggers: Pick<ReadonlySet<string>, 'has'> = { has: () => true };

/** Takes the messages of the connections with `subscribe`. */
export function openSubscriptions(
  { storage, log, closers }: Base,
  { active, reconciler, runs, quarantine }: Parts,
): Subscriptions {
  const triggers = new TriggerStore(storage);
  const subscriptions = new Subscriptions({
    branches: active,
    peek: (branch) => reconciler.peek(branch),
    paused: async (branch) => (quarantine.isActive ? allTriggers : triggers.paused(branch)),
    receive: ({ branch, connection, environment }, receiver, signal) =>
      runs.connections.receive(
        {
          branch,
          connection,
          principal: `connection/${branch}/${connection}`,
          ...(environment === undefined ? {} : { environment }),
        },
        receiver,
        signal,
      ),
    events: runs.events,
    changed(key, error) {
      if (error === undefined) log.info({ ...key }, 'messages of the connection arrive');
      else log.warn({ ...key, err: error }, 'messages of the connection do not arrive');
    },
  });
  closers.add(() => subscriptions.stop());
  reconciler.onApplied(({ branch }) => void subscriptions.sync(branch));
  const syncAll = (): void => {
    for (const branch of active) void subscriptions.sync(branch);
  };
  quarantine.onChange(syncAll);
  syncAll();
  return subscriptions;
}
