import type { Measure } from './measure.js';
import { textWidth } from './text-width.js';
import { foldedText, wrapped } from './wrapped.js';

/** Begins what belongs to the line above. */
const continued = '↪ ';
/** A word of a command line, with the texts in quotes that it has. */
const argument = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

/** Returns lines of code with an indent. On a narrow terminal a long one is folded, which a mark shows. */
export function codeLines(code: string, { width, folds }: Measure, indent: string): string[] {
  return code.split('\n').flatMap((line) => {
    const whole = line === '' ? '' : indent + line;
    const room = width - indent.length;
    if (!folds || textWidth(whole) <= width || room <= continued.length) return [whole];
    const [first = '', ...others] = foldedAtStart(line, room);
    return [indent + first, ...others.map((part) => indent + continued + part)];
  });
}

/** The first part takes the whole room, as it has no mark. */
function foldedAtStart(line: string, room: number): string[] {
  const [first = ''] = foldedText(line, room);
  const rest = line.slice(first.length);
  return [first, ...(rest === '' ? [] : foldedText(rest, room - continued.length))];
}

/** Returns the lines of a script with an indent; those that are whole commands go on below where they are too long. */
export function scriptLines(code: string, measure: Measure, indent: string): string[] {
  const hasText = code.includes('<<');
  return code.split('\n').flatMap((line) => {
    const isCommand = !hasText && !line.startsWith('#') && line.replaceAll(argument, '').trim() === '';
    return (isCommand && line !== '' ? commandLines : codeLines)(line, measure, indent);
  });
}

/** Returns a command line with an indent; one that is too long goes on below, as a shell reads it. */
export function commandLines(line: string, { width, folds }: Measure, indent: string): string[] {
  if (indent.length + textWidth(line) <= width) return [indent + line];
  const others = `${indent}  `;
  const end = ' \\';
  const words = (line.match(argument) ?? []).map((text) => ({ text, width: textWidth(text) }));
  const lines = wrapped(words, { width: width - end.length, folds }, { first: indent, others });
  return lines.map((part, index) => (index < lines.length - 1 ? part + end : part));
}
