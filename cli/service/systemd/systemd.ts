import { existsSync } from 'node:fs';
import { Problem } from '../../../controller/problems/index.js';
import type { ServiceDefinition } from '../contract/definition.js';
import { type CommandResult, type Machine, placeOn } from '../contract/machine.js';
import type { ServiceManager, ServiceState } from '../contract/manager.js';
import { type RunStep, runs, tries } from '../contract/plan.js';
import { dropInFiles, dropInPath, dropIns } from './loosening.js';
import { stateDirectory } from './state-directory.js';
import { unitText } from './unit.js';

const folder = '/etc/systemd/system';
const unit = (name: string) => `${name}.service`;
const properties = [
  'ActiveState',
  'SubState',
  'MainPID',
  'ActiveEnterTimestamp',
  'NRestarts',
  'Result',
  'UnitFileState',
];

/** Services of Linux, by systemd 247 and later. */
export const systemd: ServiceManager = {
  name: 'systemd',
  defaultUser: 'a user that systemd makes for this service alone (`DynamicUser`)',
  dataDirectory: (name) => `/var/lib/${name}`,
  requireRunning(machine, name) {
    // sd_booted(3) looks at the same folder.
    if (existsSync(placeOn(machine, '/run/systemd/system'))) return;
    const detail =
      'systemd does not run on this machine, as in most containers, so no service can be installed';
    throw new Problem('service_manager_missing', detail, {
      hints: [
        'Run `svc serve --dir <folder>` as the main process of the container, or under the supervisor of this machine: it stays in the foreground and ends on SIGTERM.',
        `\`svc service install --name ${name} --dry-run\` prints the unit for a machine with systemd.`,
      ],
    });
  },
  file: (name) => `${folder}/${unit(name)}`,
  filePattern: /^\/etc\/systemd\/system\/([^/]+)\.service$/,
  files: (definition, version) => [
    { path: `${folder}/${unit(definition.name)}`, content: unitText(definition, Number(version)) },
    ...dropInFiles(definition),
  ],
  additions: (name) => [dropInPath(name, 'processes'), dropInPath(name, 'containers')],
  async version(machine) {
    const { stdout } = await machine.run(['systemctl', '--version']);
    return /^systemd (\d+)/.exec(stdout)?.[1] ?? '0';
  },
  activate: (name, isRunning) => [
    runs('systemctl', 'daemon-reload'),
    runs('systemctl', 'enable', unit(name)),
    ...(isRunning ? [runs('systemctl', 'restart', unit(name))] : getStart(name)),
  ],
  start: getStart,
  stop: (name) => [runs('systemctl', 'stop', unit(name))],
  uninstall: (name) => ({
    before: [tries('systemctl', 'disable', '--now', unit(name))],
    after: [runs('systemctl', 'daemon-reload')],
  }),
  async state(machine, name) {
    const { stdout } = await machine.run([
      'systemctl',
      'show',
      unit(name),
      `--property=${properties.join(',')}`,
    ]);
    return getState(stdout);
  },
  logs: ({ name }, { lines, follow, json }) => [
    'journalctl',
    '--unit',
    unit(name),
    '--lines',
    String(lines),
    '--no-pager',
    ...(follow ? ['--follow'] : []),
    '--output',
    json ? 'json' : 'short-iso',
    '--no-hostname',
  ],
  lacksRights: ({ stderr }: CommandResult) => /access denied|authentication is required/i.test(stderr),
  notes,
};

/** A service that failed too often is started again only after its failures are forgotten. */
function getStart(name: string): RunStep[] {
  return [tries('systemctl', 'reset-failed', unit(name)), runs('systemctl', 'start', unit(name))];
}

const states: Readonly<Record<string, ServiceState['state']>> = {
  active: 'running',
  reloading: 'running',
  activating: 'starting',
  deactivating: 'stopping',
  failed: 'failed',
};

function getState(shown: string): ServiceState {
  const values = new Map(shown.split('\n').map((line) => line.split(/=(.*)/, 2) as [string, string]));
  const toNumber = (key: string) => Number(values.get(key) || 0);
  const since = values.get('ActiveEnterTimestamp');
  const state = states[values.get('ActiveState') ?? ''] ?? 'stopped';
  const result = values.get('Result');
  return {
    state,
    pid: toNumber('MainPID') || null,
    since: state === 'running' && since ? getTime(since) : null,
    restarts: toNumber('NRestarts'),
    startsAtBoot: values.get('UnitFileState') === 'enabled',
    result: result === undefined || result === 'success' ? null : result,
  };
}

/** Reads `Thu 2026-11-26 00:46:14 UTC`. Other zones have names that JavaScript does not know: they stay as they are. */
function getTime(text: string): string {
  const [, date, time] = /^\w+ (\S+) (\S+) UTC$/.exec(text) ?? [];
  return date === undefined ? text : `${date}T${time}Z`;
}

function notes(definition: ServiceDefinition, machine: Machine): string[] {
  const { user, writable, name, loosenings } = definition;
  const loosened = loosenings.map((each) => {
    const { setting, meaning } = dropIns[each];
    return `\`${setting}\` loosens the service: ${meaning} (${dropInPath(name, each)}).`;
  });
  const foreign = user === undefined ? writable : [];
  const elsewhere = foreign.map(
    (path) => `The settings name ${path}, where a service without \`--service-user\` cannot write.`,
  );
  const isMissing = user !== undefined && !stateDirectory(definition.dataDirectory);
  const owned = isMissing && !existsSync(placeOn(machine, definition.dataDirectory));
  return [...loosened, ...elsewhere, ...(owned ? [`${definition.dataDirectory} is made for ${user}.`] : [])];
}
