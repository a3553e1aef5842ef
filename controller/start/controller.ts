import { setTimeout as sleep } from 'node:timers/promises';
import { version } from '../../schemas/version.js';
import { Quarantine, type StoredBackups } from '../backups/index.js';
import { analysisLimits } from '../catalog/index.js';
import type { Connector } from '../connectors/index.js';
import { kinds } from '../kinds/index.js';
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
import type { OpenRunnable } from '../runnable/index.js';
import { type EndedRun, HumanTaskLinks } from '../runs/index.js';
import type { InitialAdmin } from '../security/identity/index.js';
import {
  type BranchSources,
  gitAccess,
  openBranches,
  packageFiles,
  requireSource,
} from '../sources/index.js';
import type { Hooks, ParkedMessages, Polls, TriggerService, Triggers } from '../triggers/index.js';
import { Assignees } from './assignees.js';
import { type Base, type ControllerOptions, openBase } from './base.js';
import { Closers } from './closers.js';
import type { Controller, MemberController } from './contract.js';
import { exportLogs } from './export-logs.js';
import { logLocalLinks } from './notification-links.js';
import { openBackups } from './open-backups.js';
import { openCommitSigning, openCommitTrust } from './open-commit-trust.js';
import { openConnectors } from './open-connectors.js';
import { type OpenDelivery, openDelivery } from './open-delivery.js';
import { openDiagnostics } from './open-diagnostics.js';
import { openHooks } from './open-hooks.js';
import { type OpenNotices, openNotices, toFault } from './open-notices.js';
import { openPolls } from './open-polls.js';
import { openPullRequestPlans } from './open-pull-request-plans.js';
import { openReconciler, type Reconciling } from './open-reconciler.js';
import { openRunnable } from './open-runnable.js';
import { type OpenRuns, openRuns } from './open-runs.js';
import { openSchedules } from './open-schedules.js';
import { openSecurity, type Security } from './open-security.js';
import { openSubscriptions } from './open-subscriptions.js';
import { openTriggers } from './open-triggers.js';
import { openVersions } from './open-versions.js';
import { openWebhooks } from './open-webhooks.js';
import { type OpenWrites, openWrites } from './open-writes.js';
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

async function open(base: Base, logs: ServiceLog): Promise<StartedController> {
  const { settings, storage, log, closers } = base;
  const security = await openSecurity(base, logs);
  const { vault } = security;
  await exportLogs(base, logs, vault);
  const links = new HumanTaskLinks(vault.sign, base.address);
  const quarantine = await Quarantine.open(storage);
  // A trial runs one flow: schedules, subscriptions and deliveries of the same files rest.
  if (base.trial) await quarantine.begin({ backup: 'trial', restore: 'trial' }, []);
  const assignees = new Assignees(settings, security.identity);
  const delivery = await openDelivery(base, { vault, links, assignees, quarantine });
  const { hub } = delivery;
  const access = gitAccess(settings.Git.Credentials, (path) => vault.secrets.read(path));
  const { keys, signer } = await openCommitSigning(base, vault);
  const branches = await openBranches(settings, { access, storage, onRepair: repairLog(log), signer });
  closers.add(() => branches.close());
  const { production } = branches;
  const active = [...new Set([production, ...settings.Git.ActiveBranches])];
  const outside = await openConnectors(base);
  const notices = await openNotices(base, vault, quarantine);
  const trust = await openCommitTrust(base, branches, keys);
  const reconciling = openReconciler(base, branches, outside.connectors, delivery, trust);
  logReconciling(reconciling.reconciler, log, logLocalLinks(base));
  notices.follow(reconciling.reconciler, { production, active });
  const tally = new RunTally();
  const state = { production, active: new Set(active), address: base.address };
  const runFaulted = (run: EndedRun): void => notices.add(toFault(run, state));
  const { runs, policy, consents, traces } = await openRuns(base, {
    ...outside,
    ...security,
    ...reconciling,
    hub,
    tally,
    branches,
    links,
    runFaulted,
    assignees,
  });
  assignees.follow(reconciling.reconciler, production);
  const runnable = await openRunnable(base, {
    ...security,
    ...reconciling,
    assignees,
    active,
    production,
    connectors: outside.connectors,
    connections: runs.connections,
    consents,
    quarantine,
  });
  const flowTester = new FlowTester({
    version: (snapshot, request) => runs.version(snapshot, request),
    limits: getTestLimits(base.settings.Limits),
    environment: base.settings.Flows.Environment,
    maskJson: (value) => vault.maskJson(value),
  });
  const parts = {
    ...base,
    flowTester,
    runnable,
    assignees,
    ...security,
    ...reconciling,
    branches,
    active,
    runs,
    hub,
    tally,
    quarantine,
    trust,
  };
  const writes = openWrites(parts);
  closers.add(() => writes.close());
  const backups = await openBackups({ ...parts, writes: writes.production });
  // After the backups have opened: an unfinished restore may need the old key.
  vault.masterKeys.resumeRotation().then(
    (rewrapped) => rewrapped > 0 && log.info({ rewrapped }, 'master key rotation completed'),
    (err) => log.error({ err }, 'master key not rotated'),
  );
  await outside.sandbox
    .removeLeftovers()
    .catch((err) => log.error({ err }, 'containers of the last process not removed'));
  const occurrences = new OccurrenceTally();
  const { triggers, parkedMessages } = openTriggers(base, { ...parts, outbox: delivery.outbox });
  await runs.recover(firstReading(reconciling.reconciler, branches.production));
  serveMembers(base, { hub, audit: security.audit, notices });
  notices.start(runs.connections, production);
  startRetention(base, delivery.support, triggers, security.approvals);
  const subscriptions = openSubscriptions(base, parts);
  const polling = openPolls(base, parts);
  const schedules = await openSchedules(base, { ...parts, ...polling, occurrences, subscriptions });
  logTriggers({ reconciler: reconciling.reconciler, schedules, active }, log);
  const hooks = openHooks(base, { ...parts, policy, occurrences });
  const { polls } = polling;
  const started = { polls, notices, schedules, occurrences, hooks, triggers, parkedMessages, policy };
  const opened = { ...parts, ...delivery, ...started, consents, writes, backups, logs, traces };
  return getController(base, { ...opened, connectors: outside.connectors });
}

