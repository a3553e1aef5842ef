import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { Problem } from '../../controller/problems/index.js';
import type { InstalledRecord } from './contract/definition.js';
import { type Machine, placeOn } from './contract/machine.js';
import type { ServiceManager } from './contract/manager.js';
import { readStamp, type Stamp } from './contract/stamp.js';
import { launchd } from './launchd/launchd.js';
import { systemd } from './systemd/systemd.js';
import { windows } from './windows/windows.js';

/** The service manager of each operating system. */
export const managers: Readonly<Partial<Record<NodeJS.Platform, ServiceManager>>> = {
  linux: systemd,
  darwin: launchd,
  win32: windows,
};

/** @throws Problem service_manager_missing on an operating system without one that svc knows */
export function getManager({ platform }: Machine): ServiceManager {
  const manager = managers[platform];
  if (manager) return manager;
  throw new Problem('service_manager_missing', `svc knows no service manager of ${platform}`);
}

/** Returns the stamp of a file of the machine; undefined where there is none, `foreign` for a file that svc did not write. */
export function findStamp(machine: Machine, path: string): Stamp | 'foreign' | undefined {
  const place = placeOn(machine, path);
  return existsSync(place) ? (readStamp(readFileSync(place, 'utf8')) ?? 'foreign') : undefined;
}

/** Returns the records of the services that svc has installed on the machine, by name. */
export function installedServices(machine: Machine): InstalledRecord[] {
  const manager = getManager(machine);
  const { dirname, join } = machine.platform === 'win32' ? win32 : posix;
  const folder = dirname(manager.file('x'));
  const place = placeOn(machine, folder);
  if (!existsSync(place)) return [];
  const paths = readdirSync(place)
    .map((file) => join(folder, file))
    .filter((path) => manager.filePattern.test(path));
  return paths.sort().flatMap((path) => {
    const stamp = findStamp(machine, path);
    return stamp === undefined || stamp === 'foreign' ? [] : [stamp.record];
  });
}

/**
 * Returns the record of a service: that of a name, that of a folder, or the only one.
 * @throws Problem service_not_installed
 */
export function requireInstalled(
  machine: Machine,
  { name, dir }: { name?: string | undefined; dir?: string | undefined },
): InstalledRecord {
  const all = installedServices(machine);
  const matches = all.filter(
    (record) => (name === undefined || record.name === name) && (dir === undefined || record.dir === dir),
  );
  const [first, ...more] = matches;
  if (first && more.length === 0) return first;
  const names = (matches.length > 0 ? matches : all).map((record) => `\`${record.name}\` (${record.dir})`);
  const advice = names.length === 0 ? [] : [`Installed: ${names.join(', ')}. Choose with \`--name\`.`];
  if (first) throw new Problem('service_not_installed', 'Several services are installed', { hints: advice });
  const selector = name === undefined ? (dir === undefined ? '' : ` for ${dir}`) : ` \`${name}\``;
  const detail = `No service${selector} is installed on this machine`;
  throw new Problem('service_not_installed', detail, advice.length > 0 ? { hints: advice } : {});
}
