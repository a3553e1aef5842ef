import { sql } from 'kysely';
import { version } from '../../schemas/version.js';
import type { Quarantine } from '../backups/index.js';
import type { Snapshot } from '../catalog/index.js';
import type { CommitStatusSender } from '../delivery/index.js';
import type { FlowPlan } from '../flows/index.js';
import type { RepositoryRepair } from '../git/index.js';
import {
  auditCheck,
  type BranchReadiness,
  type Check,
  certificateCheck,
  clockCheck,
  commitStatusCheck,
  type Diagnosis,
  databaseCheck,
  databaseServerCheck,
  diskCheck,
  entitiesCheck,
  gitRemoteCheck,
  gitRepositoryCheck,
  type LeaderFlow,
  leaderFlowsCheck,
  masterKeyCheck,
  overlayCheck,
  pollsCheck,
  quarantineCheck,
  queueCheck,
  type RefusedStatus,
  runChecks,
  secretProviderCheck,
} from '../observability/index.js';
import { joinHints, Problem } from '../problems/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import { connectionsCheck, pythonCheck, type RunnableStates, runnableCheck } from '../runnable/index.js';
import { getOwnNeeds, type RunEngine } from '../runs/index.js';
import type { Audit } from '../security/audit/audit-log.js';
import type { Vault } from '../security/vault/contract.js';
import { findProvider, type MountedProvider } from '../security/vault/secret-provider.js';
import type { Storage } from '../storage/index.js';
import type { Polls } from '../triggers/index.js';
import { type Assignees, assigneesCheck } from './assignees.js';
import type { Base } from './base.js';
import { openProtectionCheck } from './branch-protection.js';
import type { CommitStatuses } from './commit-statuses.js';
import { linksCheck } from './notification-links.js';
import type { OpenNotices } from './open-notices.js';
import type { OpenPullRequestPlans } from './open-pull-request-plans.js';
import { keptFolderHint } from './operator-log.js';

export interface DiagnosticsParts {
  vault: Vault;
  audit: Audit;
  reconciler: Reconciler;
  runs: Pick<RunEngine, 'load' | 'humanTasks'>;
  commitStatuses: CommitStatuses | undefined;
  pullRequestPlans: Pick<OpenPullRequestPlans, 'checks'>;
  production: string;
  notices: Pick<OpenNotices, 'checks'>;
  assignees: Assignees;
  runnable: RunnableStates;
  /** Production and the active branches. */
  active: readonly string[];
  quarantine: Pick<Quarantine, 'state'>;
  polls: Pick<Polls, 'summary'>;
  /** Undefined where no remote could replace damaged objects. */
  repair: RepositoryRepair | undefined;
}

/** The health of an installation. */
export interface Health extends Diagnosis {
  version: string;
  node: string;
  platform: string;
  /** The newest migration of the database. */
  schema: string;
  /** RFC 3339. */
  startedAt: string;
}

/** Registers the checks of this installation; the returned function runs them. */
export function openDiagnostics(
  base: Base,
  {
    vault,
    audit,
    reconciler,
    runs,
    commitStatuses,
    pullRequestPlans,
    production,
    repair,
    notices,
    quarantine,
    assignees,
    runnable,
    active,
    polls,
  }: DiagnosticsParts,
): () => Promise<Health> {
  const { settings, data, storage, certificate } = base;
  const { Backups, Flows, Git, LocalOverlay, Limits } = settings;
  const checks: Check[] = [
    checkOfDatabase(storage),
    diskCheck({
      'the data directory': data.path,
      'the backups': Backups.Directory ?? data.file('backups'),
      ...(Git.Enabled ? {} : { 'the entity files': Git.Directory ?? process.cwd() }),
    }),
    clockCheck(() => newestRun(storage)),
    masterKeyCheck(() => vault.masterKeys.status()),
    ...vault.providers.map((mount) => providerCheck(vault, mount)),
    auditCheck(() => audit.verify()),
    ...(Git.Enabled ? [remoteCheck(reconciler, production, Git.Remote !== undefined)] : []),
    ...(repair ? [getRepositoryCheck(repair)] : []),
    entitiesCheck(() => reconciler.followed().flatMap((branch) => getReadiness(reconciler, branch))),
    runnableCheck(runnable, () => active.flatMap((branch) => reconciler.peek(branch) ?? [])),
    ...(Flows.Python === undefined ? [] : [pythonCheck(Flows.Python)]),
    ...(settings.Connections.TestEvery === undefined
      ? []
      : [connectionsCheck(runnable, () => reconciler.peek(production))]),
    ...openProtectionCheck(base, vault, production),
    ...(commitStatuses ? [commitStatusCheck(() => refusedStatus(commitStatuses.sender))] : []),
    ...pullRequestPlans.checks,
    ...(certificate ? [certificateCheck(() => certificate.state())] : []),
    ...(storage.node ? [leaderFlowsCheck(() => listLeaderFlows(reconciler.peek(production)))] : []),
    linksCheck(base, reconciler),
    ...notices.checks,
    assigneesCheck(assignees, reconciler, runs.humanTasks, active),
    pollsCheck(() => polls.summary()),
    quarantineCheck(() => quarantine.state),
    overlayCheck(LocalOverlay.Enabled ? LocalOverlay.Directory : undefined),
    queueCheck(() => {
      const { running, pending, oldestByBranch } = runs.load();
      const lags = Array.from(oldestByBranch, ([branch, since]) => ({ branch, ms: Date.now() - since }));
      return { running, pending, lags };
    }, Limits.PendingRuns),
  ];
  const startedAt = new Date().toISOString();
  return async () => {
    const [diagnosis, schema] = await Promise.all([runChecks(checks), newestMigration(storage)]);
    const { platform, arch, versions } = process;
    const { node } = versions;
    return { ...diagnosis, version, node, platform: `${platform} ${arch}`, schema, startedAt };
  };
}

