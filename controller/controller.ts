import type { Logger } from 'pino';
import { openCommitStatuses } from './assembly/commit-statuses.js';
import { openWebhooks } from './assembly/git-webhooks.js';
import { healthOf } from './assembly/health.js';
import { openNotices } from './assembly/notices.js';
import { openBackups, scheduleBackups } from './assembly/open-backups.js';
import { openChanges } from './assembly/open-changes.js';
import { openVersions } from './assembly/open-versions.js';
import { both, openTracing } from './assembly/run-spans.js';
import { runWitness } from './assembly/run-witness.js';
import { openAudit } from './audit/index.js';
import { createCatalog, openAnalysisStore } from './catalog/index.js';
import { builtInConnectors, createHttpClient } from './connectors/index.js';
import { createDatabases } from './connectors/sql/databases.js';
import type { Controller } from './contract.js';
import { engineVersion } from './engine-version.js';
import { branchEvent } from './events/index.js';
import { compileFlow } from './flows/index.js';
import { type InitialAdmin, openIdentity } from './identity/index.js';
import { createKinds } from './kinds/index.js';
import { createReconciler, DatabaseAppliedStore, findingsWith } from './reconciler/index.js';
import { createRunEngine, type RunEngine } from './runs/index.js';
import { createSandbox } from './sandbox/index.js';
import { ServiceLog } from './service-log/index.js';
import { openConfigSections, type Settings, secretsOf } from './settings/index.js';
import { gitAccess, openBranches, packageFiles, requireSource } from './sources/index.js';
import { claimDataDirectory, openSqliteStorage, writePrivateFile } from './storage/index.js';
import { createTriggers } from './triggers/index.js';
import { KeyRing, openVault } from './vault/index.js';
import { version } from './version.js';

export interface StartedController extends Controller {
  /** Set when this start made the first administrator. */
  readonly firstAdmin: InitialAdmin | undefined;
}

export interface ControllerOptions {
  settings: Settings;
  log: Logger;
  /** What `log` writes to, for whoever reads the log over the API. */
  serviceLog?: ServiceLog;
}

/**
 * Builds and starts everything below the surfaces: claims the data directory, opens the database, follows the
 * production branch, takes up the runs a stopped process left behind.
 * @throws Problem data_directory_in_use, git_failed, settings_invalid
 */
