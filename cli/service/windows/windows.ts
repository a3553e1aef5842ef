import { existsSync } from 'node:fs';
import { Problem } from '../../../controller/problems/index.js';
import { type Machine, placeOn } from '../contract/machine.js';
import type { ServiceManager, ServiceState } from '../contract/manager.js';
import { runs, tries } from '../contract/plan.js';
import { getLogFolder, winswText } from './winsw.js';

const folder = 'C:\\ProgramData\\svc\\services';
const program = (name: string) => `${folder}\\${name}.exe`;
const file = (name: string) => `${folder}\\${name}.xml`;
const states: Readonly<Record<string, ServiceState['state']>> = {
  RUNNING: 'running',
  START_PENDING: 'starting',
  STOP_PENDING: 'stopping',
};

/** Services of Windows, by WinSW, whose program has the name of the service and lies beside its file. */
export const windows: ServiceManager = {
  name: 'windows',
  defaultUser: 'LocalService',
  dataDirectory: (_name, dir) => `${dir}\\data`,
  requireRunning(machine, name) {
    requireWinsw(machine, name);
  },
  file,
  filePattern: /^C:\\ProgramData\\svc\\services\\([^\\]+)\.xml$/,
  files: (definition) => [{ path: file(definition.name), content: winswText(definition) }],
  additions: () => [],
  version: async () => '',
  activate: (name, isRunning) =>
    isRunning
      ? [runs(program(name), 'refresh'), runs(program(name), 'restart')]
      : // `install` fails where the service is known and stopped.
        [tries(program(name), 'install'), runs(program(name), 'refresh'), runs(program(name), 'start')],
  start: (name) => [runs(program(name), 'start')],
  stop: (name) => [runs(program(name), 'stopwait')],
  uninstall: (name) => ({
    before: [tries(program(name), 'stopwait'), tries(program(name), 'uninstall')],
    after: [],
  }),
  async state(machine, name) {
    const { stdout } = await machine.run(['sc.exe', 'queryex', name]);
    const word = /STATE\s*:\s*\d+\s+(\w+)/.exec(stdout)?.[1] ?? '';
    const exit = /WIN32_EXIT_CODE\s*:\s*(\d+)/.exec(stdout)?.[1];
    const isFailed = word === 'STOPPED' && exit !== undefined && exit !== '0';
    return {
      state: states[word] ?? (isFailed ? 'failed' : 'stopped'),
      pid: Number(/PID\s*:\s*(\d+)/.exec(stdout)?.[1] ?? 0) || null,
      since: null,
      restarts: null,
      startsAtBoot: true,
      result: isFailed ? `exit code ${exit}` : null,
    };
  },
  logs: (record, { lines, follow }) => {
    // WinSW names the files of the two streams after the service.
    const path = `${getLogFolder(record)}\\${record.name}.err.log`.replaceAll("'", "''");
    const read = `Get-Content -LiteralPath '${path}' -Tail ${lines}${follow ? ' -Wait' : ''}`;
    return ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', read];
  },
  lacksRights: ({ stdout, stderr }) => /access is denied|administrator/i.test(`${stdout}${stderr}`),
  notes: () => [],
};

/** @throws Problem service_manager_missing, service_program_missing */
function requireWinsw(machine: Machine, name: string): void {
  if (machine.platform !== 'win32')
    throw new Problem('service_manager_missing', 'Services of Windows are installed on Windows only');
  if (existsSync(placeOn(machine, program(name)))) return;
  throw new Problem('service_program_missing', `WinSW is not at ${program(name)}`, {
    hints: [
      `Windows starts programs as services only if they speak to its service manager, which WinSW does for svc. Download WinSW 2.12 (\`WinSW-x64.exe\`) from https://github.com/winsw/winsw/releases, and save it as ${program(name)}.`,
      'Or let IIS run svc: `svc iis install`.',
    ],
  });
}
