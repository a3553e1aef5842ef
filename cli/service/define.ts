import { statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { Problem } from '../../controller/problems/index.js';
import type { Settings } from '../../controller/settings/index.js';
import { ownInstallation } from '../client/local/own-installation.js';
import { type Options, text } from '../contract/command.js';
import { type Failure, misuse } from '../contract/failure.js';
import type { Loosening, ServiceDefinition } from './contract/definition.js';
import { type Machine, placeOn } from './contract/machine.js';
import type { ServiceManager } from './contract/manager.js';
import { getFiles, ownProgram, releaseIn } from './program.js';
import { servedBy } from './served.js';

export interface Defined {
  definition: ServiceDefinition;
  /** The settings file to write first; undefined where there is one, or a folder is served without. */
  starter: string | undefined;
  notes: readonly string[];
}

/**
 * Returns the definition of a service from the options of `svc service install` and the settings that it will start with.
 * @param cwd relative paths of options start there
 * @throws Failure, Problem settings_invalid
 */
export async function defineService(
  machine: Machine,
  manager: ServiceManager,
  cwd: string,
  options: Options,
): Promise<Defined> {
  const { resolve } = machine.platform === 'win32' ? win32 : posix;
  const path = (name: string) => {
    const valueText = text(options, name);
    return valueText === undefined ? undefined : resolve(cwd, valueText);
  };
  const name = requireName(text(options, 'name') ?? 'svc');
  const dir = path('dir') ?? ownInstallation();
  if (dir === undefined)
    throw misuse(
      'There is no folder to install a service for',
      'Name the installation, or the folder to serve, with `--dir`.',
    );
  const release = releaseIn(machine, dir);
  const isRelease = release !== undefined;
  const program = isRelease ? [release] : ownProgram();
  const named = { config: path('config'), folder: path('folder') };
  const { serve, settings, statedDirectory } = servedBy(machine, { dir, isRelease, ...named });
  const user = text(options, 'serviceUser');
  const port = findPort(text(options, 'port'));
  const dataDirectory = path('dataDir') ?? statedDirectory ?? manager.dataDirectory(name, dir);
  if (manager.name === 'systemd') requireOwnable(dataDirectory, user);
  const { writable, readable, repository } = getPlaces(settings, dataDirectory);
  if (manager.name === 'systemd' && user === undefined && repository !== undefined)
    throw await needsOwner(machine, repository);
  const shown = [dir, serve.config, serve.folder, ...getFiles(program), ...readable];
  const { loosenings, notes } = await loosen(machine, manager, settings);
  const definition: ServiceDefinition = {
    name,
    dir,
    program,
    serve,
    port,
    dataDirectory,
    user,
    writable,
    loosenings,
    masterKeyFile: path('masterKeyFile'),
    readable: outermost(shown.filter((each) => each !== undefined && !writable.includes(each))),
    needsLowPort: isLow(port ?? settings?.Server.Port ?? 0),
  };
  return { definition, starter: settings === undefined ? serve.config : undefined, notes };
}

function requireName(name: string): string {
  if (/^[a-z][a-z0-9_-]{0,30}$/.test(name)) return name;
  throw misuse(
    `\`${name}\` cannot be the name of a service`,
    'Use up to 31 lower-case letters, digits, `-` and `_`, beginning with a letter.',
  );
}

function findPort(portText: string | undefined): number | undefined {
  if (portText === undefined) return undefined;
  const port = Number(portText);
  if (/^\d+$/.test(portText) && port >= 1 && port <= 65535) return port;
  throw misuse(
    `\`--port\` takes a port from 1 to 65535, not \`${portText}\``,
    'The default is that of the settings.',
  );
}

function isLow(port: number): boolean {
  return port > 0 && port < 1024;
}

/** A user that exists only while the service runs can own folders below `/var/lib` alone. */
function requireOwnable(dataDirectory: string, user: string | undefined): void {
  if (user !== undefined || dataDirectory.startsWith('/var/lib/')) return;
  throw misuse(
    `The data directory ${dataDirectory} needs an account that owns it`,
    'Name the account with `--service-user`, or a data directory below `/var/lib/`, which systemd makes for the service alone.',
  );
}

/** Returns the paths of the settings that the service reads and writes, those in the data directory left out. */
function getPlaces(settings: Settings | undefined, dataDirectory: string) {
  if (settings === undefined) return { writable: [], readable: [], repository: undefined };
  const { Backups, Git, LocalOverlay, Secrets, Server, Telemetry } = settings;
  const local = Git.Remote?.startsWith('/') ? Git.Remote : undefined;
  const outside = (paths: readonly (string | undefined)[]) =>
    outermost(paths.filter((path) => path !== undefined && !isWithin(path, dataDirectory)));
  return {
    repository: local,
    writable: outside([
      Backups.Directory,
      Telemetry.LogFile === undefined ? undefined : posix.dirname(Telemetry.LogFile),
      ...(LocalOverlay.Enabled ? [LocalOverlay.Directory] : []),
      local,
      Git.Directory,
    ]),
    readable: outside([
      Git.CaFile,
      Git.Credentials.KeyFile,
      Git.Credentials.KnownHostsFile,
      Secrets.MasterKeyFile,
      Server.Tls?.Certificate,
      Server.Tls?.Key,
    ]),
  };
}

/** Git refuses the repository of another user, and the service pushes to it. */
async function needsOwner(machine: Machine, repository: string): Promise<Failure> {
  const { uid = 0 } = statSync(placeOn(machine, repository), { throwIfNoEntry: false }) ?? {};
  const { stdout } = await machine.run(['id', '-un', String(uid)]);
  const owner = stdout.trim() || String(uid);
  return misuse(
    `The repository ${repository} belongs to \`${owner}\`, and Git lets no other account use it`,
    `Run the service as that account: \`--service-user ${owner}\`.`,
  );
}

/** Leaves out paths that are inside of another one. */
function outermost(paths: readonly (string | undefined)[]): string[] {
  const existing = [...new Set(paths)].filter((path) => path !== undefined).sort();
  return existing.filter((path) => !existing.some((other) => other !== path && isWithin(path, other)));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Only systemd takes these rights away, so only there they are given back. */
async function loosen(machine: Machine, manager: ServiceManager, settings: Settings | undefined) {
  const { AllowProcesses = false, AllowContainers = false } = settings?.Flows ?? {};
  const loosenings: Loosening[] = AllowProcesses ? ['processes'] : [];
  if (manager.name !== 'systemd' || !AllowContainers) {
    return { loosenings: manager.name === 'systemd' ? loosenings : [], notes: [] };
  }
  const hasDocker = (await machine.run(['getent', 'group', 'docker'])).exitCode === 0;
  if (hasDocker) return { loosenings: [...loosenings, 'containers' as const], notes: [] };
  const note =
    '`Flows.AllowContainers` is set, but there is no group `docker`, so the service cannot start containers: podman needs rights that are the decision of an administrator, in a drop-in (`systemctl edit`).';
  return { loosenings, notes: [note] };
}

/** @throws Problem service_program_missing for an account that does not exist */
export async function requireUser(machine: Machine, user: string | undefined): Promise<void> {
  if (user === undefined || machine.platform === 'win32') return;
  if ((await machine.run(['id', '-u', user])).exitCode === 0) return;
  const make =
    machine.platform === 'darwin'
      ? `sudo sysadminctl -addUser ${user}`
      : `sudo useradd --system --no-create-home --shell /usr/sbin/nologin ${user}`;
  throw new Problem('service_program_missing', `There is no account \`${user}\` on this machine`, {
    hints: [`Make it: \`${make}\`. Or leave out \`--service-user\`.`],
  });
}