export async function startController({
  settings: stated,
  log,
  serviceLog = new ServiceLog(),
}: ControllerOptions): Promise<StartedController> {
  const data = claimDataDirectory(stated.DataDirectory);
  // What has been opened so far, to be closed in the opposite order.
  const closers: (() => unknown)[] = [() => data.release()];
  const stop = async (): Promise<void> => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  };
  try {
    const config = openConfigSections(stated, {
      path: data.file('settings.json'),
      write: writePrivateFile,
      onChange: ({ Telemetry }) => {
        log.level = Telemetry.LogLevel;
      },
    });
    const { settings } = config;
    const storage = await openSqliteStorage(data.file('svc.db'));
    closers.push(() => storage.close());
    const { MasterKey, MasterKeyFile, PreviousMasterKey } = settings.Secrets;
    const keys = KeyRing.load({
      key: MasterKey,
      previousKey: PreviousMasterKey,
      file: MasterKeyFile ?? data.file('master.key'),
      ownsFile: MasterKeyFile === undefined,
    });
    const vault = await openVault(storage, keys);
    for (const secret of secretsOf(stated)) vault.conceal(secret);
    serviceLog.maskWith((text) => vault.maskJsonText(text));
    const identity = await openIdentity(storage, data, {
      auth: settings.Auth,
      failedSignInsPerMinute: settings.Limits.SignInsPerMinute,
    });
    closers.push(() => identity.close());
    const audit = await openAudit(storage, {
      get retentionDays() {
        return settings.Retention.Audit;
      },
      mask: (text) => vault.mask(text),
      signer: vault,
      report: (error) => log.error({ err: error }, 'audit log not written'),
    });
    closers.push(() => audit.close());
    vault.beforeForgettingKey(() => audit.sign());
    let runsAreReady = (_runs: RunEngine): void => {};
    const ready = new Promise<RunEngine>((resolve) => (runsAreReady = resolve));
    const notices = await openNotices(settings, storage, vault, log, ready);
    closers.push(() => notices.outbox.close());
    closers.push(() => notices.events.close());
    const branches = await openBranches(settings, gitAccess(settings.Git.Credentials, vault), storage);
    closers.push(() => branches.close());
    const { Limits } = settings;
    const client = createHttpClient({ allowPrivateNetworks: settings.Flows.AllowPrivateNetworks });
    closers.push(() => client.close());
    const databases = createDatabases({
      directory: settings.Connectors.Sql.Directory ?? data.file('databases'),
      allowAnyFile: settings.Connectors.Sql.AllowAnyFile,
      allowPrivateNetworks: settings.Flows.AllowPrivateNetworks,
    });
    closers.push(() => databases.close());
    const connectors = builtInConnectors({ fetch: client.fetch, databases });
    const sandbox = createSandbox({ allowProcesses: settings.Flows.AllowProcesses });
    closers.push(() => sandbox.close());
    const kinds = createKinds(connectors);
    const catalog = createCatalog(kinds, {
      limits: Limits,
      openStore: () =>
        openAnalysisStore({
          path: data.file('cache', 'analyses.db'),
          version: engineVersion(Limits, connectors),
          onFailure: (err) => log.warn({ err }, 'analysis store failed'),
        }),
    });
    closers.push(() => catalog.close());
    const statuses = openCommitStatuses({ settings, storage, vault, log });
    if (statuses) closers.push(() => statuses.outbox.close());
    const reconciler = createReconciler({
      sourceFor: (branch) => branches.sourceFor(branch),
      catalog,
      applied: new DatabaseAppliedStore(storage),
      production: branches.production,
      active: settings.Git.ActiveBranches,
      rules: { policy: settings.Git.ApplyPolicy, pruneLimit: settings.Git.PruneLimit },
      pollIntervalMs: settings.Git.PollInterval * 1_000,
      outbox: (events) => [
        ...notices.hub.writes(events.map(branchEvent)),
        ...(statuses?.writes(events) ?? []),
      ],
      onFailure: (branch, problem) =>
        log.warn({ branch, code: problem.code, detail: problem.message }, 'reconcile failed'),
    });
    closers.push(() => reconciler.stop());
    reconciler.onEvents((events) => notices.hub.tell(events.map(branchEvent)));
    reconciler.onEvents((events) => statuses?.tell(events));
    const tracing = await openTracing(settings, vault, log, closers);
    const runs = createRunEngine({
      storage,
      snapshots: reconciler,
      vault,
      connectors,
      compile: (definition) => compileFlow(definition).plan,
      fetch: client.fetch,
      sandbox,
      limits: {
        get flowInput() {
          return Limits.FlowInput;
        },
        taskOutput: Limits.TaskOutput,
        runLog: Limits.RunLog,
        get flowDurationMs() {
          return Limits.FlowDuration * 1_000;
        },
        concurrentRuns: Limits.ConcurrentRuns,
        pendingRuns: Limits.PendingRuns,
      },
      isTraced: tracing !== undefined,
      witness: both(runWitness(notices.hub), tracing?.witness),
      secretUsed: ({ id, flow, branch, principal }, path) => {
        audit.begin(
          {
            action: 'use-secret',
            principal,
            target: `secret/${path}`,
            address: null,
            requestId: null,
            via: 'run',
            detail: { run: id, flow, branch },
          },
          'ok',
        );
      },
      connectionSecretUsed: ({ branch, principal, origin }, path) => {
        const use = {
          action: 'use-secret',
          principal,
          target: `secret/${path}`,
          address: origin?.address ?? null,
          requestId: origin?.requestId ?? null,
        };
        audit.begin({ ...use, via: 'connection', detail: { branch } }, 'ok');
      },
      report: (error, context) => log.error({ err: error, ...context }, 'run failed inside svc'),
    });
    closers.push(() => runs.stop());
    const { changes, branchWork } = openChanges({
      settings,
      storage,
      vault,
      branches,
      catalog,
      reconciler,
      kinds,
      events: notices.hub,
      log,
    });
    closers.push(() => changes.close());
    const backups = await openBackups({
      ...{ settings, config, storage, vault, branches, reconciler, identity, runs, changes, log },
      events: notices.hub,
    });
    closers.push(() => backups.close());
    // Restores that were broken off have ended: nothing needs the old key any more.
    vault.takeUpRotation().then(
      (rewrapped) => rewrapped > 0 && log.info({ rewrapped }, 'master key rotation taken up and ended'),
      (err) => log.error({ err }, 'master key not rotated'),
    );
    closers.push(await scheduleBackups(settings, backups));
    await runs.recover();
    runsAreReady(runs);
    return {
      settings,
      config,
      version,
      branches: {
        production: branches.production,
        gitEnabled: settings.Git.Enabled,
        resolve: (segment) => branches.resolve(segment),
        list: () => branches.list(),
      },
      reconciler,
      changes,
      branchWork,
      versions: openVersions({ settings, branches, reconciler, kinds }),
      runs,
      backups,
      vault,
      webhooks: openWebhooks({ settings, storage, vault, branches, reconciler, log }),
      identity,
      audit,
      statistics: () => ({ ...runs.load(), ended: runs.ended(), ...storage.counts() }),
      support: notices.support,
      events: notices.hub,
      triggers: createTriggers({
        storage,
        outbox: notices.outbox,
        sealing: vault,
        snapshots: reconciler,
        branches: [...new Set([branches.production, ...settings.Git.ActiveBranches])],
      }),
      logs: serviceLog,
      traces: tracing?.exporter,
      health: healthOf({
        settings,
        data,
        storage,
        vault,
        audit,
        reconciler,
        statuses: statuses?.outbox,
        production: branches.production,
        runs,
      }),
      connectors,
      connections: runs.connections,
      firstAdmin: identity.firstAdmin,
      validate: (branch, files) => findingsWith(reconciler, branch, files),
      package: (branch, revision) => packageFiles(requireSource(branches, branch), revision),
      readiness: () =>
        reconciler.peek(branches.production)
          ? []
          : [`the branch ${branches.production} has not been read yet`],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
