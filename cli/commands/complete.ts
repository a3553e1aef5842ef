import { type Command, isSet } from '../contract/command.js';
import { exitCodes } from '../contract/failure.js';

/** Suggests words to the scripts of `svc completion` while the user types. */
export function createComplete(commands: readonly Command[]): Command {
  return {
    usage: 'complete [words...]',
    summary: 'suggest the next word of a command line',
    hidden: true,
    options: [{ flags: '--described', description: 'print a tab and a description after each word' }],
    examples: ['svc complete -- run-flow dai'],
    async run(io, words, options) {
      const { suggest } = await import('../completion/suggest.js');
      for (const { value, description } of await suggest(commands, words, io)) {
        const about = isSet(options, 'described') && description ? `\t${description}` : '';
        io.stdout.write(`${value}${about}\n`);
      }
      return exitCodes.done;
    },
  };
}
