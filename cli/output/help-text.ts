import type { Command, Help } from 'commander';
import { codeLines } from './terminal/code-lines.js';
import type { Measure } from './terminal/measure.js';
import { padded, textWidth } from './terminal/text-width.js';
import { wrappedText } from './terminal/wrapped.js';

const indent = '  ';
/** Beside the names of options and commands, a description has at least this width; otherwise it begins below them. */
const narrowest = 30;

interface Item {
  term: string;
  description: string;
}

/** Returns the help of a command: what it does, its options and its commands, each text wrapped once. */
export function helpText(command: Command, help: Help, measure: Measure): string {
  const arguments_ = help.visibleArguments(command).map((argument) => ({
    term: help.argumentTerm(argument),
    description: help.argumentDescription(argument),
  }));
  const options = help.visibleOptions(command).map((option) => ({
    term: help.optionTerm(option),
    description: help.optionDescription(option),
  }));
  // Options and arguments are in the help of the command itself.
  const commands = help.visibleCommands(command).map((each) => ({
    term: each.name(),
    description: help.subcommandDescription(each),
  }));
  const parts = [
    wrappedText(`Usage: ${help.commandUsage(command)}`, measure, { first: '', others: '       ' }),
    ...toParagraphs(help.commandDescription(command)).map((text) =>
      text.startsWith(indent) ? codeLines(text.trim(), measure, indent) : wrappedText(text, measure),
    ),
    listLines('Arguments:', arguments_, measure),
    listLines('Options:', options, measure),
    listLines('Commands:', commands, measure),
  ];
  const shown = parts.filter((lines) => lines.length > 0);
  return `${shown.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** Breaks of single lines have no meaning, as in Markdown; what is indented is code. */
function toParagraphs(text: string): string[] {
  return text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
}

function listLines(title: string, items: readonly Item[], measure: Measure): string[] {
  if (items.length === 0) return [];
  const column = Math.max(...items.map(({ term }) => textWidth(term)));
  const others = ' '.repeat(indent.length + column + 2);
  const isBeside = measure.width - others.length >= narrowest;
  const lines = items.flatMap(({ term, description }) =>
    isBeside
      ? wrappedText(description, measure, { first: `${indent}${padded(term, column)}  `, others })
      : [
          ...wrappedText(term, measure, { first: indent, others: indent.repeat(2) }),
          ...wrappedText(description, measure, { first: indent.repeat(3) }),
        ],
  );
  return [title, ...lines];
}
