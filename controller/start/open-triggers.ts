import type { Quarantine } from '../backups/index.js';
import type { EventHub, Outbox } from '../delivery/index.js';
import { Problem } from '../problems/index.js';
import type { RunEngine } from '../runs/index.js';
import {
  createTriggers,
  OccurrenceLog,
  ParkedMessages,
  ParkedStore,
  TriggerStore,
  type Triggers,
} from '../triggers/index.js';
import type { Base } from './base.js';
import type { Reconciling } from './open-reconciler.js';
import type { Security } from './open-security.js';
import { allTriggers } from './open-subscriptions.js';

interface Parts extends Pick<Reconciling, 'reconciler'>, Pick<Security, 'vault'> {
  runs: RunEngine;
  hub: EventHub;
  outbox: Outbox;
  quarantine: Quarantine;
  /** Production and the active branches. */
  active: readonly string[];
}

export interface OpenTriggers {
  triggers: Triggers;
  /** Messages of connections whose triggers could not start their flows. */
  parkedMessages: ParkedMessages;
}

/** Starts flows by events, also by those about runs and about the platform. */
export function openTriggers({ settings, storage, log }: Base, parts: Parts): OpenTriggers {
  const { runs, hub, outbox, vault, reconciler, active, quarantine } = parts;
  const store = new TriggerStore(storage);
  const options = {
    occurrences: new OccurrenceLog(store),
    parked: new ParkedStore(storage, vault),
    storage,
    outbox,
    runs,
    sealing: vault,
    snapshots: reconciler,
    paused: async (branch: string) => (quarantine.isActive ? allTriggers : store.paused(branch)),
    branches: active,
    maxChainLength: settings.Limits.RunNesting,
    report: (error: unknown, { id }: { id: string }) => {
      if (!(error instanceof Problem)) log.warn({ err: error, id }, 'event starts no run');
      else log.warn({ id, code: error.code, detail: error.message }, 'event starts no run');
    },
    reportUnread: (error: unknown, branch: string) => {
      // The pass that failed has been logged with its reason and its hints.
      if (error instanceof Problem) log.debug({ branch, detail: error.message }, 'events of a branch wait');
      else log.warn({ err: error, branch }, 'events of a branch wait');
    },
  };
  const triggers = createTriggers(options);
  hub.attach(triggers.sink);
  void triggers.sink.refresh();
  reconciler.onApplied(({ branch }) => void triggers.sink.refresh(branch));
  return { triggers, parkedMessages: new ParkedMessages(options) };
}
