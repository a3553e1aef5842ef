import type { ProblemKinds } from './kind.js';

/** Problems of `svc service` and `svc iis`, which only the command line reports. */
export const services = {
  service_command_failed: {
    status: 500,
    title: 'A program of the operating system refused a step',
    hint: 'Fix what the message names, and repeat the command: it continues where it ended. `svc service logs` shows the log.',
  },
  service_file_changed: {
    status: 409,
    title: 'A file of the service was changed by hand',
    hint: 'Keep the changes in a file of their own, such as `systemctl edit` makes, or repeat the command with `--force`, which keeps a copy.',
  },
  service_manager_missing: {
    status: 501,
    title: 'No service manager runs on this machine',
    hint: 'Run `svc serve` under the supervisor that this machine has: it stays in the foreground and ends on SIGTERM.',
  },
  service_not_installed: {
    status: 404,
    title: 'There is no such service',
    hint: 'Install it with `svc service install --dir <folder>`.',
  },
  service_program_missing: {
    status: 409,
    title: 'A program or account that the service needs is missing',
    hint: 'Install what the message names, and repeat the command.',
  },
  service_rights_missing: {
    status: 403,
    title: 'Only an administrator of this machine may do this',
    hint: 'Repeat the command as root, or on Windows in a PowerShell that was started as administrator.',
  },
} as const satisfies ProblemKinds;
