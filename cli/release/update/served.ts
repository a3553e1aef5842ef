import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadSettings } from '../../../controller/settings/index.js';
import type { Io } from '../../contract/io.js';
import { installationAt } from '../installation/layout.js';
import type { ServiceControl } from './service-control.js';

/** The data and the configuration that the service of an installation uses. */
export interface Served {
  dataDirectory: string;
  /** The folder with the entity files, where they are not in the repository of the data directory. */
  folder?: string;
  /** The production branch, where the settings name it. */
  branch?: string;
  /** The folder of the repository that belongs to svc. */
  path?: string;
}

/** The options of `svc serve` that the caller repeats. */
export interface ServedOptions {
  config?: string | undefined;
  folder?: string | undefined;
  dataDirectory?: string | undefined;
}

/**
 * Finds the settings of the service: those that the caller names, those that the system service is started with, then
 * `svc.yaml` in the folder of the installation. The data directory is `data` there unless they name another.
 * @throws Problem settings_invalid
 */
export function findServed(
  io: Io,
  dir: string,
  options: ServedOptions,
  control: ServiceControl | undefined,
): Served {
  const { data } = installationAt(dir);
  const absolute = (path: string | undefined) => (path === undefined ? undefined : resolve(io.cwd, path));
  const named = { config: absolute(options.config), folder: absolute(options.folder) };
  const isNamed = named.config !== undefined || named.folder !== undefined;
  const { config, folder } = isNamed ? named : { ...control?.record?.serve };
  const dataDirectory = absolute(options.dataDirectory) ?? control?.record?.dataDirectory;
  const file = config ?? (folder === undefined ? join(dir, 'svc.yaml') : undefined);
  if (config === undefined && file !== undefined && !existsSync(file))
    return { dataDirectory: dataDirectory ?? data };
  const { DataDirectory, Git, layers } = loadSettings({
    ...(folder === undefined ? {} : { dir: folder }),
    ...(file === undefined ? {} : { configFile: file }),
    // The variables of the caller are not those of a system service.
    env: control === undefined ? io.env : {},
  });
  const isStated = { ...layers.file, ...layers.environment }['DataDirectory'] !== undefined;
  return {
    dataDirectory: dataDirectory ?? (isStated || folder !== undefined ? DataDirectory : data),
    ...(Git.Enabled || Git.Directory === undefined ? {} : { folder: Git.Directory }),
    ...(Git.Branch === undefined ? {} : { branch: Git.Branch }),
    ...(Git.Path === undefined ? {} : { path: Git.Path }),
  };
}
