import { Problem } from '../../../controller/problems/index.js';
import type { InstalledRecord } from '../contract/definition.js';
import type { ServiceManager } from '../contract/manager.js';
import { type RunStep, runs, tries } from '../contract/plan.js';
import { getLogFile, plistText, toLabel } from './plist.js';

const folder = '/Library/LaunchDaemons';
const file = (name: string) => `${folder}/${toLabel(name)}.plist`;
const target = (name: string) => `system/${toLabel(name)}`;

function getStart(name: string): RunStep[] {
  return [runs('launchctl', 'enable', target(name)), runs('launchctl', 'bootstrap', 'system', file(name))];
}

/** Services of macOS: daemons of the system domain of launchd (launchctl(1)). */
export const launchd: ServiceManager = {
  name: 'launchd',
  defaultUser: 'root',
  dataDirectory: (_name, dir) => `${dir}/data`,
  requireRunning(machine) {
    if (machine.platform === 'darwin') return;
    throw new Problem('service_manager_missing', 'launchd runs on macOS only');
  },
  file,
  filePattern: /^\/Library\/LaunchDaemons\/run\.svc\.([^/]+)\.plist$/,
  files: (definition) => [{ path: file(definition.name), content: plistText(definition) }],
  additions: () => [],
  version: async () => '',
  activate: (name, isRunning) => [
    // A daemon keeps the definition that it was loaded with.
    ...(isRunning ? [runs('launchctl', 'bootout', target(name))] : []),
    ...getStart(name),
  ],
  start: getStart,
  // With KeepAlive a killed daemon starts again, so it is unloaded; it is loaded again at the next start of the machine.
  stop: (name) => [runs('launchctl', 'bootout', target(name))],
  uninstall: (name) => ({ before: [tries('launchctl', 'bootout', target(name))], after: [] }),
  async state(machine, name) {
    const { exitCode, stdout } = await machine.run(['launchctl', 'print', target(name)]);
    const state = /^\s*state = (.+)$/m.exec(stdout)?.[1];
    const pid = Number(/^\s*pid = (\d+)$/m.exec(stdout)?.[1] ?? 0) || null;
    const exit = /^\s*last exit code = (\d+)/m.exec(stdout)?.[1];
    const isFailed = exit !== undefined && exit !== '0';
    const ended = isFailed ? 'failed' : 'stopped';
    return {
      state: exitCode === 0 && state === 'running' ? 'running' : ended,
      pid,
      since: null,
      restarts: null,
      startsAtBoot: true,
      result: isFailed ? `exit code ${exit}` : null,
    };
  },
  logs: (record: InstalledRecord, { lines, follow }) => [
    'tail',
    '-n',
    String(lines),
    ...(follow ? ['-F'] : []),
    getLogFile(record),
  ],
  lacksRights: ({ stderr }) => /operation not permitted|permission denied/i.test(stderr),
  notes: ({ user }) =>
    user === undefined ? ['The service runs as root: name an account with `--service-user`.'] : [],
};
