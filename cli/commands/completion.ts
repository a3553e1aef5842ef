import type { Command } from '../command.js';
import { type Shell, scripts, shells } from '../completion/scripts.js';
import { exitCodes, Failure } from '../failure.js';

export const completion: Command = {
  usage: 'completion <shell>',
  summary: 'print what makes a shell complete svc commands',
  description:
    'Prints a script for bash, zsh or fish. Names of flows, runs, environments and branches come from the service ' +
    'that the command would talk to.',
  names: [{ choices: shells }],
  options: [],
  examples: [
    'source <(svc completion bash)',
    'svc completion zsh > "${fpath[1]}/_svc"',
    'svc completion fish > ~/.config/fish/completions/svc.fish',
  ],
  async run(io, [shell = '']) {
    if (!shells.some((known) => known === shell)) {
      throw new Failure(exitCodes.usage, `There is no completion for \`${shell}\``, [
        `Use one of ${shells.join(', ')}.`,
      ]);
    }
    io.stdout.write(scripts[shell as Shell]);
    return exitCodes.done;
  },
};
