import { setTimeout as sleep } from 'node:timers/promises';
import { version } from '../../schemas/version.js';
import { createCatalog } from '../catalog/index.js';
import { coalesce } from '../concurrency/turns.js';
import { MemberHub } from '../delivery/index.js';
import { createKinds } from '../kinds/index.js';
import { RunTally, ServiceLog } from '../observability/index.js';
import { DatabaseAppliedStore, FollowedBranch } from '../reconciler/index.js';
import { TaskInspector } from '../rehearsal/index.js';
import type { OpenRunnable } from '../runnable/index.js';
import { type EndedRun, HumanTaskLinks } from '../runs/index.js';
import type { Audit } from '../security/audit/audit-log.js';
import { openMemberAudit } from '../security/audit/member-audit.js';
import type { Vault } from '../security/vault/contract.js';
import { type BranchSources, gitAccess, openBranches, requireSource } from '../sources/index.js';
import { type ClusterNode, createRowId, MemberRecords, type NodeRecord } from '../storage/index.js';
import { Assignees } from './assignees.js';
import { type Base, readSettings } from './base.js';
import type { Controller, MemberController } from './contract.js';
import { releaseVersion } from './engine-version.js';
import { exportLogs } from './export-logs.js';
import { installedIn } from './installed-connectors.js';
import { Freshness } from './member-freshness.js';
import { createMemberView } from './member-view.js';
import { openConnectors } from './open-connectors.js';
import { toFault } from './open-notices.js';
import { analysisThreads } from './open-reconciler.js';
import { openRunnable } from './open-runnable.js';
import { type OpenRuns, openRuns } from './open-runs.js';
import { openVaultAndIdentity, type Security } from './open-security.js';
import { auditedActions, repairLog } from './operator-log.js';

/** Events are kept for listeners for this long after the last one left. */
const keptMs = 3_600_000;
const lookEveryMs = 500;
/** A run that does not end within this time is handed to the leader when this process has to start again. */
const graceMs = 2_000;

/** Starts this process as a member: it executes runs of flows that need nothing that only the leader keeps. */
export async function openMember(
  base: Base,
  node: ClusterNode,
  logs = new ServiceLog(),
): Promise<MemberController> {
  const { settings, storage, log, closers } = base;
  // Before anything is read, so that later changes are noticed.
  const versions = await node.versions();
  const { vault, identity } = await openVaultAndIdentity(base, logs);
  await exportLogs(base, logs, vault);
  const records = new MemberRecords(storage);
  const audit = openMemberAudit(storage, records, {
    from: createRowId(),
    report: (err) => log.error({ err }, 'audit records not written'),
    ended: auditedActions(log),
  });
  closers.add(() => audit.close());
  const access = gitAccess(settings.Git.Credentials, (path) => vault.secrets.read(path));
  // The history of the repository in the database is the leader's.
  const branches = await openBranches(settings, { access, onRepair: repairLog(log) });
  closers.add(() => branches.close());
  const outside = await openConnectors(base, vault);
  const stopping = new AbortController();
  closers.add(() => stopping.abort());
  const followed = openFollowed(base, branches, outside.connectors, stopping.signal);
  let outdated = (): void => {};
  const changed = new Promise<void>((resolve) => {
    outdated = resolve;
  });
  let runnable: OpenRunnable | undefined;
  const freshness = new Freshness(
    {
      node,
      outdated,
      async applied() {
        await followed.follow();
        await runnable?.settled();
      },
      async needs() {
        vault.secrets.replaced();
        await runnable?.settled();
      },
      identity: () => identity.reload(),
      settings: () => readSettings(base),
      // Mostly a commit that is on its way to the remote; the leader answers meanwhile.
      report: (err) => log.debug({ err }, 'changes not read yet'),
    },
    // The branch has not been read yet, and the settings were read before the versions.
    { ...versions, applied: -1, settings: -1 },
  );
  const hub = openHub(base, { vault, records, freshness });
  const links = new HumanTaskLinks(vault.sign, base.address);
  const tally = new RunTally();
  const assignees = new Assignees(settings, identity);
  assignees.follow(followed, branches.production);
  const runFaulted = createFaultReporter(base, records, branches.production);
  const { runs, consents, traces } = await openRuns(base, {
    ...outside,
    vault,
    assignees,
    audit,
    hub,
    tally,
    links,
    runFaulted,
    branches,
    reconciler: followed,
    graceMs,
  });
  const { connectors } = outside;
  const { production } = branches;
  runnable = await openRunnable(base, {
    reconciler: followed,
    vault,
    identity,
    assignees,
    active: [production],
    production,
    connectors,
    consents,
  });
  await runs.recover();
  // Reads the branch, so that the first run starts here.
  void freshness.isCurrent();
  const leader = followLeader(node, stopping.signal, async () => void (await freshness.isCurrent()));
  const parts = { node, vault, identity, audit, branches, followed, freshness, tally, runs, traces, leader };
  return getMember(base, {
    ...parts,
    connectors,
    runnable,
    outdated: Promise.race([node.promoted, changed]),
  });
}

