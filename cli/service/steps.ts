import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { shellWord } from '../../api/operations/flows/example-calls.js';
import { Problem } from '../../controller/problems/index.js';
import { type CommandResult, type Machine, placeOn } from './contract/machine.js';
import type { ServiceManager } from './contract/manager.js';
import type { GeneratedFile, Step } from './contract/plan.js';

/**
 * Carries out steps in order. A file is complete under its name or not there; a step that fails ends the rest.
 * @param done receives each step that is done
 * @throws Problem service_command_failed, service_rights_missing
 */
export async function carryOut(
  machine: Machine,
  manager: Pick<ServiceManager, 'lacksRights'>,
  steps: readonly Step[],
  done: (step: Step) => void = () => undefined,
): Promise<void> {
  for (const step of steps) {
    if (step.do === 'run') await runStep(machine, manager, step.command, step.mayFail);
    else fileStep(machine, step);
    if (step.do === 'folder' && step.owner !== undefined)
      await runStep(machine, manager, ['chown', step.owner, step.path]);
    done(step);
  }
}

async function runStep(
  machine: Machine,
  { lacksRights }: Pick<ServiceManager, 'lacksRights'>,
  command: readonly string[],
  mayFail = false,
): Promise<void> {
  const result = await machine.run(command);
  if (result.exitCode === 0 || mayFail) return;
  const line = command.map(shellWord).join(' ');
  const code = lacksRights(result) ? 'service_rights_missing' : 'service_command_failed';
  throw new Problem(code, `\`${line}\` ended with exit code ${result.exitCode}${getReason(result)}`);
}

function getReason({ stdout, stderr }: CommandResult): string {
  const text = stderr.trim() || stdout.trim();
  return text === '' ? '' : `: ${text}`;
}

function fileStep(machine: Machine, step: Exclude<Step, { do: 'run' }>): void {
  try {
    if (step.do === 'write') writeFile(machine, step.file, step.backup);
    else if (step.do === 'folder')
      mkdirSync(placeOn(machine, step.path), { recursive: true, mode: step.mode });
    else rmSync(placeOn(machine, step.path), { recursive: true, force: true });
  } catch (cause) {
    const path = step.do === 'write' ? step.file.path : step.path;
    const { code: reason, message } = cause as NodeJS.ErrnoException;
    const code =
      reason === 'EACCES' || reason === 'EPERM' ? 'service_rights_missing' : 'service_command_failed';
    throw new Problem(code, `${path} cannot be written: ${message}`, { cause });
  }
}

function writeFile(machine: Machine, { path, content, mode = 0o644 }: GeneratedFile, backup?: string): void {
  const place = placeOn(machine, path);
  if (backup !== undefined) copyFileSync(place, placeOn(machine, backup));
  mkdirSync(dirname(place), { recursive: true });
  const temporary = `${place}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w', mode);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  // The umask of the caller took bits away.
  chmodSync(temporary, mode);
  renameSync(temporary, place);
}

/** True when a file of the machine has this content and these permissions. */
export function isWritten(machine: Machine, { path, content, mode = 0o644 }: GeneratedFile): boolean {
  const place = placeOn(machine, path);
  if (!existsSync(place) || readFileSync(place, 'utf8') !== content) return false;
  return process.platform === 'win32' || (statSync(place).mode & 0o777) === mode;
}
