import type { Measure } from './measure.js';
import { textWidth, withoutStyles } from './text-width.js';

/** A word with the codes of its colours, and the columns that it takes. */
export interface Word {
  readonly text: string;
  readonly width: number;
}

/** The begin of the first line, and of the others. */
interface Indent {
  readonly first?: string;
  readonly others?: string;
}

/** Returns the words of a text, whatever breaks its lines. */
function getWords(text: string): Word[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => ({ text: word, width: textWidth(word) }));
}

/** Returns words as lines that fit; a word that does not is folded, or stays whole where lines may be longer. */
export function wrapped(
  words: readonly Word[],
  { width, folds }: Measure,
  { first = '', others = first }: Indent = {},
): string[] {
  const lines: string[] = [];
  let line = first;
  let used = textWidth(first);
  let isEmpty = true;
  const next = () => {
    lines.push(line);
    line = others;
    used = textWidth(others);
    isEmpty = true;
  };
  const add = ({ text, width }: Word) => {
    line += isEmpty ? text : ` ${text}`;
    used += width + (isEmpty ? 0 : 1);
    isEmpty = false;
  };
  for (const word of words) {
    if (!isEmpty && used + 1 + word.width > width) next();
    const parts = folds ? foldedWord(word, width - used) : [word];
    for (const [index, part] of parts.entries()) {
      if (index > 0) next();
      add(part);
    }
  }
  if (!isEmpty || lines.length === 0) next();
  return lines;
}

/** Returns a paragraph of plain text as lines that fit. */
export function wrappedText(text: string, measure: Measure, indent?: Indent): string[] {
  return wrapped(getWords(text), measure, indent);
}

/** A word that is folded has no colours, as their codes would be cut. */
function foldedWord(word: Word, room: number): Word[] {
  if (word.width <= room || room < 1) return [word];
  return foldedText(withoutStyles(word.text), room).map((text) => ({ text, width: textWidth(text) }));
}

/** Returns a text in parts that take at most some columns each. */
export function foldedText(text: string, width: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of text) {
    if (part !== '' && textWidth(part + character) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}
