import { scripts, shells } from '../completion/scripts.js';
import type { Command } from '../contract/command.js';
import { exitCodes, misuse } from '../contract/failure.js';

export const completion: Command = {
  usage: 'completion <shell>',
  summary: 'print a script that completes svc commands in a shell',
  description:
    'Prints a script for bash, zsh or fish. The script suggests commands, options, and the names of flows, runs, ' +
    'environments and branches of the service that the command would call, if that service is running.',
  names: [{ choices: shells }],
  options: [],
  examples: [
    'source <(svc completion bash)',
    'svc completion zsh > "${fpath[1]}/_svc"',
    'svc completion fish > ~/.config/fish/completions/svc.fish',
  ],
  async run(io, [name = '']) {
    const shell = shells.find((optionName) => optionName === name);
    if (shell === undefined) {
      throw misuse(`There is no completion script for \`${name}\``, `Use one of ${shells.join(', ')}.`);
    }
    io.stdout.write(scripts[shell]);
    return exitCodes.done;
  },
};
