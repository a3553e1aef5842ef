import type { Snapshot, Snapshots } from '../catalog/index.js';
import type { Connector } from '../connectors/index.js';
import { Consents } from '../consents/index.js';
import { type EventHub, humanTaskEvent } from '../delivery/index.js';
import { compileFlow } from '../flows/index.js';
import type { OtlpExporter, RunTally } from '../observability/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import {
  ComputingMark,
  connectionVersionIn,
  createRunEngine,
  type EndedRun,
  findGrant,
  type HumanTaskLinks,
  type RunEngine,
  type RunObserver,
  type RunOptions,
  Shares,
  SuspectRuns,
} from '../runs/index.js';
import type { Audit } from '../security/audit/audit-log.js';
import { type Production, type SecretJudge, SecretPolicy } from '../security/policy/secret-policy.js';
import { TrialPolicy } from '../security/policy/trial-policy.js';
import type { BranchSources } from '../sources/index.js';
import type { Assignees } from './assignees.js';
import type { Base } from './base.js';
import { openFilesBucket } from './files-bucket.js';
import type { OutsideAccess } from './open-connectors.js';
import type { Security } from './open-security.js';
import { logFaulted } from './operator-log.js';
import { runEvents } from './run-events.js';
import { openTracing } from './run-spans.js';

interface Parts extends OutsideAccess, Pick<Security, 'vault'> {
  assignees: Assignees;
  audit: Pick<Audit, 'begin'>;
  reconciler: Snapshots & Pick<Reconciler, 'peek' | 'head'>;
  hub: Pick<EventHub, 'hasReaders' | 'writes' | 'notify'>;
  tally: RunTally;
  links: HumanTaskLinks;
  /** Called for each run that faulted in this process. */
  runFaulted(run: EndedRun): void;
  branches: Pick<BranchSources, 'production'>;
  /** The longest wait for effects at the stop. */
  graceMs?: number;
}

/** People that a line of the log names. */
const maxNamed = 10;

export interface OpenRuns {
  runs: RunEngine;
  policy: SecretJudge;
  consents: Consents;
  /** Undefined when no collector of traces is configured. */
  traces: OtlpExporter | undefined;
}

/** Builds the run engine. `recover` then continues the runs of the process before. */
export async function openRuns(base: Base, parts: Parts): Promise<OpenRuns> {
  const { settings, config, data, storage, log, closers } = base;
  const { fetch, transfer, connectors, clients, sandbox, vault, reconciler, hub, tally } = parts;
  const { Limits, Flows } = settings;
  const tracing = await openTracing(base, vault);
  const { trial } = base;
  const policy: SecretJudge = trial
    ? new TrialPolicy(vault.secrets, () => trial.hosts())
    : new SecretPolicy(getProduction(reconciler, parts.branches.production, connectors), vault.secrets);
  const consents = new Consents({ storage, vault });
  closers.add(() => consents.close());
  const computing = new ComputingMark(data.file('computing'));
  const suspects = new SuspectRuns(data.file('suspects.json'));
  const runs = createRunEngine({
    storage,
    vault,
    policy,
    consents,
    computing,
    suspects,
    connectors,
    clients,
    sandbox,
    fetch,
    transfer,
    beforeWrite: trial?.beforeWrite,
    snapshots: reconciler,
    // A run continues after an upgrade with the document that an earlier version accepted.
    compile: (definition, texts) => compileFlow(definition, true, texts).plan,
    limits: {
      taskOutput: Limits.TaskOutput,
      runLog: Limits.RunLog,
      journal: Limits.RunJournal,
      record: Flows.Record,
      tasks: Limits.RunTasks,
      nesting: Limits.RunNesting,
      children: Limits.RunChildren,
      file: Limits.File,
      filesPerRun: Limits.FilesPerRun,
      concurrentRuns: Limits.ConcurrentRuns,
      pendingRuns: Limits.PendingRuns,
      callsInFlight: Limits.CallsInFlight,
    },
    sharing: new Shares(parts.branches.production, () => config.current().Limits.Shares),
    filesFolder: data.file('files'),
    filesBucket: openFilesBucket(base, vault),
    settings: config,
    isTraced: tracing !== undefined,
    observer: joined(runEvents(hub), tracing?.observer),
    humanTasks: humanTasks(base, parts),
    runEnded: tally.ended.bind(tally),
    tokensUsed: tally.tokens.add.bind(tally.tokens),
    runFaulted(run) {
      logFaulted(run, log);
      parts.runFaulted(run);
    },
    ...secretUses(parts),
    report: (error, context) => log.error({ err: error, ...context }, 'run failed inside svc'),
  });
  closers.add(() => runs.stop(parts.graceMs).finally(() => computing.close()));
  return { runs, policy, consents, traces: tracing?.exporter };
}

