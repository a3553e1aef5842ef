import { resolve } from 'node:path';
import { isSet, type Options, text } from '../contract/command.js';
import { exitCodes, Failure, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { paletteFor } from '../output/terminal/palette.js';
import { confirmPurge } from './confirm.js';
import { type InstalledRecord, toRecord } from './contract/definition.js';
import type { Machine } from './contract/machine.js';
import type { Plan } from './contract/plan.js';
import { getControl, withLog } from './control.js';
import { requireUser } from './define.js';
import { planInstall } from './install.js';
import { getManager, installedServices, requireInstalled } from './managers.js';
import { planJson, planText, progressText } from './plan-text.js';
import { requireProgram, requireRights } from './require.js';
import { readServiceStatus, serviceStatusText, statusCodes } from './status.js';
import { carryOut } from './steps.js';
import { planUninstall } from './uninstall.js';

/** A call of `svc service`. */
export interface ServiceCall {
  io: Io;
  machine: Machine;
  options: Options;
}

/** Each action resolves with the exit code. */
export const serviceActions = {
  install,
  start: (call: ServiceCall) => startOrStop(call, 'start'),
  stop: (call: ServiceCall) => startOrStop(call, 'stop'),
  status,
  logs,
  uninstall,
  'rotate-master-key': rotate,
} as const;

export type ServiceActions = typeof serviceActions;

async function install({ io, machine, options }: ServiceCall): Promise<number> {
  const manager = getManager(machine);
  const isDry = isSet(options, 'dryRun');
  if (!isDry) {
    const name = text(options, 'name') ?? 'svc';
    await requireRights(machine, manager, name, toLine('install', options));
  }
  const plan = await planInstall(machine, manager, io.cwd, options);
  if (isDry) return printPlan(io, options, plan);
  const { definition, isDone } = plan;
  await requireUser(machine, definition.user);
  requireProgram(machine, definition);
  await withLog(machine, toRecord(definition), () => apply({ io, machine, options }, plan));
  const status = await readServiceStatus(machine, requireInstalled(machine, { name: definition.name }));
  if (isSet(options, 'json')) print(io, { changed: !isDone, ...status });
  else {
    if (isDone) io.stderr.write('Nothing to do: the service is installed with these options, and runs.\n');
    io.stdout.write(serviceStatusText(manager, status));
  }
  return exitCodes.done;
}

async function startOrStop({ io, machine, options }: ServiceCall, action: 'start' | 'stop'): Promise<number> {
  const manager = getManager(machine);
  const record = installed({ io, machine, options });
  const { name } = record;
  const isDry = isSet(options, 'dryRun');
  if (isDry) {
    return printPlan(io, options, { steps: manager[action](name), notes: [] });
  }
  await requireRights(machine, manager, name, toLine(action, options));
  await getControl(machine, record)[action]();
  const status = await readServiceStatus(machine, record);
  if (isSet(options, 'json')) print(io, status);
  else io.stdout.write(serviceStatusText(manager, status));
  return exitCodes.done;
}

async function status({ io, machine, options }: ServiceCall): Promise<number> {
  const manager = getManager(machine);
  const selector = { name: text(options, 'name'), dir: findDir(io, options) };
  const isAny = installedServices(machine).length > 0;
  if (!isAny || (selector.name !== undefined && !hasName(machine, selector.name))) {
    const name = selector.name ?? 'svc';
    if (isSet(options, 'json')) print(io, { state: 'not-installed', name, manager: manager.name });
    else io.stdout.write(`No service \`${name}\` is installed on this machine\n`);
    return statusCodes.notInstalled;
  }
  const serviceStatus = await readServiceStatus(machine, requireInstalled(machine, selector));
  if (isSet(options, 'json')) print(io, serviceStatus);
  else io.stdout.write(serviceStatusText(manager, serviceStatus));
  return serviceStatus.state === 'running' ? statusCodes.running : statusCodes.stopped;
}

async function logs({ io, machine, options }: ServiceCall): Promise<number> {
  const manager = getManager(machine);
  const record = installed({ io, machine, options });
  const count = text(options, 'lines') ?? '50';
  if (!/^\d{1,6}$/.test(count)) throw misuse(`\`--lines\` takes a whole number, not \`${count}\``);
  const how = { lines: Number(count), follow: isSet(options, 'follow'), json: isSet(options, 'json') };
  const command = manager.logs(record, how);
  const stopped = new AbortController();
  const undo = io.onInterrupt(() => stopped.abort());
  const code = await machine.follow(command, (part) => void io.stdout.write(part), stopped.signal);
  undo();
  if (code === 0 || stopped.signal.aborted) return exitCodes.done;
  throw new Failure(exitCodes.faulted, `\`${command.join(' ')}\` ended with exit code ${code}`, [
    'The log may belong to root: repeat the command with `sudo`.',
  ]);
}

async function uninstall({ io, machine, options }: ServiceCall): Promise<number> {
  const manager = getManager(machine);
  const record = installed({ io, machine, options });
  const isPurged = isSet(options, 'purge');
  const how = { isForced: isSet(options, 'force'), isPurged };
  if (isSet(options, 'dryRun')) return printPlan(io, options, planUninstall(machine, manager, record, how));
  await requireRights(machine, manager, record.name, toLine('uninstall', options));
  const plan = planUninstall(machine, manager, record, how);
  if (isPurged && !isSet(options, 'yes')) await confirmPurge(io, record.dataDirectory);
  await apply({ io, machine, options }, plan);
  if (isSet(options, 'json')) print(io, { uninstalled: record.name, notes: plan.notes });
  return exitCodes.done;
}

async function rotate({ io, machine, options }: ServiceCall): Promise<number> {
  const manager = getManager(machine);
  const record = installed({ io, machine, options });
  await requireRights(machine, manager, record.name, toLine('rotate-master-key', options));
  if (isSet(options, 'dryRun'))
    throw misuse('`rotate-master-key` has no `--dry-run`', 'Leave the option out.');
  const { rotateMasterKey } = await import('./rotate.js');
  const keyId = await rotateMasterKey(io, machine, record);
  if (isSet(options, 'json')) print(io, { keyId });
  else io.stdout.write(`All data keys are wrapped by the new master key ${keyId}\n`);
  return exitCodes.done;
}

function installed({ io, machine, options }: ServiceCall): InstalledRecord {
  return requireInstalled(machine, { name: text(options, 'name'), dir: findDir(io, options) });
}

function findDir(io: Io, options: Options): string | undefined {
  const dir = text(options, 'dir');
  return dir === undefined ? undefined : resolve(io.cwd, dir);
}

function hasName(machine: Machine, name: string): boolean {
  return installedServices(machine).some((record) => record.name === name);
}

async function apply({ io, machine, options }: ServiceCall, { steps, notes }: Plan): Promise<void> {
  const isQuiet = isSet(options, 'json');
  await carryOut(machine, getManager(machine), steps, (step) => {
    if (!isQuiet) io.stderr.write(`${progressText(step)}\n`);
  });
  if (!isQuiet) writeNotes(io, notes);
}

function printPlan(io: Io, options: Options, plan: Plan): number {
  if (isSet(options, 'json')) print(io, { dryRun: true, ...planJson(plan) });
  else {
    io.stdout.write(planText(plan));
    writeNotes(io, plan.notes);
  }
  return exitCodes.done;
}

function writeNotes(io: Io, notes: readonly string[]): void {
  const { yellow } = paletteFor(io.stderr, io.env);
  for (const note of notes) io.stderr.write(`${yellow('note:')} ${note}\n`);
}

function print(io: Io, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Returns the command line of a call again, after `svc`. */
function toLine(action: string, options: Options): string[] {
  const words = Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? [flag] : [flag, String(value)];
  });
  return ['service', action, ...words];
}
