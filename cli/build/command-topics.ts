import { blocks, code, fenced, part, table } from '../../api/manual/topics/markdown.js';
import type { Topic } from '../../api/manual/topics/topic.js';
import { commands } from '../commands/index.js';
import { type CommandOption, jsonOption } from '../contract/command.js';

const exitCodes =
  'Exit codes: 0 done, 1 the run faulted or files are invalid, 2 wrong usage, 3 the server cannot be reached, 4 not authorised.';

/** One page for each command of the command line. */
export function commandTopics(): Topic[] {
  return commands
    .filter(({ hidden }) => !hidden)
    .map(({ usage, summary, description = '', options, examples }) => {
      const [name = ''] = usage.split(' ');
      return {
        name: `command.${name}`,
        title: `svc ${name}`,
        summary: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
        text: blocks(
          fenced('sh', examples.join('\n')),
          `Usage: \`svc ${usage} [options]\``,
          description,
          part('Options', table(['Option', 'Description'], [...options, jsonOption].map(toRow))),
          exitCodes,
        ),
      };
    });
}

function toRow({ flags, description, choices, repeatable }: CommandOption): string[] {
  const more = [
    ...(choices ? [`One of ${choices.map(code).join(', ')}.`] : []),
    ...(repeatable ? ['Can be repeated.'] : []),
  ];
  return [code(flags), [description, ...more].join(more.length > 0 ? '. ' : '')];
}
