import { resolve } from 'node:path';
import { Problem } from '../../controller/problems/index.js';
import type { Io } from '../contract/io.js';
import type { InstalledRecord } from './contract/definition.js';
import type { Machine } from './contract/machine.js';
import type { Step } from './contract/plan.js';
import { getManager, installedServices, managers } from './managers.js';
import { carryOut } from './steps.js';
import { thisMachine } from './this-machine.js';

/** Starts and stops an installed service. */
export interface ServiceControl {
  name: string;
  /** The options that the service was installed with. */
  record: InstalledRecord;
  isRunning(): Promise<boolean>;
  /** Resolves when the service has ended. @throws Problem service_rights_missing, service_command_failed */
  stop(): Promise<void>;
  /** Resolves when the service is ready. @throws Problem service_rights_missing, service_command_failed */
  start(): Promise<void>;
}

/**
 * Returns the control of the service that is installed for a folder; undefined where there is none.
 * @param machine another one than that of this process, for tests
 */
export async function controlFor(
  dir: string,
  io: Pick<Io, 'cwd'>,
  machine: Machine = thisMachine(),
): Promise<ServiceControl | undefined> {
  if (managers[machine.platform] === undefined) return undefined;
  const folder = resolve(io.cwd, dir);
  const record = installedServices(machine).find((installed) => installed.dir === folder);
  return record && getControl(machine, record);
}

/** Returns the control of an installed service. */
export function getControl(machine: Machine, record: InstalledRecord): ServiceControl {
  const manager = getManager(machine);
  const { name } = record;
  const run = (steps: readonly Step[]) => carryOut(machine, manager, steps);
  const isRunning = async () => (await manager.state(machine, name)).state === 'running';
  return {
    name,
    record,
    isRunning,
    async stop() {
      if ((await manager.state(machine, name)).state !== 'stopped') await run(manager.stop(name));
    },
    async start() {
      if (!(await isRunning())) await withLog(machine, record, () => run(manager.start(name)));
    },
  };
}

/** Does work that starts a service; a failure then shows the end of the log, which has the reason. */
export async function withLog(
  machine: Machine,
  record: InstalledRecord,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'service_command_failed') throw error;
    const how = { lines: 8, follow: false, json: false };
    const { stdout } = await machine.run(getManager(machine).logs(record, how));
    const end = stdout.trim();
    const hints = end === '' ? error.hints : [`The log ends with:\n${end}`, ...error.hints];
    throw new Problem(error.code, error.message, { hints, cause: error });
  }
}
