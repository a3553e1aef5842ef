import {
  type Command,
  type CommandOption,
  helpOption,
  jsonOption,
  versionOption,
} from '../contract/command.js';
import type { Io } from '../contract/io.js';
import { getNames, type Suggestion } from './names.js';
import { readWords, type TypedWords } from './words.js';

/** Characters that a shell takes literally; a word with others could run as code. */
const literal = /^[\w./@+:=-]+$/;
const ofProgram = [versionOption, helpOption];
const ofEveryCommand = [jsonOption, helpOption];

/**
 * Suggests how a command line may continue.
 * @param words those after `svc`; the user is typing the last one
 * @returns nothing where a file name belongs or no name is known, so that the shell suggests files
 */
export async function suggest(
  commands: readonly Command[],
  words: readonly string[],
  io: Io,
): Promise<Suggestion[]> {
  const { before, typed, prefix } = readWords(words);
  const suggestions = await candidates(commands, { before, typed }, io);
  return suggestions
    .filter(({ value }) => value.startsWith(typed) && literal.test(value))
    .map((suggestion) => ({ ...suggestion, value: prefix + suggestion.value }));
}

async function candidates(
  commands: readonly Command[],
  { before, typed }: Pick<TypedWords, 'before' | 'typed'>,
  io: Io,
): Promise<Suggestion[]> {
  const [name] = before;
  if (name === undefined)
    return typed.startsWith('-') ? ofProgram.flatMap(getFlags) : commands.map(toSuggestion);
  if (name === 'help') return before.length === 1 ? commands.map(toSuggestion) : [];
  const command = commands.find((optionName) => getName(optionName) === name);
  if (!command) return [];
  const line = readLine(command, before.slice(1));
  if (line.pending) {
    const { choices, names } = line.pending;
    return getNames(choices ? { choices } : names, line.options, io);
  }
  if (typed.startsWith('-')) return [...command.options, ...ofEveryCommand].flatMap(getFlags);
  return getNames(command.names?.[line.argumentCount], line.options, io);
}

interface Line {
  /** The number of arguments before the word being typed. */
  argumentCount: number;
  options: Record<string, string>;
  /** The option whose value is being typed. */
  pending: CommandOption | undefined;
}

function readLine({ options }: Command, words: readonly string[]): Line {
  const line: Line = { argumentCount: 0, options: {}, pending: undefined };
  for (const word of words) {
    if (line.pending) {
      line.options[longName(line.pending)] = word;
      line.pending = undefined;
      continue;
    }
    const option = options.find(({ flags }) => flags.split(/[ ,]+/).includes(word));
    if (option?.flags.includes('<')) line.pending = option;
    else if (!word.startsWith('-')) line.argumentCount++;
  }
  return line;
}

function toSuggestion(command: Command): Suggestion {
  return { value: getName(command), description: command.summary };
}

function getName({ usage }: Command): string {
  return usage.split(' ', 1)[0] ?? '';
}

function getFlags({ flags, description }: CommandOption): Suggestion[] {
  const names = flags.split(/[ ,]+/).filter((part) => part.startsWith('-'));
  return names.map((value) => ({ value, description }));
}

/** Returns the name under which commands read an option: `--params-file <file>` → `paramsFile`. */
function longName({ flags }: CommandOption): string {
  const name = /--([\w-]+)/.exec(flags)?.[1] ?? '';
  return name.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
