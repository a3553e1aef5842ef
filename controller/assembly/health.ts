import { sql } from 'kysely';
import type { Audit } from '../audit/contract.js';
import {
  auditCheck,
  type Check,
  clockCheck,
  commitStatusCheck,
  type Diagnosis,
  databaseCheck,
  diskCheck,
  gitRemoteCheck,
  masterKeyCheck,
  overlayCheck,
  queueCheck,
  runChecks,
} from '../diagnostics/index.js';
import type { StatusOutbox } from '../forges/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { RunEngine } from '../runs/index.js';
import type { Settings } from '../settings/index.js';
import type { DataDirectory, Storage } from '../storage/index.js';
import type { Vault } from '../vault/contract.js';
import { version } from '../version.js';

export interface HealthParts {
  settings: Settings;
  data: DataDirectory;
  storage: Storage;
  vault: Vault;
  audit: Audit;
  reconciler: Reconciler;
  /** Undefined when no forge is told. */
  statuses: StatusOutbox | undefined;
  production: string;
  runs: Pick<RunEngine, 'load'>;
}

/** What an installation says of its own health. */
export interface Health extends Diagnosis {
  version: string;
  node: string;
  platform: string;
  /** The newest migration of the database. */
  schema: string;
  /** RFC 3339. */
  startedAt: string;
}

/** Everything there is to look at in this installation. */
export function healthOf(parts: HealthParts): () => Promise<Health> {
  const { settings, data, storage, vault, audit, reconciler, statuses, production, runs } = parts;
  const { Backups, Git, LocalOverlay, Limits } = settings;
  const checks: Check[] = [
    databaseCheck(storage, data.file('svc.db')),
    diskCheck({
      'the data directory': data.path,
      'the backups': Backups.Directory ?? data.file('backups'),
      ...(Git.Enabled ? {} : { 'the entity files': Git.Directory ?? process.cwd() }),
    }),
    clockCheck(() => newestRun(storage)),
    masterKeyCheck(() => vault.masterKey()),
    auditCheck(() => audit.verify()),
    ...(Git.Enabled ? [gitRemoteCheck(reconciler, production, Git.Remote)] : []),
    ...(statuses ? [commitStatusCheck(statuses)] : []),
    overlayCheck(LocalOverlay.Enabled ? LocalOverlay.Directory : undefined),
    queueCheck(() => {
      const { running, pending, oldest } = runs.load();
      return { running, pending, lagMs: oldest === undefined ? 0 : Date.now() - oldest };
    }, Limits.PendingRuns),
  ];
  const startedAt = new Date().toISOString();
  return async () => {
    const [diagnosis, schema] = await Promise.all([runChecks(checks), newestMigration(storage)]);
    const { node } = process.versions;
    return {
      ...diagnosis,
      version,
      node,
      platform: `${process.platform} ${process.arch}`,
      schema,
      startedAt,
    };
  };
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
