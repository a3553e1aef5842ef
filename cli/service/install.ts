import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Problem } from '../../controller/problems/index.js';
import { isSet, type Options, text } from '../contract/command.js';
import type { ServiceDefinition } from './contract/definition.js';
import { type Machine, placeOn } from './contract/machine.js';
import type { ServiceManager } from './contract/manager.js';
import type { GeneratedFile, Plan, Step } from './contract/plan.js';
import { type Defined, defineService } from './define.js';
import { findStamp } from './managers.js';
import { starterSettings } from './served.js';
import { isWritten } from './steps.js';
import { stateDirectory } from './systemd/state-directory.js';

export interface InstallPlan extends Plan {
  definition: ServiceDefinition;
  /** True when the service is installed with these options already, and runs. */
  isDone: boolean;
}

/**
 * Plans the installation of a service. Files that are as they should be need no step, and neither does a service that runs
 * with them, so that a second installation with the same options changes nothing.
 * `--force` overwrites files that a person has changed, and keeps a copy of each.
 * @throws Failure, Problem settings_invalid, service_file_changed
 */
export async function planInstall(
  machine: Machine,
  manager: ServiceManager,
  cwd: string,
  options: Options,
): Promise<InstallPlan> {
  const isForced = isSet(options, 'force');
  const defined = await defineService(machine, manager, cwd, options);
  const { definition } = defined;
  const { name } = definition;
  const files = manager.files(definition, await manager.version(machine));
  const paths = files.map(({ path }) => path);
  const stale = manager.additions(name).filter((path) => !paths.includes(path));
  const changes = [
    ...files.flatMap((file) => getWrite(machine, file, isForced)),
    ...stale.flatMap((path) => createRemoval(machine, path, isForced)),
  ];
  const before = surroundings(machine, manager, defined);
  const { state } = await manager.state(machine, name);
  const isDone = state === 'running' && changes.length + before.length === 0;
  const commands = isDone ? [] : manager.activate(name, state === 'running');
  const steps: Step[] = [...before, ...changes, ...commands];
  const notes = [...defined.notes, ...manager.notes(definition, machine), ...adviceOn(defined, options)];
  return { definition, steps, notes, isDone };
}

/** Makes what the service needs before its start: a settings file, a master key and the data directory. */
function surroundings(machine: Machine, manager: ServiceManager, { definition, starter }: Defined): Step[] {
  const { dataDirectory, port, masterKeyFile, user } = definition;
  const isMissing = (path: string | undefined) =>
    path !== undefined && !existsSync(placeOn(machine, path)) ? [path] : [];
  const settings = isMissing(starter).map(
    (path): Step => ({ do: 'write', file: { path, content: starterSettings(dataDirectory, port) } }),
  );
  const keys = isMissing(masterKeyFile).map((path): Step => {
    const content = `${randomBytes(32).toString('hex')}\n`;
    return { do: 'write', file: { path, content, mode: 0o600 }, isSecret: true };
  });
  // systemd makes and owns the folders below /var/lib itself.
  const isMade = manager.name === 'systemd' && stateDirectory(dataDirectory) !== undefined;
  const owner = user === undefined || manager.name === 'windows' ? {} : { owner: user };
  const data = isMade
    ? []
    : isMissing(dataDirectory).map((path): Step => ({ do: 'folder', path, mode: 0o700, ...owner }));
  return [...settings, ...keys, ...data];
}

function getWrite(machine: Machine, file: GeneratedFile, isForced: boolean): Step[] {
  if (isWritten(machine, file)) return [];
  const backup = findBackup(machine, file.path, isForced);
  return [{ do: 'write', file, ...(backup === undefined ? {} : { backup }) }];
}

function createRemoval(machine: Machine, path: string, isForced: boolean): Step[] {
  if (findStamp(machine, path) === undefined) return [];
  findBackup(machine, path, isForced);
  return [{ do: 'remove', path }];
}

/** Returns the place for a copy of a file that a person has written or changed. @throws Problem service_file_changed */
export function findBackup(machine: Machine, path: string, isForced: boolean): string | undefined {
  const stamp = findStamp(machine, path);
  if (stamp === undefined || (stamp !== 'foreign' && stamp.isUnchanged)) return undefined;
  if (isForced) return `${path}.bak`;
  const what = stamp === 'foreign' ? 'was not written by svc' : 'was changed after svc wrote it';
  throw new Problem('service_file_changed', `${path} ${what}`);
}

function adviceOn({ definition, starter }: Defined, options: Options): string[] {
  const { dataDirectory, serve, masterKeyFile } = definition;
  const hasFile = starter === undefined && text(options, 'dataDir') !== undefined;
  const place = serve.config ?? `${serve.folder}/svc.yaml`;
  return [
    ...(hasFile
      ? [`Commands with \`--dir\` find the service if ${place} says \`DataDirectory: ${dataDirectory}\`.`]
      : []),
    ...(masterKeyFile === undefined
      ? []
      : [`Keep a copy of ${masterKeyFile} elsewhere: without it, the stored secrets cannot be read.`]),
  ];
}
