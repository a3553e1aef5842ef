import { existsSync } from 'node:fs';
import { shellWord } from '../../api/operations/flows/example-calls.js';
import { Problem } from '../../controller/problems/index.js';
import type { ServiceDefinition } from './contract/definition.js';
import { type Machine, placeOn } from './contract/machine.js';
import type { ServiceManager } from './contract/manager.js';

/**
 * Checks that the caller may change services.
 * @param line the words of the command line after `svc`, for the command to repeat
 * @throws Problem service_manager_missing, service_rights_missing
 */
export async function requireRights(
  machine: Machine,
  manager: ServiceManager,
  name: string,
  line: readonly string[],
): Promise<void> {
  manager.requireRunning(machine, name);
  if (await machine.isAdministrator()) return;
  const action = `\`svc ${line.slice(0, 2).join(' ')}\``;
  const again = ['sudo', ...ownWords(), ...line].map(shellWord).join(' ');
  const hints =
    machine.platform === 'win32'
      ? ['Start PowerShell with `Run as administrator`, and repeat the command there.']
      : [`Repeat it as root: \`${again}\`.`];
  throw new Problem('service_rights_missing', `${action} changes this machine, which root alone may do`, {
    hints,
  });
}

/** The words that started this program; sudo may not have the path of the user. */
function ownWords(): string[] {
  const [node = 'svc', script = ''] = process.argv;
  return script.endsWith('.js') || script.endsWith('.cjs') ? [node, script] : ['svc'];
}

/** @throws Problem service_program_missing where a part of the program is not on the machine */
export function requireProgram(machine: Machine, { program }: ServiceDefinition): void {
  const missing = program.find((path) => !existsSync(placeOn(machine, path)));
  if (missing === undefined) return;
  throw new Problem('service_program_missing', `The service would run ${missing}, which does not exist`, {
    hints: ['From the sources: `npm run build`, then repeat the command with `node dist/cli/launch.cjs`.'],
  });
}
