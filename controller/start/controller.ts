import { setTimeout as sleep } from 'node:timers/promises';
import { version } from '../../schemas/version.js';
import { Quarantine } from '../backups/index.js';
import { analysisLimits } from '../catalog/index.js';
import { OccurrenceTally, RunTally, ServiceLog } from '../observability/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import { Validations } from '../reconciler/index.js';
import {
  FlowTester,
  getTestLimits,
  Planner,
  Replayer,
  TaskInspector,
  TestRecorder,
} from '../rehearsal/index.js';
import { HumanTaskLinks } from '../runs/index.js';
import type { InitialAdmin } from '../security/identity/index.js';
import { gitAccess, openBranches, packageFiles, requireSource } from '../sources/index.js';
import { Assignees } from './assignees.js';
import { type Base, type ControllerOptions, openBase } from './base.js';
import { Closers } from './closers.js';
import type { Controller, MemberController } from './contract.js';
import { exportLogs } from './export-logs.js';
import { logLocalLinks } from './notification-links.js';
import { openBackups } from './open-backups.js';
import { openCommitSigning, openCommitTrust } from './open-commit-trust.js';
import { openConnectors } from './open-connectors.js';
import { openDelivery } from './open-delivery.js';
import { openDiagnostics } from './open-diagnostics.js';
import { openHooks } from './open-hooks.js';
import { openNotices, toFault } from './open-notices.js';
import { openPolls } from './open-polls.js';
import { openPullRequestPlans } from './open-pull-request-plans.js';
import { openReconciler } from './open-reconciler.js';
import { openRunnable } from './open-runnable.js';
import { openRuns } from './open-runs.js';
import { openSchedules } from './open-schedules.js';
import { openSecurity } from './open-security.js';
import { openSubscriptions } from './open-subscriptions.js';
import { openTriggers } from './open-triggers.js';
import { openVersions } from './open-versions.js';
import { openWebhooks } from './open-webhooks.js';
import { openWrites } from './open-writes.js';
import { logReconciling, repairLog } from './operator-log.js';
import { startRetention } from './retention.js';
import { serveMembers } from './serve-members.js';
import { logTriggers } from './trigger-log.js';

/** Many runs that compute would make the reading of the branch, and so the service, wait for much longer. */
const maxFirstReadingMs = 10_000;

export type { ControllerOptions } from './base.js';

export interface StartedController extends Controller {
  /** Set when this start created the first administrator. */
  readonly firstAdmin: InitialAdmin | undefined;
  /** See `RunEngine.noteProcessEnd`. */
  noteProcessEnd(error: unknown): number;
  /** Notes the address of this node, for the others. */
  announce(url: string, fingerprint: string | undefined): Promise<void>;
  /** Notes the port, which links name unless `Server.BaseUrl` is set. */
  listensOn(port: number): void;
}

/**
 * Builds and starts everything below the surfaces: claims the data directory, opens the database, follows the production
 * branch, continues the runs of the process before.
 * @throws Problem data_directory_in_use, git_failed, settings_invalid
 */
export async function startController(options: ControllerOptions): Promise<StartedController> {
  const { leader } = await startNode(options);
  if (leader) return leader;
  throw new Error('A process that joins others is started with `startNode`');
}

/** As `startController`; starts a member instead where another process leads, and this one can join it. */
export async function startNode(
  options: ControllerOptions,
): Promise<
  { leader: StartedController; member?: undefined } | { leader?: undefined; member: MemberController }
