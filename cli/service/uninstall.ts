import { existsSync } from 'node:fs';
import type { InstalledRecord } from './contract/definition.js';
import { type Machine, placeOn } from './contract/machine.js';
import type { ServiceManager } from './contract/manager.js';
import type { Plan, Step } from './contract/plan.js';
import { findBackup } from './install.js';
import { findStamp } from './managers.js';

/**
 * Plans the removal of a service. Its data stays, unless `isPurged`.
 * @throws Problem service_file_changed for a file that a person has changed, unless `isForced`
 */
export function planUninstall(
  machine: Machine,
  manager: ServiceManager,
  record: InstalledRecord,
  { isForced, isPurged }: { isForced: boolean; isPurged: boolean },
): Plan {
  const { name, dataDirectory, masterKeyFile } = record;
  const files = [...manager.additions(name), manager.file(name)];
  const present = files.filter((path) => findStamp(machine, path) !== undefined);
  for (const path of present) findBackup(machine, path, isForced);
  const { before, after } = manager.uninstall(name);
  const data = isPurged ? dataFolders(machine, dataDirectory) : [];
  const steps: Step[] = [
    ...before,
    ...present.map((path): Step => ({ do: 'remove', path })),
    ...after,
    ...data.map((path): Step => ({ do: 'remove', path })),
  ];
  const kept = isPurged ? [] : [`The data is still in ${dataDirectory}.`];
  const key = masterKeyFile === undefined ? [] : [`The master key is still in ${masterKeyFile}.`];
  return { steps, notes: [...kept, ...key] };
}

/** A dynamic user's folder is a link to one that only root can enter. */
function dataFolders(machine: Machine, path: string): string[] {
  const own = path.replace(/^\/var\/lib\//, '/var/lib/private/');
  return [path, own].filter((each, index, all) => all.indexOf(each) === index && isThere(machine, each));
}

function isThere(machine: Machine, path: string): boolean {
  return existsSync(placeOn(machine, path));
}