interface MemberSubsystems
  extends Pick<Security, 'vault' | 'identity'>,
    Pick<OpenRuns, 'runs' | 'traces'>,
    Pick<Controller, 'connectors' | 'runnable'> {
  node: ClusterNode;
  audit: Pick<Audit, 'begin'>;
  branches: BranchSources;
  followed: FollowedBranch;
  freshness: Freshness;
  tally: RunTally;
  leader: { readonly current: NodeRecord | undefined };
  outdated: Promise<void>;
}

function getMember(base: Base, subsystems: MemberSubsystems): MemberController {
  const { settings, config, certificate, storage, closers, address } = base;
  const { node, branches, followed, freshness, tally, leader, outdated, runnable, audit, ...parts } =
    subsystems;
  const { production } = branches;
  const { runs, vault, identity } = parts;
  const isLeased = () => storage.lease?.isValid !== false;
  const shared = {
    ...parts,
    settings,
    config,
    version,
    certificate,
    nodes: () => node.list(),
    statistics: () => ({
      ...runs.load(),
      ended: runs.ended(),
      ...storage.counts(),
      occurrences: {},
      tokens: tally.tokens.counts(),
    }),
    runFigures: async () => tally.figures(new Set([production])),
  };
  const knowSessions = coalesce(() => identity.consoleSessions.reload());
  return {
    ...shared,
    outdated,
    reconciler: followed,
    view: createMemberView({
      ...shared,
      branches: { production, gitEnabled: true },
      followed,
      audit,
      runnable,
      connections: runs.connections,
      humanTasks: runs.humanTasks,
      hasTests: settings.Connections.TestEvery !== undefined,
      taskInspector: new TaskInspector({ runs, sealing: vault, shownData: settings.Flows.TaskData }),
    }),
    branches: {
      production,
      gitEnabled: true,
      resolve: branches.resolve.bind(branches),
      list: branches.list.bind(branches),
    },
    leader: () => leader.current,
    announce: (url, fingerprint) => node.announce(url, fingerprint),
    listensOn: (port) => address.listensOn(port),
    mayRead: async () => isLeased() && (await freshness.isCurrent()),
    get isCurrent() {
      return isLeased() && freshness.wasCurrent;
    },
    async knowsSession(token) {
      await knowSessions();
      return identity.consoleSessions.authenticate(token) !== undefined;
    },
    async mayStart(branch, request) {
      if (branch !== production || !(await freshness.isCurrent())) return false;
      const snapshot = followed.peek(branch);
      return snapshot !== undefined && runs.leaderNeeds(snapshot, request)?.length === 0;
    },
    readiness() {
      const refusal = storage.refusal();
      return refusal ? [`writes cannot be stored (${refusal.code})`] : [];
    },
    stop: () => closers.close(),
  };
}

function openHub(
  { settings }: Base,
  { vault, records, freshness }: { vault: Vault; records: MemberRecords; freshness: Freshness },
): MemberHub {
  const hasWebhooks = settings.Events.Webhooks.length > 0;
  return new MemberHub({
    records,
    maskJsonText: vault.maskJsonText,
    hasReaders: () => hasWebhooks || freshness.hasReaders || Date.now() < freshness.heardAt + keptMs,
  });
}

/** Returns a function that leaves faulted runs to the leader, which tells people of them. */
function createFaultReporter(
  { settings, storage, log, address }: Base,
  records: MemberRecords,
  production: string,
): (run: EndedRun) => void {
  const { Notify, Git } = settings;
  const hasReceiver = Notify.Connection ?? Notify.Webhook ?? Notify.Mail;
  if (!hasReceiver || !Notify.On.includes('faulted')) return () => {};
  const about = {
    production,
    address,
    active: new Set([production, ...Git.ActiveBranches]),
  };
  return (run) => {
    const failures = toFault(run, about);
    if (failures.length === 0) return;
    storage
      .commit([records.write('notices', failures)])
      .catch((err) => log.error({ err, run: run.id }, 'faulted run not told'));
  };
}

function openFollowed(
  { settings, storage, closers }: Base,
  branches: BranchSources,
  connectors: Parameters<typeof createKinds>[0],
  signal: AbortSignal,
): FollowedBranch {
  const { Git, Limits } = settings;
  const catalog = createCatalog(createKinds(connectors), {
    limits: Limits,
    path: Git.Path,
    startThread: analysisThreads(installedIn(settings)),
    version,
  });
  closers.add(() => catalog.close());
  return new FollowedBranch({
    source: requireSource(branches, branches.production),
    catalog,
    applied: new DatabaseAppliedStore(storage, releaseVersion()),
    signal,
  });
}

/** Keeps the leader's record, as the database last had it, and looks for changes as often. */
function followLeader(
  node: Pick<ClusterNode, 'list'>,
  signal: AbortSignal,
  alsoLook: () => Promise<void>,
): { readonly current: NodeRecord | undefined } {
  const state: { current: NodeRecord | undefined } = { current: undefined };
  const look = async (): Promise<void> => {
    while (!signal.aborted) {
      const nodes = await node.list().catch(() => undefined);
      if (nodes)
        state.current = nodes.find(({ role, seconds, url }) => role === 'leader' && seconds > 0 && url);
      // Changes are read before the next run asks for them.
      await alsoLook();
      await sleep(lookEveryMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  void look();
  return state;
}