> {
  const closers = new Closers();
  try {
    const base = await openBase(options, closers);
    const logs = options.serviceLog ?? new ServiceLog();
    const { node } = base.storage;
    if (node?.role === 'member') {
      const { openMember } = await import('./open-member.js');
      return { member: await openMember(base, node, logs) };
    }
    return { leader: await open(base, logs) };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** Opens one subsystem after another; each lists what it takes. */
async function open(base: Base, logs: ServiceLog): Promise<StartedController> {
  const { settings, config, storage, log, closers, certificate, address } = base;
  const { vault, identity, audit, approvals } = await openSecurity(base, logs);
  await exportLogs(base, logs, vault);
  const links = new HumanTaskLinks(vault.sign, address);
  const quarantine = await Quarantine.open(storage);
  // A trial runs one flow: schedules, subscriptions and deliveries of the same files rest.
  if (base.trial) await quarantine.begin({ backup: 'trial', restore: 'trial' }, []);
  const assignees = new Assignees(settings, identity);
  const delivery = await openDelivery(base, { vault, links, assignees, quarantine });
  const { hub, outbox, support, commitStatuses } = delivery;
  const access = gitAccess(settings.Git.Credentials, (path) => vault.secrets.read(path));
  const { keys, signer } = await openCommitSigning(base, vault);
  const branches = await openBranches(settings, { access, storage, onRepair: repairLog(log), signer });
  closers.add(() => branches.close());
  const { production } = branches;
  const active = [...new Set([production, ...settings.Git.ActiveBranches])];
  const { fetch, transfer, connectors, clients, sandbox } = await openConnectors(base, vault);
  const notices = await openNotices(base, vault, quarantine);
  const trust = await openCommitTrust(base, branches, keys);
  const { kinds, catalog, reconciler } = openReconciler(base, branches, connectors, delivery, trust);
  logReconciling(reconciler, log, logLocalLinks(base));
  notices.follow(reconciler, { production, active });
  const tally = new RunTally();
  const state = { production, active: new Set(active), address };
  const { runs, policy, consents, traces } = await openRuns(base, {
    fetch,
    transfer,
    connectors,
    clients,
    sandbox,
    vault,
    audit,
    reconciler,
    hub,
    tally,
    branches,
    links,
    assignees,
    runFaulted: (run) => notices.add(toFault(run, state)),
  });
  assignees.follow(reconciler, production);
  const { connections, humanTasks } = runs;
  const runnable = await openRunnable(base, {
    reconciler,
    vault,
    identity,
    assignees,
    active,
    production,
    connectors,
    consents,
    leading: { connections, quarantine },
  });
  const flowTester = new FlowTester({
    version: (snapshot, request) => runs.version(snapshot, request),
    limits: getTestLimits(settings.Limits),
    environment: settings.Flows.Environment,
    maskJson: (value) => vault.maskJson(value),
  });
  const writes = openWrites({
    ...base,
    vault,
    branches,
    catalog,
    reconciler,
    kinds,
    runnable,
    hub,
    trust,
    identity,
    flowTester,
  });
  closers.add(() => writes.close());
  const backups = await openBackups({
    ...base,
    vault,
    branches,
    reconciler,
    identity,
    runs,
    writes: writes.production,
    hub,
    quarantine,
  });
  // After the backups have opened: an unfinished restore may need the old key.
  vault.masterKeys.resumeRotation().then(
    (rewrapped) => rewrapped > 0 && log.info({ rewrapped }, 'master key rotation completed'),
    (err) => log.error({ err }, 'master key not rotated'),
  );
  await sandbox
    .removeLeftovers()
    .catch((err) => log.error({ err }, 'containers of the last process not removed'));
  const occurrences = new OccurrenceTally();
  const { triggers, parkedMessages } = openTriggers(base, {
    reconciler,
    vault,
    runs,
    hub,
    outbox,
    quarantine,
    active,
  });
  await runs.recover(firstReading(reconciler, production));
  serveMembers(base, { hub, audit, notices });
  notices.start(connections, production);
  startRetention(base, support, triggers, approvals);
  const subscriptions = openSubscriptions(base, { active, reconciler, runs, quarantine });
  const { polls, pollStore } = openPolls(base, { active, reconciler, runs, vault, quarantine });
  const schedules = await openSchedules(base, {
    branches,
    active,
    reconciler,
    runs,
    occurrences,
    subscriptions,
    quarantine,
    polls,
    pollStore,
  });
  logTriggers({ reconciler, schedules, active }, log);
  const hooks = openHooks(base, { active, reconciler, runs, policy, occurrences, quarantine });
  const showsValues = settings.Flows.TaskData === 'all';
  const replayer = new Replayer({ runs, sealing: vault, connectors, showsValues });
  const planner = new Planner({
    kinds: kinds.map(({ kind }) => kind),
    runs,
    humanTasks,
    replayer,
    flowTester,
    findUnrunnable: (snapshot, entities) => runnable.findUnrunnable(snapshot, entities),
    getSecretUses: (...use) => runnable.getSecretUses(...use),
  });
  const pullRequestPlans = openPullRequestPlans(base, {
    vault,
    branches,
    reconciler,
    writes,
    planner,
    outbox,
    quarantine,
  });
  const health = openDiagnostics(base, {
    vault,
    audit,
    reconciler,
    runs,
    commitStatuses,
    pullRequestPlans,
    production,
    notices,
    assignees,
    runnable,
    active,
    quarantine,
    polls,
    repair: branches.git?.mirror?.repair,
  });
  notices.watch(health);
  return {
    settings,
    config,
    version,
    certificate,
    reconciler,
    runs,
    backups,
    quarantine,
    runnable,
    vault,
    identity,
    audit,
    approvals,
    support,
    traces,
    logs,
    connectors,
    schedules,
    hooks,
    triggers,
    parkedMessages,
    taskInspector: new TaskInspector({ runs, sealing: vault, shownData: settings.Flows.TaskData }),
    replayer,
    testRecorder: new TestRecorder({
      replayer,
      sealing: vault,
      limits: getTestLimits(settings.Limits),
      yaml: analysisLimits(settings.Limits),
      showsValues,
    }),
    flowTester,
    planner,
    humanTasks,
    changes: writes.changes,
    branchManager: writes.branchManager,
    events: hub,
    branches: {
      production,
      gitEnabled: settings.Git.Enabled,
      resolve: branches.resolve.bind(branches),
      list: branches.list.bind(branches),
    },
    versions: openVersions({ settings, branches, reconciler, kinds }),
    webhooks: openWebhooks(base, { vault, branches, reconciler, pullRequestPlans }),
    statistics: () => ({
      ...runs.load(),
      ended: runs.ended(),
      ...storage.counts(),
      occurrences: occurrences.counts(),
      tokens: tally.tokens.counts(),
    }),
    async runFigures() {
      const present = await branches.list();
      const names = present.map(({ name }) => name);
      return tally.figures(new Set([production, ...names, ...reconciler.followed()]));
    },
    health,
    testNotices: (signal) => notices.test(signal),
    connections,
    consents,
    address,
    firstAdmin: identity.firstAdmin,
    noteProcessEnd: (error) => runs.noteProcessEnd(error),
    nodes: async () => (await storage.node?.list()) ?? [],
    announce: async (url, fingerprint) => storage.node?.announce(url, fingerprint),
    listensOn: (port) => address.listensOn(port),
    validations: new Validations(reconciler, (snapshot) => assignees.findings(snapshot)),
    package: (branch, revision) => packageFiles(requireSource(branches, branch), revision, settings.Git.Path),
    lease: storage.lease,
    readiness() {
      const refusal = storage.refusal();
      return [
        ...(reconciler.peek(production) ? [] : [`the branch ${production} has not been read yet`]),
        ...(reconciler.peek(production) || !branches.git?.mirror?.repair?.problem
          ? []
          : ['the local repository is damaged and is fetched again from the remote']),
        // The detail names files, and anyone may read the readiness; diagnostics show it.
        ...(refusal ? [`writes cannot be stored (${refusal.code})`] : []),
      ];
    },
    stop: () => closers.close(),
  };
}

/** Settles when the branch has been read, or not in time. The runs of the process before wait for it. */
async function firstReading(reconciler: Reconciler, branch: string): Promise<void> {
  const late = sleep(maxFirstReadingMs, undefined, { ref: false });
  await Promise.race([reconciler.head(branch), late]);
}