/** Settles when the branch has been read, or not in time. The runs of the process before wait for it. */
async function firstReading(reconciler: Reconciler, branch: string): Promise<void> {
  const late = sleep(maxFirstReadingMs, undefined, { ref: false });
  await Promise.race([reconciler.head(branch), late]);
}

interface Subsystems extends Security, OpenDelivery, OpenRuns, Reconciling {
  branches: BranchSources;
  writes: OpenWrites;
  backups: StoredBackups;
  connectors: readonly Connector[];
  logs: ServiceLog;
  tally: RunTally;
  triggers: Triggers;
  parkedMessages: ParkedMessages;
  schedules: TriggerService;
  flowTester: FlowTester;
  polls: Polls;
  hooks: Hooks;
  occurrences: OccurrenceTally;
  notices: OpenNotices;
  quarantine: Quarantine;
  assignees: Assignees;
  runnable: OpenRunnable;
  active: readonly string[];
}

function getController(base: Base, opened: Subsystems): StartedController {
  const { settings, config, storage, closers, certificate } = base;
  const { reconciler, runs, backups, vault, identity, audit, support, hub, traces, logs, tally } = opened;
  const { quarantine, flowTester } = opened;
  const { branches, writes, connectors, schedules, occurrences, hooks, triggers, parkedMessages } = opened;
  const { production } = branches;
  const { Enabled: gitEnabled } = settings.Git;
  const replayer = new Replayer({ runs, sealing: vault, showsValues: settings.Flows.TaskData === 'all' });
  const planner = new Planner({
    kinds: kinds.map(({ kind }) => kind),
    runs,
    humanTasks: runs.humanTasks,
    replayer,
    flowTester,
    findUnrunnable: (snapshot, entities) => opened.runnable.findUnrunnable(snapshot, entities),
    getSecretUses: (...use) => opened.runnable.getSecretUses(...use),
  });
  const { changes } = writes;
  const pullRequestPlans = openPullRequestPlans(base, { ...opened, planner });
  const { repair } = branches.git?.mirror ?? {};
  const health = openDiagnostics(base, { ...opened, production, repair, pullRequestPlans });
  opened.notices.watch(health);
  return {
    settings,
    config,
    version,
    certificate,
    reconciler,
    runs,
    backups,
    quarantine,
    runnable: opened.runnable,
    vault,
    identity,
    audit,
    approvals: opened.approvals,
    support,
    traces,
    logs,
    connectors,
    schedules,
    hooks,
    triggers,
    parkedMessages,
    taskInspector: new TaskInspector({
      runs,
      sealing: vault,
      shownData: settings.Flows.TaskData,
    }),
    replayer,
    testRecorder: new TestRecorder({
      replayer,
      sealing: vault,
      limits: getTestLimits(settings.Limits),
      yaml: analysisLimits(settings.Limits),
      showsValues: settings.Flows.TaskData === 'all',
    }),
    flowTester,
    planner,
    humanTasks: runs.humanTasks,
    changes,
    branchManager: writes.branchManager,
    events: hub,
    branches: {
      production,
      gitEnabled,
      resolve: branches.resolve.bind(branches),
      list: branches.list.bind(branches),
    },
    versions: openVersions({ ...base, ...opened }),
    webhooks: openWebhooks(base, { ...opened, pullRequestPlans }),
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
    testNotices: (signal) => opened.notices.test(signal),
    connections: runs.connections,
    consents: opened.consents,
    address: base.address,
    firstAdmin: identity.firstAdmin,
    noteProcessEnd: (error) => runs.noteProcessEnd(error),
    nodes: async () => (await storage.node?.list()) ?? [],
    announce: async (url, fingerprint) => storage.node?.announce(url, fingerprint),
    listensOn: (port) => base.address.listensOn(port),
    validations: new Validations(reconciler, (snapshot) => opened.assignees.findings(snapshot)),
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
