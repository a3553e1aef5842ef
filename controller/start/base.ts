import type { Logger } from 'pino';
import { version } from '../../schemas/version.js';
import { ClockWatch } from '../concurrency/clock-watch.js';
import type { ServiceLog } from '../observability/index.js';
import { Problem } from '../problems/index.js';
import type { OutgoingCall } from '../runs/index.js';
import type { ServerCertificate } from '../security/tls/server-certificate.js';
import { type ConfigSections, openConfigSections, type Settings } from '../settings/index.js';
import {
  claimDataDirectory,
  type DataDirectory,
  nodeId,
  openSqliteStorage,
  type PostgresOptions,
  type SharedTexts,
  type Standby,
  type Storage,
  withJoinedWrites,
  writePrivateFile,
} from '../storage/index.js';
import type { Closers } from './closers.js';
import { ServiceAddress } from './service-address.js';

export interface ControllerOptions {
  settings: Settings;
  log: Logger;
  /** The output of `log`, which the API reads; by default it keeps nothing of `log`. */
  serviceLog?: ServiceLog;
  /** The certificate of the server in front; the controller closes it. */
  certificate?: ServerCertificate | undefined;
  /** Set where the author of a flow tries it on the own machine. */
  trial?: Trial | undefined;
  /** Left out: a database that another process uses is an error. */
  standby?: Standby | undefined;
}

/** A flow that its author tries on the own machine. */
export interface Trial {
  /** Returns the places that secrets may be sent to; see `allowsHost`. */
  hosts(): readonly string[];
  /** Asked before each call that may change something. @throws CallHeldBack */
  beforeWrite?: ((call: OutgoingCall) => Promise<void>) | undefined;
}

/** The parts that every subsystem is opened with. */
export interface Base {
  /** The settings of the start. */
  settings: Settings;
  /** The settings in force. */
  config: ConfigSections;
  data: DataDirectory;
  storage: Storage;
  log: Logger;
  closers: Closers;
  certificate: ServerCertificate | undefined;
  address: ServiceAddress;
  trial: Trial | undefined;
}

/** Claims the data directory and opens settings and database. @throws Problem data_directory_in_use, settings_invalid */
export async function openBase(
  { settings, log, certificate, standby, trial }: ControllerOptions,
  closers: Closers,
): Promise<Base> {
  closers.add(async () => certificate?.close());
  const data = claimDataDirectory(settings.DataDirectory);
  closers.add(() => data.release());
  let shared: SharedTexts | undefined;
  const config = openConfigSections(settings, {
    path: data.file('settings.json'),
    async write(path, content) {
      await shared?.write('settings', content);
      writePrivateFile(path, content);
    },
    onChange: ({ Telemetry }) => {
      log.level = Telemetry.LogLevel;
    },
  });
  const backups = settings.Backups.Directory ?? data.file('backups');
  const { Url: url } = settings.Database;
  const storage = withJoinedWrites(
    await (url === undefined
      ? openSqliteStorage(data.file('svc.db'), backups)
      : openPostgres({ url, node: nodeId(data), version, standby: standby && checked(standby, settings) })),
  );
  closers.add(() => storage.close());
  // The process before may have changed settings in a data directory of its own.
  const isKept = await readSettings({ config, storage });
  // A member changes no settings: it passes such requests on.
  if (storage.node?.role !== 'member') shared = storage.shared;
  if (!isKept) await shared?.write('settings', config.changes());
  const address = new ServiceAddress(settings.Server);
  const clock = new ClockWatch((byMs) => log.warn({ byMs }, 'the clock of the machine was moved'));
  closers.add(() => clock.stop());
  return { settings, config, data, storage, log, closers, certificate, address, trial };
}

/** Takes over the settings that another process changed at run time. False when the database keeps none. */
export async function readSettings({ config, storage }: Pick<Base, 'config' | 'storage'>): Promise<boolean> {
  const changes = await storage.shared?.read('settings');
  if (changes === undefined) return false;
  await config.replace(changes);
  return true;
}

/**
 * A process that takes over needs what the one before had: the same repository and the same master key. Files of a
 * folder are on one node only.
 */
function checked(standby: Standby, settings: Settings): Standby {
  const { Git, LocalOverlay, Secrets } = settings;
  return {
    signal: standby.signal,
    joins: standby.joins,
    waits: (holder) => standby.waits(holder),
    replaced: (problem) => standby.replaced(problem),
    begins(holder) {
      const forOneNode = [
        ...(Git.Enabled ? [] : ['`Git.Enabled: false`']),
        ...(LocalOverlay.Enabled ? ['`LocalOverlay.Enabled: true`'] : []),
      ];
      if (forOneNode.length > 0) {
        const detail = `Another svc (node ${holder.id}) uses the database, and several nodes cannot share one with ${forOneNode.join(' and ')}.`;
        throw new Problem('one_node_only', detail);
      }
      const missing = [
        ...(Git.Remote === undefined ? ['`Git.Remote`'] : []),
        ...(Secrets.MasterKey === undefined && Secrets.MasterKeyFile === undefined
          ? ['`Secrets.MasterKeyFile` or `Secrets.MasterKey`']
          : []),
      ];
      if (missing.length > 0) {
        const detail = `Another svc (node ${holder.id}) uses the database, and this one could not take over from it without ${missing.join(' and ')}.`;
        throw new Problem('database_in_use', detail);
      }
      standby.begins(holder);
    },
  };
}

/** Most installations never load the client of PostgreSQL. */
async function openPostgres(options: PostgresOptions): Promise<Storage> {
  const { openPostgresStorage } = await import('../storage/postgres/postgres-storage.js');
  return openPostgresStorage(options);
}
