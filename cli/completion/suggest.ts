import {
  type Command,
  type CommandOption,
  helpOption,
  type Io,
  jsonOption,
  type Named,
  versionOption,
} from '../command.js';
import { namesOf } from './names.js';
import type { Suggestion } from './suggestion.js';
import { readWords } from './words.js';

/** What a shell takes literally; anything else could be read as something to do. */
const harmless = /^[\w./@+:=-]+$/;
const ofProgram = [versionOption, helpOption];
const ofEveryCommand = [jsonOption, helpOption];

/**
 * How a command line may go on, given its words after `svc`, the last of which is being typed. Empty where a file
 * belongs, or nothing is known.
 */
export async function suggest(
  commands: readonly Command[],
  words: readonly string[],
  io: Io,
): Promise<Suggestion[]> {
  const { before, typed, prefix } = readWords(words);
  const found = await candidates(commands, before, typed, io);
  return found
    .filter(({ value }) => value.startsWith(typed) && harmless.test(value))
    .map((suggestion) => ({ ...suggestion, value: prefix + suggestion.value }));
}

async function candidates(
  commands: readonly Command[],
  before: readonly string[],
  typed: string,
  io: Io,
): Promise<Suggestion[]> {
  const shown = commands.filter(({ hidden }) => !hidden);
  const [name] = before;
  if (name === undefined) return typed.startsWith('-') ? ofProgram.flatMap(flagsOf) : shown.map(toSuggestion);
  if (name === 'help') return before.length === 1 ? shown.map(toSuggestion) : [];
  const command = commands.find((known) => nameOf(known) === name);
  if (!command) return [];
  const line = readLine(command, before.slice(1));
  if (line.awaits) return values(line.awaits, line.options, io);
  if (typed.startsWith('-')) return [...command.options, ...ofEveryCommand].flatMap(flagsOf);
  const named = command.names?.[line.argumentCount];
  return named === undefined ? [] : namesOf(named, line.options, io);
}

interface Line {
  /** Arguments that are there already. */
  argumentCount: number;
  options: Record<string, string>;
  /** The option whose value comes next. */
  awaits: CommandOption | undefined;
}

function readLine({ options }: Command, words: readonly string[]): Line {
  const line: Line = { argumentCount: 0, options: {}, awaits: undefined };
  for (const word of words) {
    if (line.awaits) {
      line.options[longName(line.awaits)] = word;
      line.awaits = undefined;
      continue;
    }
    const option = options.find(({ flags }) => flags.split(/[ ,]+/).includes(word));
    if (option && takesValue(option)) line.awaits = option;
    else if (!word.startsWith('-')) line.argumentCount++;
  }
  return line;
}

function values(option: CommandOption, given: Record<string, string>, io: Io): Promise<Suggestion[]> {
  const named: Named | undefined = option.choices ? { choices: option.choices } : option.names;
  return named === undefined ? Promise.resolve([]) : namesOf(named, given, io);
}

function toSuggestion(command: Command): Suggestion {
  return { value: nameOf(command), description: command.summary };
}

function nameOf({ usage }: Command): string {
  return usage.split(' ', 1)[0] ?? '';
}

function flagsOf({ flags, description }: CommandOption): Suggestion[] {
  const names = flags.split(/[ ,]+/).filter((part) => part.startsWith('-'));
  return names.map((value) => ({ value, description }));
}

/** `--params-file <file>` → `paramsFile`, as commands read it. */
function longName({ flags }: CommandOption): string {
  const name = /--([\w-]+)/.exec(flags)?.[1] ?? '';
  return name.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

function takesValue({ flags }: CommandOption): boolean {
  return flags.includes('<');
}
