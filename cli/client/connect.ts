import { type CommandOption, type Io, type Options, text } from '../command.js';
import { exitCodes, Failure } from '../failure.js';
import { ApiClient } from './api-client.js';
import { type Config, effectiveConfig } from './config-file.js';
import { httpTransport } from './http-transport.js';
import { findInstallation, findRunningServer, type Installation, initialAdminKey } from './installation.js';

/** A service to talk to, and the branch to talk about. */
export interface Connection {
  api: ApiClient;
  /** Where the caller said none: production. */
  branch(): Promise<string>;
}

/** The options of every command that talks to a service. */
export const connectionOptions: readonly CommandOption[] = [
  { flags: '--server <url>', description: 'address of the server' },
  { flags: '--dir <folder>', description: 'use the installation in this folder' },
  {
    flags: '-b, --branch <branch>',
    description: 'branch to use; the production branch unless said',
    names: 'branch',
  },
];

/**
 * Finds the service: `--server`, `--dir`, `SVC_SERVER`, `svc config`, then the installation around the working
 * directory: over HTTP when it runs, in this process when it does not.
 * @throws Failure when there is none
 */
export async function connect(io: Io, options: Options): Promise<Connection> {
  const config = effectiveConfig(io.env);
  const api = await openClient(io, options, config);
  const stated = text(options, 'branch') ?? config.branch;
  return { api, branch: async () => stated ?? productionBranch(api) };
}

/** The service that `connect` would find, when it can be asked at once: nothing is started for it. */
export function connectToRunning(io: Io, options: Options): Connection | undefined {
  const config = effectiveConfig(io.env);
  const directory = text(options, 'dir');
  const server = text(options, 'server') ?? (directory === undefined ? config.server : undefined);
  const installation = server === undefined ? findInstallation(io, directory) : undefined;
  const running = installation && findRunningServer(installation.settings.DataDirectory);
  const url = server ?? running?.url;
  if (url === undefined) return undefined;
  const key = installation ? keyOf(io, installation, config) : config['api-key'];
  const api = new ApiClient(httpTransport(url), key);
  const stated = text(options, 'branch') ?? config.branch;
  return { api, branch: async () => stated ?? productionBranch(api) };
}

/** The stored key may be for another server; the variable was set for this call. */
function keyOf(io: Io, { settings }: Installation, config: Config): string | undefined {
  return io.env['SVC_API_KEY'] || initialAdminKey(settings.DataDirectory) || config['api-key'];
}

async function openClient(io: Io, options: Options, config: Config): Promise<ApiClient> {
  const directory = text(options, 'dir');
  const server = text(options, 'server') ?? (directory === undefined ? config.server : undefined);
  if (server !== undefined) return new ApiClient(httpTransport(server), config['api-key']);
  const installation = findInstallation(io, directory);
  if (installation) return openInstallation(io, installation, config);
  throw new Failure(exitCodes.unreachable, 'No server is configured, and there is no installation here', [
    'Start one with `svc serve --dir <folder>` and run this in that folder,',
    'or name a server: `--server <url>`, `SVC_SERVER`, `svc config set server <url>`.',
  ]);
}

async function openInstallation(io: Io, installation: Installation, config: Config): Promise<ApiClient> {
  const { settings } = installation;
  const running = findRunningServer(settings.DataDirectory);
  if (running) return new ApiClient(httpTransport(running.url), keyOf(io, installation, config));
  const { localTransport } = await import('./local-transport.js');
  const transport = await localTransport(io, settings);
  // The first start writes the key.
  return new ApiClient(transport, keyOf(io, installation, config));
}

async function productionBranch(api: ApiClient): Promise<string> {
  const { items } = await api.call<{ items: { name: string; production: boolean }[] }>(
    '/api/v1/platform/branches',
  );
  const production = items.find((branch) => branch.production);
  if (production) return production.name;
  throw new Failure(exitCodes.usage, 'The server names no production branch', [
    'Choose one with `--branch`.',
  ]);
}
