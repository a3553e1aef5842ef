import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createIis } from '../../../cli/commands/iis.js';
import { createService } from '../../../cli/commands/service.js';
import { type CommandResult, type Machine, placeOn } from '../../../cli/service/contract/machine.js';
import { type Outcome, svc, temporaryFolder } from '../test-io.js';

/** A machine that is a folder, and that records the programs that run on it. */
export interface TestMachine extends Machine {
  /** The programs that ran, those that only ask left out. */
  ran: string[];
  /** Answers that replace success without output, by the beginning of the command line. */
  answers: Record<string, Partial<CommandResult>>;
  isRoot: boolean;
  write(path: string, content: string): void;
  read(path: string): string;
  has(path: string): boolean;
}

const asking = /^(systemctl (show|--version)|getent|id |launchctl print|sc\.exe queryex)/;

/** Makes a machine of an operating system with its service manager. */
export function testMachine(platform: NodeJS.Platform): TestMachine {
  const root = temporaryFolder();
  const place = (path: string) => placeOn(machine, path);
  const machine: TestMachine = {
    platform,
    root,
    ran: [],
    isRoot: true,
    answers: {
      'systemctl --version': { stdout: 'systemd 252 (252.38)\n' },
      getent: { exitCode: 2 },
      'launchctl print': { exitCode: 113 },
    },
    isAdministrator: async () => machine.isRoot,
    async run(command) {
      const line = command.join(' ');
      if (!asking.test(line)) machine.ran.push(line);
      const answer = Object.entries(machine.answers).find(([start]) => line.startsWith(start))?.[1];
      return { exitCode: 0, stdout: '', stderr: '', ...answer };
    },
    async follow(command, write) {
      machine.ran.push(command.join(' '));
      write('a line\n');
      return 0;
    },
    write(path, content) {
      mkdirSync(dirname(place(path)), { recursive: true });
      writeFileSync(place(path), content);
    },
    read: (path) => readFileSync(place(path), 'utf8'),
    has: (path) => existsSync(place(path)),
  };
  if (platform === 'linux') mkdirSync(place('/run/systemd/system'), { recursive: true });
  return machine;
}

/** Runs a command line on the machine. */
export function svcOn(machine: Machine, ...argv: readonly string[]): Promise<Outcome> {
  const commands = [createService(() => machine), createIis(() => machine)];
  return svc('/', argv, { commands });
}

/** Makes a folder with a release as `svc app fetch` unpacks it. */
export function addRelease(machine: TestMachine, dir: string): void {
  machine.write(
    machine.platform === 'win32' ? `${dir}\\bin\\svc.cmd` : `${dir}/current/bin/svc`,
    'a launcher',
  );
}
