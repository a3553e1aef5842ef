import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { loadSettings, type Settings } from '../../controller/settings/index.js';
import { misuse } from '../contract/failure.js';
import type { ServiceDefinition } from './contract/definition.js';
import { type Machine, placeOn } from './contract/machine.js';

/** The source of the entities of a service, with the settings that it will start with. */
export interface Served {
  serve: ServiceDefinition['serve'];
  /** Undefined where the settings file is yet to be written. */
  settings: Settings | undefined;
  /** The data directory, if the settings file names one. */
  statedDirectory: string | undefined;
}

interface ServedOptions {
  dir: string;
  isRelease: boolean;
  config: string | undefined;
  folder: string | undefined;
}

/**
 * Finds out what a service serves: what the options name, else the settings file in the folder of a release, which may be
 * missing, else the folder itself.
 * @throws Failure for a missing folder or file; Problem settings_invalid
 */
export function servedBy(machine: Machine, options: ServedOptions): Served {
  const { dir, isRelease, config, folder } = options;
  const { join } = machine.platform === 'win32' ? win32 : posix;
  const implied = isRelease && folder === undefined ? { config: join(dir, 'svc.yaml') } : { folder: dir };
  const isNamed = config !== undefined || folder !== undefined;
  const serve = isNamed
    ? { ...(folder === undefined ? {} : { folder }), ...(config === undefined ? {} : { config }) }
    : implied;
  const isHere = (path: string | undefined) => path === undefined || existsSync(placeOn(machine, path));
  if (!isHere(serve.folder))
    throw misuse(`There is no folder ${serve.folder}`, 'Make it first, or name another one.');
  if (!isHere(serve.config)) {
    if (!isNamed) return { serve, settings: undefined, statedDirectory: undefined };
    throw misuse(`There is no settings file ${config}`, 'Write it first, or leave out `--config`.');
  }
  return { serve, ...getSettings(machine, serve) };
}

/** The environment of the caller is not that of the service, so its variables do not count. */
function getSettings(machine: Machine, { folder, config }: ServiceDefinition['serve']) {
  const settings = loadSettings({
    ...(folder === undefined ? {} : { dir: placeOn(machine, folder) }),
    ...(config === undefined ? {} : { configFile: placeOn(machine, config) }),
    env: {},
  });
  const isStated = Object.hasOwn(settings.layers.file, 'DataDirectory');
  return { settings, statedDirectory: isStated ? settings.DataDirectory : undefined };
}

/** Returns the settings file of an installation that has none. */
export function starterSettings(dataDirectory: string, port: number | undefined): string {
  const path = JSON.stringify(dataDirectory);
  return `# Settings of svc: \`svc explain setting\` lists all of them. Restart the service after a change.
DataDirectory: ${path}
Server:
  Host: 127.0.0.1
  Port: ${port ?? 7420}
`;
}
