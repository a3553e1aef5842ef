import type { Quarantine } from '../backups/index.js';
import { Problem } from '../problems/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { RunEngine } from '../runs/index.js';
import type { Vault } from '../security/vault/contract.js';
import { PollStore, Polls, TriggerStore } from '../triggers/index.js';
import type { Base } from './base.js';
import { allTriggers } from './open-subscriptions.js';

interface Parts {
  /** Production and the active branches. */
  active: readonly string[];
  reconciler: Reconciler;
  runs: RunEngine;
  vault: Vault;
  quarantine: Quarantine;
}

export interface OpenPolls {
  polls: Polls;
  pollStore: PollStore;
}

/** Looks for the new items of the applications that triggers poll. */
export function openPolls(
  { storage, log, closers }: Base,
  { active, reconciler, runs, vault, quarantine }: Parts,
): OpenPolls {
  const triggers = new TriggerStore(storage);
  const pollStore = new PollStore(storage, vault);
  const polls = new Polls({
    store: pollStore,
    branches: active,
    peek: (branch) => reconciler.peek(branch),
    paused: async (branch) => (quarantine.isActive ? allTriggers : triggers.paused(branch)),
    read: ({ branch, connection, environment, trigger, action, input }, signal) =>
      runs.connections.read(
        {
          branch,
          connection,
          principal: `trigger/${branch}/${trigger}`,
          ...(environment === undefined ? {} : { environment }),
        },
        { action, input },
        signal,
      ),
    events: runs.events,
    changed({ branch, id: trigger }, error) {
      const about = { branch, trigger };
      if (error === undefined) log.info(about, 'polls of the trigger are answered');
      else if (!(error instanceof Problem))
        log.error({ ...about, err: error }, 'polls of the trigger fail inside svc');
      else log.warn({ ...about, code: error.code, detail: error.message }, 'polls of the trigger fail');
    },
  });
  closers.add(() => polls.stop());
  reconciler.onApplied(({ branch }) => void polls.sync(branch));
  quarantine.onChange(() => {
    for (const branch of active) void polls.sync(branch);
  });
  polls.start().catch((err) => log.error({ err }, 'states of polls not read'));
  return { polls, pollStore };
}
