import type { Settings } from '../../controller/settings/index.js';
import { type CommandOption, type Options, text } from '../contract/command.js';
import { exitCodes, Failure, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { type Config, effectiveConfig } from './config-file.js';
import { findInstallation, findRunningServer, initialAdminKey } from './local/installation.js';
import { localServer } from './local/local-server.js';
import { ApiClient, type Connection } from './rest/api-client.js';
import { httpTransport } from './rest/http-transport.js';
import { findAccess } from './sign-in.js';

/** The options of every command that calls a service. */
export const connectionOptions: readonly CommandOption[] = [
  {
    flags: '--server <server>',
    description:
      'address or stored name of the server (default: `SVC_SERVER`, `svc config`, or the installation of this folder)',
    names: 'server',
  },
  { flags: '--dir <folder>', description: 'use the installation in this folder' },
  {
    flags: '-b, --branch <branch>',
    description: 'branch to use (default: the production branch)',
    names: 'branch',
  },
];

/**
 * Finds the service: `--server`, `--dir`, `SVC_SERVER`, `svc config`, then the installation around the working
 * directory. A service that runs is called over HTTP; an installation that does not run is started in this process.
 * @throws Failure when there is none
 */
export async function connect(io: Io, options: Options): Promise<Connection> {
  const config = effectiveConfig(io.env, text(options, 'server'));
  const place = findPlace(io, options, config);
  if (place === undefined) {
    throw new Failure(exitCodes.unreachable, 'No server is configured, and there is no installation here', [
      'Start one with `svc serve --dir <folder>`, then repeat this command in that folder.',
      'Or name a server: `--server <address>`, `SVC_SERVER` or `svc config set server <address>`.',
    ]);
  }
  const api = place.api ?? (await startInstallation(io, place.settings, config));
  return connectionTo({ api, isLocal: place.isLocal }, options, config);
}

/** Returns the service that `connect` would find if it runs already; starts nothing. */
export function connectToRunning(io: Io, options: Options): Connection | undefined {
  const config = effectiveConfig(io.env, text(options, 'server'));
  const place = findPlace(io, options, config);
  return place?.api && connectionTo({ api: place.api, isLocal: place.isLocal }, options, config);
}

/** A running service, or an installation without one. */
type Place = { isLocal: boolean } & ({ api: ApiClient } | { api?: never; settings: Settings });

function findPlace(io: Io, options: Options, config: Config): Place | undefined {
  const directory = text(options, 'dir');
  const isNamed = directory === undefined || text(options, 'server') !== undefined;
  const server = isNamed ? config.server : undefined;
  if (server !== undefined) {
    const transport = httpTransport(server);
    const credential = config['api-key'] ?? findAccess(io.env, server, transport);
    return { isLocal: false, api: new ApiClient(transport, credential) };
  }
  const settings = findInstallation(io, directory);
  if (settings === undefined) return undefined;
  const running = findRunningServer(settings.DataDirectory);
  if (running === undefined) return { isLocal: true, settings };
  const transport = localServer(running, settings.DataDirectory);
  return { isLocal: true, api: new ApiClient(transport, findKey(io, settings, config)) };
}

async function startInstallation(io: Io, settings: Settings, config: Config): Promise<ApiClient> {
  const { localTransport } = await import('./local/local-transport.js');
  const transport = await localTransport(io, settings);
  // Read after the start: the first start of an installation writes the key.
  return new ApiClient(transport, findKey(io, settings, config));
}

/** The stored key comes last, because it may belong to another server; the variable was set for this call. */
function findKey(io: Io, { DataDirectory }: Settings, config: Config): string | undefined {
  return io.env['SVC_API_KEY'] || initialAdminKey(DataDirectory) || config['api-key'];
}

function connectionTo(
  { api, isLocal }: Pick<Connection, 'api' | 'isLocal'>,
  options: Options,
  config: Config,
): Connection {
  const named = text(options, 'branch') ?? config.branch;
  return { api, isLocal, branch: async () => named ?? productionBranch(api) };
}

async function productionBranch(api: ApiClient): Promise<string> {
  const { items } = await api.call<{ items: { name: string; production: boolean }[] }>(
    '/api/v1/platform/branches',
  );
  const production = items.find((branch) => branch.production);
  if (production) return production.name;
  throw misuse('The server names no production branch', 'Choose a branch with `--branch`.');
}
