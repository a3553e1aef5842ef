import type { Manual } from '../../api/manual/manual.js';
import type { Topic } from '../../api/manual/topics/topic.js';
import { type Command, isSet, type Options } from '../contract/command.js';
import { exitCodes, Failure } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { getMeasure } from '../output/terminal/measure.js';
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
    'Prints a page of the manual: a guide, a task, a field of a file, an action, an operation, a setting, an error, a rule. ' +
    'Without a topic it lists the chapters.\n\n' +
    'What is the last part of one name only prints that page: `queue_full` and `queue full` stand for `error.queue_full`. ' +
    'Words that name no page search the manual.',
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
    if (words.length === 0) return printList(io, options, manual);
    const topic = findTopic(manual, words);
    if (!topic) return printFound(io, options, manual, words.join(' '));
    const topics = manual.children(topic.name).map((child) => child.name);
    if (isSet(options, 'json')) print(io, { ...topic, topics });
    else await printText(io, manual.text(topic));
    return exitCodes.done;
  },
});

async function printList(io: Io, options: Options, manual: Manual): Promise<number> {
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
  await printText(io, text);
  return exitCodes.done;
}

/** Returns the topic that words name together, whatever joins them: `task call` is `task.call`. */
function findTopic(manual: Manual, words: readonly string[]): Topic | undefined {
  const exact = words.length === 1 ? manual.find(words[0] ?? '') : undefined;
  if (exact) return exact;
  const query = joined(words.join(' '));
  const named = manual.topics.filter(({ name }) => joined(name) === query);
  const ending = manual.topics.filter(({ name }) => getEndings(name).some((end) => joined(end) === query));
  // An ending that several have, such as fields of different files, says nothing.
  const [topic, ...others] = named.length > 0 ? named : ending;
  return others.length === 0 ? topic : undefined;
}

/** `a.b.c` ends with `b.c` and `c`. */
function getEndings(name: string): string[] {
  const parts = name.split('.');
  return parts.slice(1).map((_, at) => parts.slice(at + 1).join('.'));
}

function joined(name: string): string {
  return name.toLowerCase().replaceAll(/[./_-]+/g, ' ');
}

async function printFound(io: Io, options: Options, manual: Manual, query: string): Promise<number> {
  const isName = !query.includes(' ');
  const names = isName
    ? [...new Set([...manual.near(query), ...manual.search(query)])]
    : manual.search(query);
  const { notes, topics, corrected } = manual.suggest(query);
  const meant = corrected === undefined ? [] : [`Did you mean \`${corrected}\`?`];
  if (names.length + topics.length === 0) {
    throw new Failure(exitCodes.usage, `The manual has nothing about \`${query}\``, [
      ...meant,
      'List the chapters with `svc explain`.',
    ]);
  }
  if (isName) io.stderr.write(`There is no topic \`${printable(query)}\`; found:\n`);
  const others = topics.filter((topic) => !names.includes(topic));
  if (isSet(options, 'json')) {
    const inShort = ({ name, title, summary }: Topic) => ({ name, title, summary });
    print(io, { items: names.map(inShort), suggestions: { notes, items: others.map(inShort), corrected } });
  } else {
    const said = others.length === 0 ? meant : [...meant, ...notes];
    await printText(io, [...said, toList([...others, ...names])].join('\n\n'));
  }
  return exitCodes.done;
}

function toList(topics: readonly Topic[]): string {
  return topics.map(({ name, summary }) => `- \`${name}\`: ${summary}`).join('\n');
}

async function printText({ stdout, env }: Io, markdown: string): Promise<void> {
  const { markdownText } = await import('../output/markdown/markdown-text.js');
  stdout.write(markdownText(markdown, getMeasure(stdout), paletteFor(stdout, env)));
}

function print(io: Io, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