function checkOfDatabase(storage: Storage): Check {
  const { place, server } = storage;
  const refusal = () => storage.refusal();
  if (server) return databaseServerCheck({ place, state: server, refusal });
  return databaseCheck({ file: place, integrity: () => storage.integrity(), refusal });
}

function providerCheck({ secrets }: Vault, mount: MountedProvider): Check {
  const { prefix, provider } = mount;
  return secretProviderCheck({
    prefix,
    location: provider.location,
    hidden: async () => {
      return (await secrets.list()).filter(({ path }) => findProvider([mount], path) !== undefined).length;
    },
    async ask(signal) {
      try {
        return { isAway: false, detail: await provider.check(signal) };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const isAway = error.code === 'secret_provider_unavailable';
        return { isAway: true, detail: error.message, hint: isAway ? undefined : error.hints[0] };
      }
    },
  });
}

async function newestRun(storage: Storage): Promise<number | undefined> {
  const row = await storage.db
    .selectFrom('runs')
    .select('created_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

async function newestMigration(storage: Storage): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(
    storage.db,
  );
  return rows[0]?.name ?? '';
}

function remoteCheck(reconciler: Reconciler, branch: string, hasRemote: boolean): Check {
  return gitRemoteCheck({
    branch,
    hasRemote,
    async refresh() {
      await reconciler.request(branch);
      const status = reconciler.status(branch);
      const ready = status?.conditions.find(({ type }) => type === 'Ready');
      const { lastError: message, hints = [] } = status ?? {};
      return {
        revision: status?.appliedRevision,
        failure: message === undefined ? undefined : { message, hints },
        ready: ready && { isTrue: ready.status === 'True', message: ready.message },
      };
    },
  });
}

function getRepositoryCheck(repair: RepositoryRepair): Check {
  return gitRepositoryCheck(() => {
    const { problem, kept } = repair;
    return {
      damage: problem && { message: problem.message, hints: problem.hints },
      kept: kept.map(({ path, lost }) => ({
        folder: path,
        lost: lost.map(({ ref, commit }) =>
          commit === undefined ? ref : `${ref} at ${commit.slice(0, 12)}`,
        ),
        hint: keptFolderHint(path),
      })),
    };
  });
}

/** Returns the flows whose own tasks need the leader; those that only use such flows or entities are left out. */
function listLeaderFlows(snapshot: Snapshot | undefined): LeaderFlow[] {
  return (snapshot?.list('flow') ?? []).flatMap(({ name, compiled }) => {
    const needs = compiled === undefined ? [] : getOwnNeeds(compiled as FlowPlan);
    return needs.length === 0 ? [] : [{ flow: name, needs }];
  });
}

/** Entities and files that a check names for each branch. */
const maxNamed = 3;

function getReadiness(reconciler: Reconciler, branch: string): BranchReadiness[] {
  const snapshot = reconciler.peek(branch);
  if (!snapshot) return [];
  const { invalid: notReady } = snapshot.counts;
  const unready = snapshot.unready(maxNamed).map(({ kind, name }) => `${kind}/${name}`);
  const named = [...unready, ...snapshot.unreadyFiles(maxNamed - unready.length)];
  return [{ branch, notReady, named }];
}

function refusedStatus({ refused }: Pick<CommitStatusSender, 'refused'>): RefusedStatus | undefined {
  if (!refused) return undefined;
  const { shown, problem, isFinal } = refused;
  return {
    revision: shown.revision,
    reason: problem instanceof Error ? problem.message : String(problem),
    hint: problem instanceof Problem ? joinHints(problem.hints) : '',
    isFinal,
  };
}
