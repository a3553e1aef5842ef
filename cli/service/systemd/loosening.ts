import type { Loosening, ServiceDefinition } from '../contract/definition.js';
import { toRecord } from '../contract/definition.js';
import type { GeneratedFile } from '../contract/plan.js';
import { stamped } from '../contract/stamp.js';

interface DropIn {
  setting: string;
  /** The rights that the service has with it, for people. */
  meaning: string;
  lines: readonly string[];
}

/** Rights that settings ask for, each in a drop-in of its own, so that an administrator sees them apart from the unit. */
export const dropIns: Readonly<Record<Loosening, DropIn>> = {
  processes: {
    setting: 'Flows.AllowProcesses',
    meaning:
      'its processes may set their own limits and priorities, and read the figures of the machine in /proc',
    lines: ['ProcSubset=all', 'SystemCallFilter=@resources'],
  },
  containers: {
    setting: 'Flows.AllowContainers',
    meaning: 'it belongs to the group `docker`, whose members have the rights of root on this machine',
    lines: ['SupplementaryGroups=docker', 'ProcSubset=all'],
  },
};

export function dropInFiles(definition: ServiceDefinition): GeneratedFile[] {
  return definition.loosenings.map((name) => {
    const { setting, meaning, lines } = dropIns[name];
    const body = `# Because of ${setting}: ${meaning}.\n[Service]\n${lines.join('\n')}\n`;
    return { path: dropInPath(definition.name, name), content: stamped(body, 'hash', toRecord(definition)) };
  });
}

export function dropInPath(service: string, name: Loosening): string {
  return `/etc/systemd/system/${service}.service.d/50-${name}.conf`;
}
