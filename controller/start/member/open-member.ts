import { setTimeout as sleep } from 'node:timers/promises';
import { createCatalog } from '../../catalog/index.js';
import { MemberHub } from '../../delivery/index.js';
import { createKinds } from '../../kinds/index.js';
import { RunTally, ServiceLog } from '../../observability/index.js';
import { DatabaseAppliedStore, FollowedBranch } from '../../reconciler/index.js';
import { HumanTaskLinks } from '../../runs/index.js';
import { openMemberAudit } from '../../security/audit/member-audit.js';
import { version } from '../../settings/version.js';
import { gitAccess, openBranches, requireSource } from '../../sources/index.js';
import { type ClusterNode, createRowId, MemberRecords, type NodeRecord } from '../../storage/index.js';
import type { Base } from '../base.js';
import type { MemberController } from '../contract.js';
import { releaseVersion } from '../engine-version.js';
import { addressOf } from '../notification-links.js';
import { openConnectors } from '../open-connectors.js';
import { openRuns } from '../open-runs.js';
import { openVaultAndIdentity } from '../open-security.js';
import { auditedActions } from '../operator-log.js';
import { Freshness } from './freshness.js';

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
  const { settings, config, storage, log, closers, certificate } = base;
  const versions = await node.versions();
  const { vault, identity } = await openVaultAndIdentity(base, logs);
  const records = new MemberRecords(storage);
  const audit = openMemberAudit(storage, records, {
    from: createRowId(),
    report: (err) => log.error({ err }, 'audit records not written'),
    ended: auditedActions(log),
  });
  closers.add(() => audit.close());
  const access = gitAccess(settings.Git.Credentials, (path) => vault.secrets.read(path));
  // The history of the repository in the database is the leader's.
  const branches = await openBranches(settings, access);
  closers.add(() => branches.close());
  const reach = await openConnectors(base);
  const stopping = new AbortController();
  closers.add(() => stopping.abort());
  const followed = openFollowed(base, branches, reach.connectors, stopping.signal);
  const tally = new RunTally();
  let restart = (): void => {};
  const ended = new Promise<void>((resolve) => {
    restart = resolve;
  });
  const freshness = new Freshness(
    {
      node,
      identity: () => identity.reload(),
      applied: followed.follow,
      outdated: restart,
      report: (err) => log.warn({ err }, 'member is not up to date'),
    },
    // The branch has not been read yet.
    { ...versions, applied: -1 },
  );
  const hub = new MemberHub({
    records,
    maskJsonText: vault.maskJsonText,
    hasReaders: () =>
      settings.Events.Webhooks.length > 0 || freshness.hasReaders || Date.now() < freshness.heardAt + keptMs,
  });
  const links = new HumanTaskLinks(vault.sign, addressOf(settings.Server));
  const { runs, traces } = await openRuns(base, {
    ...{ ...reach, vault, identity, audit, hub, tally, links, branches, reconciler: followed },
    graceMs,
  });
  await runs.recover();
  // Reads the branch, so that the first run starts here.
  void freshness.isCurrent();
  const { production } = branches;
  const leader = followLeader(node, stopping.signal);
  return {
    ...{ settings, config, version, certificate, vault, identity, audit, runs, traces },
    branches: {
      ...{ production, gitEnabled: true },
      resolve: branches.resolve.bind(branches),
      list: branches.list.bind(branches),
    },
    reconciler: followed,
    outdated: Promise.race([node.promoted, ended]),
    leader: () => leader.current,
    announce: (url, fingerprint) => node.announce(url, fingerprint),
    async mayStart(branch, asked) {
      if (branch !== production || !(await freshness.isCurrent())) return false;
      const snapshot = followed.peek(branch);
      return snapshot !== undefined && runs.isPortable(snapshot, asked);
    },
    statistics: () => ({
      ...runs.load(),
      ended: runs.ended(),
      ...storage.counts(),
      occurrences: {},
      tokens: tally.tokens.counts(),
    }),
    runFigures: async () => tally.figures(new Set([production])),
    readiness() {
      const refusal = storage.refusal();
      return [
        ...(leader.current === undefined ? ['no node leads at the moment'] : []),
        ...(refusal ? [`writes cannot be stored (${refusal.code})`] : []),
      ];
    },
    stop: () => closers.close(),
  };
}

function openFollowed(
  { settings, storage, closers }: Base,
  branches: Awaited<ReturnType<typeof openBranches>>,
  connectors: Parameters<typeof createKinds>[0],
  signal: AbortSignal,
): FollowedBranch {
  const { Git, Limits } = settings;
  const catalog = createCatalog(createKinds(connectors), { limits: Limits, path: Git.Path, version });
  closers.add(() => catalog.close());
  return new FollowedBranch({
    source: requireSource(branches, branches.production),
    catalog,
    applied: new DatabaseAppliedStore(storage, releaseVersion()),
    signal,
  });
}

/** Keeps the leader's record, as the database last had it. */
function followLeader(
  node: Pick<ClusterNode, 'list'>,
  signal: AbortSignal,
): { readonly current: NodeRecord | undefined } {
  const state: { current: NodeRecord | undefined } = { current: undefined };
  const look = async (): Promise<void> => {
    while (!signal.aborted) {
      const nodes = await node.list().catch(() => undefined);
      if (nodes)
        state.current = nodes.find(({ role, seconds, url }) => role === 'leader' && seconds > 0 && url);
      await sleep(lookEveryMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  void look();
  return state;
}
