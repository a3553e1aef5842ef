import type { Transport } from '../client/rest/transport.js';
import type { InstalledRecord } from './contract/definition.js';
import type { Machine } from './contract/machine.js';
import type { ServiceManager, ServiceState } from './contract/manager.js';
import { findLocalServer } from './local-server.js';
import { getManager } from './managers.js';

/** The state of an installed service, for people and programs. */
export interface ServiceStatus extends ServiceState {
  service: InstalledRecord;
  manager: string;
  /** The file that defines the service. */
  file: string;
  /** The address of the service; null where it does not run, or where the caller may not read its data directory. */
  url: string | null;
  /** The answer of `/readyz`; null where the address is unknown. */
  ready: boolean | null;
}

/** The exit codes of `systemctl status`. */
export const statusCodes = { running: 0, stopped: 3, notInstalled: 4 } as const;

const answerMs = 3_000;

export async function readServiceStatus(machine: Machine, record: InstalledRecord): Promise<ServiceStatus> {
  const manager = getManager(machine);
  const state = await manager.state(machine, record.name);
  const server = state.state === 'running' ? findLocalServer(machine, record) : undefined;
  return {
    service: record,
    manager: manager.name,
    file: manager.file(record.name),
    ...state,
    url: server?.url ?? null,
    ready: server === undefined ? null : await isReady(server.transport),
  };
}

async function isReady(transport: Transport): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerMs);
    return (await transport.send('/readyz', { method: 'GET', headers: {}, signal })).ok;
  } catch {
    return false;
  }
}

export function serviceStatusText(
  { defaultUser }: Pick<ServiceManager, 'defaultUser'>,
  status: ServiceStatus,
) {
  const { service, state, pid, since, restarts, url, ready, result, startsAtBoot } = status;
  const process = pid === null ? '' : `, process ${pid}`;
  const start = since === null ? '' : `, since ${since}`;
  const answer = ready ? 'ready' : 'not ready: `svc status` says why';
  const serves = [service.serve.folder, service.serve.config].filter((path) => path !== undefined);
  const rows: [string, string][] = [
    ['service', `${service.name} (${status.manager}: ${status.file})`],
    ['state', `${state}${process}${start}${result === null ? '' : `, last end: ${result}`}`],
    ...(url === null ? [] : [['address', `${url}, ${answer}`] as [string, string]]),
    ...(restarts ? [['restarts', `${restarts} after failures`] as [string, string]] : []),
    ['at boot', startsAtBoot ? 'starts' : 'does not start'],
    ['serves', serves.join(', with ')],
    ['data', service.dataDirectory],
    ['user', service.user ?? defaultUser],
  ];
  return rows.map(([label, text]) => `${label.padEnd(10)}${text}\n`).join('');
}
