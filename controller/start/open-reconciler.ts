import { version } from '../../schemas/version.js';
import {
  AnalysisStore,
  type Catalog,
  createCatalog,
  type KindDefinition,
  type StartAnalysisThread,
} from '../catalog/index.js';
import { startThread } from '../concurrency/thread.js';
import type { Connector } from '../connectors/index.js';
import { branchEvent, type Occurrence } from '../delivery/index.js';
import { type CommitTrust, isObjectId } from '../git/index.js';
import { createKinds } from '../kinds/index.js';
import { toHintText } from '../problems/index.js';
import type { ReconcileEvent, Reconciler } from '../reconciler/contract.js';
import { createReconciler, DatabaseAppliedStore } from '../reconciler/index.js';
import type { BranchSources } from '../sources/index.js';
import { openSqlite } from '../storage/index.js';
import type { Base } from './base.js';
import { engineVersion, releaseVersion } from './engine-version.js';
import { type Installed, installedIn } from './installed-connectors.js';
import type { OpenDelivery } from './open-delivery.js';

export interface Reconciling {
  kinds: readonly KindDefinition[];
  catalog: Catalog;
  reconciler: Reconciler;
}

/** Returns a function that starts a thread, which analyses files by the kinds with the connectors of an installation. */
export function analysisThreads(installed: Installed = { packages: [], from: [] }): StartAnalysisThread {
  const start: StartAnalysisThread = ({ workerData, ...options }) =>
    startThread('controller/start/analysis-thread', { ...options, workerData: { ...workerData, installed } });
  // Only packages are looked for in these places.
  return Object.assign(start, { program: JSON.stringify(installed.packages.length > 0 ? installed : []) });
}

/** Starts to follow the branches; their events are written to the outbox with the revision that they report. */
export function openReconciler(
  { settings, data, storage, log, closers }: Base,
  branches: BranchSources,
  connectors: readonly Connector[],
  { hub, outbox, commitStatuses }: OpenDelivery,
  trust: CommitTrust | undefined,
): Reconciling {
  const { Git, Limits } = settings;
  const kinds = createKinds(connectors);
  const { production } = branches;
  // Teams hold as production has them, also for people whom flows of other branches ask.
  const isElsewhere = (branch: string, kind: string, name: string): boolean => {
    const isOther = kind === 'team' && branch !== production;
    const snapshot = isOther ? reconciler.peek(production) : undefined;
    return isOther && (snapshot === undefined || snapshot.get(kind, name) !== undefined);
  };
  const catalog = createCatalog(kinds, {
    isElsewhere,
    limits: Limits,
    path: Git.Path,
    startThread: analysisThreads(installedIn(settings)),
    version,
    openStore: () =>
      new AnalysisStore({
        path: data.file('cache', 'analyses.db'),
        version: engineVersion(Limits, connectors),
        openDatabase: openSqlite,
        onFailure: (err) => log.warn({ err }, 'analysis store failed'),
      }),
  });
  closers.add(() => catalog.close());
  /** The hub recognises what it has written by the object. */
  const occurrences = new WeakMap<ReconcileEvent, Occurrence>();
  const getOccurrence = (event: ReconcileEvent): Occurrence => {
    const occurrence = occurrences.get(event) ?? branchEvent(event);
    occurrences.set(event, occurrence);
    return occurrence;
  };
  const reconciler: Reconciler = createReconciler({
    sourceFor: (branch) => branches.sourceFor(branch),
    catalog,
    applied: new DatabaseAppliedStore(storage, releaseVersion()),
    production,
    path: Git.Path,
    active: Git.ActiveBranches,
    rules: { policy: Git.ApplyPolicy, pruneLimit: Git.PruneLimit },
    ...(trust && { verify: trust.findUnverified.bind(trust) }),
    pollIntervalMs: Git.PollInterval * 1_000,
    outbox: (events) => [
      ...hub.writes(events.map(getOccurrence)),
      ...(commitStatuses ? outbox.writes(commitStatuses.messages(events)) : []),
    ],
    ...(commitStatuses && {
      onUnchanged: async (tip) => {
        const messages = commitStatuses.unchanged(tip);
        if (messages.length === 0) return;
        await storage.commit(outbox.writes(messages));
        outbox.wake();
      },
    }),
    onFailure: (branch, problem) =>
      log.warn(
        { branch, code: problem.code, detail: problem.message, hints: problem.hints.map(toHintText) },
        'reconcile failed',
      ),
  });
  closers.add(() => reconciler.stop());
  if (trust)
    reconciler.onApplied(({ branch, revision }) => {
      if (isObjectId(revision)) trust.note(branch, revision);
    });
  reconciler.onEvents((events) => {
    hub.notify(events.map(getOccurrence));
    if (commitStatuses && commitStatuses.messages(events).length > 0) outbox.wake();
  });
  return { kinds, catalog, reconciler };
}
