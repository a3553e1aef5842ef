import type { Quarantine } from '../backups/index.js';
import type { OccurrenceTally } from '../observability/index.js';
import type { Problem } from '../problems/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { RunEngine } from '../runs/index.js';
import type { BranchSources } from '../sources/index.js';
import { Scheduler, Schedules, type Subscriptions, type TriggerService } from '../triggers/index.js';
import type { Base } from './base.js';
import type { OpenPolls } from './open-polls.js';

interface Parts extends OpenPolls {
  branches: BranchSources;
  /** Production and the active branches. */
  active: readonly string[];
  reconciler: Reconciler;
  runs: RunEngine;
  occurrences: OccurrenceTally;
  subscriptions: Subscriptions;
  quarantine: Quarantine;
}

/** Starts flows at their times, those that were missed included. */
export async function openSchedules(
  { storage, log, closers, address }: Base,
  { branches, active, reconciler, runs, occurrences, subscriptions, quarantine, polls, pollStore }: Parts,
): Promise<TriggerService> {
  const scheduler = new Scheduler({
    storage,
    runs,
    branches: active,
    snapshots: reconciler,
    async committedAt(_, revision) {
      const commit = await branches.git?.repository.readCommit(revision);
      return commit && commit.time * 1_000;
    },
    failed({ branch, id }, at, problem) {
      occurrences.add('failed');
      const { code, message: detail } = problem as Partial<Problem>;
      const about = { branch, trigger: id, time: new Date(at).toISOString() };
      if (code === undefined) log.error({ ...about, err: problem }, 'occurrence failed inside svc');
      else log.warn({ ...about, code, detail }, 'occurrence failed');
    },
    missed({ branch, id }, from, to) {
      const about = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      log.warn({ branch, trigger: id, ...about }, 'occurrences missed');
    },
    settled: (outcome) => occurrences.add(outcome),
    report(err, { branch, id }) {
      const { code = 'internal' } = err as Partial<Problem>;
      log.error({ err, code, branch, trigger: id }, 'schedule not kept');
    },
  });
  closers.add(() => scheduler.stop());
  reconciler.onApplied((snapshot) => void scheduler.sync(snapshot));
  if (!quarantine.isActive) void scheduler.start();
  quarantine.onChange(() => void (quarantine.isActive ? scheduler.stop() : scheduler.start()));
  return new Schedules({
    scheduler,
    snapshots: reconciler,
    branches: active,
    subscriptions,
    polls,
    pollStore,
    isHeld: () => quarantine.isActive,
    hookAddress: (branch, path) =>
      `${address.url}/api/v1/${encodeURIComponent(branch)}/hooks/${encodeURIComponent(path)}`,
  });
}
