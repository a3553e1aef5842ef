import type { Command, Options } from '../contract/command.js';
import { misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import type { ServiceActions } from '../service/actions.js';
import type { Machine } from '../service/contract/machine.js';

const actions: readonly (keyof ServiceActions)[] = [
  ...(['install', 'start', 'stop', 'status', 'logs', 'uninstall', 'rotate-master-key'] as const),
];

/** @param openMachine the machine to change; that of this process, except in tests */
export function createService(openMachine?: () => Machine): Command {
  return {
    usage: 'service <action>',
    summary: 'run svc as a service of this machine',
    description:
      'Actions: install, start, stop, status, logs, uninstall, rotate-master-key. Linux: systemd; macOS: launchd; Windows: WinSW.\n' +
      'install writes a hardened service and starts it; the same command again changes nothing. Later actions need --name only\n' +
      'where several services are installed. status ends with 0 when the service runs, 3 when not, and 4 when there is none.',
    names: [{ choices: actions }],
    options: [
      {
        flags: '--dir <folder>',
        description:
          'folder with a release (`svc app fetch`), or folder to serve; for later actions: its service',
      },
      { flags: '--port <port>', description: 'port to listen on (default: that of the settings)' },
      {
        flags: '--service-user <user>',
        description:
          'account that the service runs as (default: on Linux one that systemd makes for it alone)',
      },
      {
        flags: '--data-dir <folder>',
        description: 'data directory (default: that of the settings file, or /var/lib/<name> on Linux)',
      },
      { flags: '--name <name>', description: 'name of the service (default: svc)' },
      {
        flags: '--config <file>',
        description: 'settings file (default: svc.yaml in the folder; made if a release has none)',
      },
      { flags: '--folder <folder>', description: 'folder to serve, where --dir is a release' },
      {
        flags: '--master-key-file <file>',
        description:
          'file with the master key, which the service gets as a credential; made if it is missing',
      },
      { flags: '--dry-run', description: 'print each file and each command, and change nothing' },
      {
        flags: '--force',
        description: 'overwrite or remove files that were changed by hand; copies are kept',
      },
      { flags: '--purge', description: 'uninstall: delete the data directory too, after a question' },
      { flags: '--yes', description: 'uninstall --purge: delete without a question' },
      { flags: '-f, --follow', description: 'logs: show new lines as they come, until Ctrl+C' },
      { flags: '-n, --lines <count>', description: 'logs: lines to show (default: 50)' },
    ],
    examples: [
      'sudo svc service install --dir /opt/svc --port 8080',
      'svc service install --dir /srv/automations --service-user svc --data-dir /srv/svc-data --dry-run',
      'svc service status',
      'svc service logs -f -n 100',
      'sudo svc service uninstall',
    ],
    async run(io, [action = ''], options) {
      const actionOfName = actions.find((name) => name === action);
      if (actionOfName === undefined)
        throw misuse(`There is no action \`svc service ${action}\``, `Use one of ${actions.join(', ')}.`);
      return runAction(io, actionOfName, options, openMachine);
    },
  };
}

async function runAction(
  io: Io,
  action: keyof ServiceActions,
  options: Options,
  openMachine: (() => Machine) | undefined,
): Promise<number> {
  const { serviceActions } = await import('../service/actions.js');
  const { thisMachine } = await import('../service/this-machine.js');
  return serviceActions[action]({ io, machine: (openMachine ?? thisMachine)(), options });
}

export const service = createService();