/** Makes events of human tasks, and finds the people that production's teams have at the moment. */
function humanTasks(
  { log, trial }: Base,
  { hub, links, assignees }: Parts,
): RunOptions['humanTasks'] & object {
  return {
    links,
    getPeople: (named, of) => assignees.getPrincipals(named, of),
    answerFault(use, principal, of) {
      if (use === 'complete') return assignees.answerFault(principal, of);
      return trial ? 'a link of a trial leads nowhere' : assignees.linkFault(principal, of);
    },
    observer: {
      observe(what, task) {
        const occurrences = [humanTaskEvent(what, task)];
        return { writes: hub.writes(occurrences), committed: () => hub.notify(occurrences) };
      },
      unnotified({ id, runId: run, flow, branch }, people, code) {
        const about = { run, flow, branch, humanTask: id, code, count: people.length };
        log.warn({ ...about, people: people.slice(0, maxNamed) }, 'people not notified of a human task');
      },
    },
  };
}

/** The environments and connections of the production branch, at its newest commit even while that is held back. */
function getProduction(
  reconciler: Parts['reconciler'],
  branch: string,
  connectors: readonly Connector[],
): Production {
  return {
    branch,
    async connection(name, environment) {
      const newest = await reconciler.head(branch);
      if (!isReady(newest, 'connection', name)) return undefined;
      return connectionVersionIn(newest, { connection: name, environment }, connectors);
    },
    grant: async (name) => findGrant(await reconciler.head(branch), name),
  };
}

/** Tells whether the newest version of an entity is in service. */
function isReady(newest: Snapshot, kind: string, name: string): boolean {
  const conditions = newest.status(kind, name)?.conditions ?? [];
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
}

/** Records each use of a secret in the audit log. */
function secretUses({ audit }: Parts): Pick<RunOptions, 'secretUsed' | 'connectionSecretUsed'> {
  const action = 'use-secret';
  return {
    secretUsed({ id, flow, branch, principal }, path) {
      const target = `secret/${path}`;
      const detail = { run: id, flow, branch };
      audit.begin({ action, principal, target, address: null, requestId: null, via: 'run', detail }, 'ok');
    },
    connectionSecretUsed({ branch, principal, origin }, path) {
      const target = `secret/${path}`;
      const { address = null, requestId = null } = origin ?? {};
      const detail = { branch };
      audit.begin({ action, principal, target, address, requestId, via: 'connection', detail }, 'ok');
    },
  };
}

/** Joins two observers. */
function joined(a: RunObserver, b: RunObserver | undefined): RunObserver {
  if (b === undefined) return a;
  return {
    readers: {
      get hasReaders() {
        return a.readers.hasReaders || b.readers.hasReaders;
      },
    },
    observe(run, documents, entries) {
      const observed = [a, b]
        .filter(({ readers }) => readers.hasReaders)
        .map((each) => each.observe(run, documents, entries));
      return {
        writes: observed.flatMap(({ writes }) => writes),
        committed: () => {
          for (const { committed } of observed) committed();
        },
      };
    },
  };
}
