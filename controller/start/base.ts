import type { Logger } from 'pino';
import type { ServiceLog } from '../observability/index.js';
import type { ServerCertificate } from '../security/tls/server-certificate.js';
import { type ConfigSections, openConfigSections, type Settings } from '../settings/index.js';
import { version } from '../settings/version.js';
import {
  claimDataDirectory,
  type DataDirectory,
  nodeId,
  openSqliteStorage,
  type PostgresOptions,
  type Storage,
  writePrivateFile,
} from '../storage/index.js';
import type { Closers } from './closers.js';

export interface ControllerOptions {
  settings: Settings;
  log: Logger;
  /** The output of `log`, which the API reads; by default it keeps nothing of `log`. */
  serviceLog?: ServiceLog;
  /** The certificate of the server in front; the controller closes it. */
  certificate?: ServerCertificate | undefined;
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
}

/** Claims the data directory and opens settings and database. @throws Problem data_directory_in_use, settings_invalid */
export async function openBase(
  { settings, log, certificate }: ControllerOptions,
  closers: Closers,
): Promise<Base> {
  closers.add(async () => certificate?.close());
  const data = claimDataDirectory(settings.DataDirectory);
  closers.add(() => data.release());
  const config = openConfigSections(settings, {
    path: data.file('settings.json'),
    write: writePrivateFile,
    onChange: ({ Telemetry }) => {
      log.level = Telemetry.LogLevel;
    },
  });
  const backups = settings.Backups.Directory ?? data.file('backups');
  const { Url: url } = settings.Database;
  const storage = await (url === undefined
    ? openSqliteStorage(data.file('svc.db'), backups)
    : openPostgres({ url, node: nodeId(data), version }));
  closers.add(() => storage.close());
  return { settings, config, data, storage, log, closers, certificate };
}

/** Most installations never load the client of PostgreSQL. */
async function openPostgres(options: PostgresOptions): Promise<Storage> {
  const { openPostgresStorage } = await import('../storage/postgres/postgres-storage.js');
  return openPostgresStorage(options);
}
