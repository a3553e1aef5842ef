import { type Command, isSet } from '../command.js';
import { exitCodes } from '../failure.js';

/** What the scripts of `svc completion` ask while somebody types. */
export function createComplete(commands: readonly Command[]): Command {
  return {
    usage: 'complete [words...]',
    summary: 'suggest how a command line goes on',
    hidden: true,
    options: [{ flags: '--described', description: 'a tab and a description after each' }],
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
