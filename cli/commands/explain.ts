import type { Manual } from '../../api/manual/manual.js';
import type { Topic } from '../../api/manual/topics/topic.js';
import { type Command, isSet, type Options } from '../contract/command.js';
import { exitCodes, Failure } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { markdownText } from '../output/markdown-text.js';
import { paletteFor } from '../output/terminal/palette.js';
import { printable } from '../output/terminal/printable.js';

/**
 * Works without a server: the manual is a part of the program.
 * @param open returns the manual
 */
export const createExplain = (open: () => Manual): Command => ({
  usage: 'explain [topic...]',
  summary: 'print a page of the manual',
  description:
    'Prints a page of the manual: a guide, a task, a field of a file, an action, an operation, a setting, an error, a rule.\n' +
    'Without a topic it lists the chapters. Several words search the manual, and so does one word that no page has as its name. A word that is the last part of\n' +
    'one name only prints that page: `queue_full` stands for `error.queue_full`.',
  names: ['topic'],
  options: [],
  examples: [
    'svc explain',
    'svc explain task.call',
    'svc explain connector.http.actions.get',
    'svc explain error.queue_full',
    'svc explain kind.trigger.schedule.cron',
    'svc explain retry after an error',
  ],
  async run(io, words, options) {
    const manual = open();
    if (words.length > 1) return printFound(io, options, manual, words.join(' '));
    const [name] = words;
    if (name === undefined) return printList(io, options, manual);
    const topic = manual.find(name) ?? onlyEnding(manual, name);
    if (!topic) return printFound(io, options, manual, name);
    const topics = manual.children(topic.name).map((child) => child.name);
    if (isSet(options, 'json')) print(io, { ...topic, topics });
    else io.stdout.write(markdownText(manual.text(topic), paletteFor(io.stdout, io.env)));
    return exitCodes.done;
  },
});

function printList(io: Io, options: Options, manual: Manual): number {
  const chapters = manual.children();
  if (isSet(options, 'json')) {
    print(io, {
      items: chapters.map(({ name, title, summary }) => ({
        name,
        title,
        summary,
        topics: manual.children(name).length,
      })),
    });
    return exitCodes.done;
  }
  const lines = chapters.map(
    ({ name, summary }) => `- \`${name}\` (${manual.children(name).length}): ${summary}`,
  );
  const start = manual.children('guide').map(({ name, title }) => `- \`${name}\`: ${title}`);
  const text = ['# The manual', lines.join('\n'), '## Guides', start.join('\n')].join('\n\n');
  io.stdout.write(markdownText(text, paletteFor(io.stdout, io.env)));
  return exitCodes.done;
}

/** Returns the topic whose name ends with a word; undefined where several do, such as fields of different files. */
function onlyEnding(manual: Manual, name: string): Topic | undefined {
  const [first, ...others] = manual.ending(name);
  return others.length === 0 ? first : undefined;
}

function printFound(io: Io, options: Options, manual: Manual, query: string): number {
  const isName = !query.includes(' ');
  const found = isName
    ? [...new Set([...manual.near(query), ...manual.search(query)])]
    : manual.search(query);
  if (found.length === 0) {
    throw new Failure(exitCodes.usage, `The manual has nothing about \`${query}\``, [
      'List the chapters with `svc explain`.',
    ]);
  }
  if (isName) io.stderr.write(`There is no topic \`${printable(query)}\`; found:\n`);
  if (isSet(options, 'json'))
    print(io, { items: found.map(({ name, title, summary }) => ({ name, title, summary })) });
  else {
    const lines = found.map(({ name, summary }) => `- \`${name}\`: ${summary}`).join('\n');
    io.stdout.write(markdownText(lines, paletteFor(io.stdout, io.env)));
  }
  return exitCodes.done;
}

function print(io: Io, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
