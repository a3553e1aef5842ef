import { indentationAt, lineEnd, lineStart, nextLine } from './lines.js';

/**
 * Where an entry ends with the comments that are part of it: behind it on its line, and on lines below that are
 * indented further than `column`. At the end of a line.
 */
export function tailOf(text: string, end: number, column: number): number {
  let last = lineEnd(text, end);
  for (let at = nextLine(text, end); at < text.length; at = nextLine(text, at)) {
    const indentation = indentationAt(text, at).length;
    const character = text[at + indentation];
    if (character === '#' && indentation > column) last = lineEnd(text, at);
    else if (character !== '\r' && character !== '\n') break;
  }
  return last;
}

export interface Lead {
  /** Where the comment lines directly above an entry begin, or its own line. */
  start: number;
  /** They are separated by a blank line from what is above them. */
  isApart: boolean;
  hasComment: boolean;
}

/**
 * The comment lines directly above an entry, at its column. A ruled line is not one of them, nor what is above it.
 * @param from where the entry above ends, or what the collection stands in
 */
export function leadOf(text: string, from: number, start: number, column: number): Lead {
  const own = lineStart(text, start);
  let top = own;
  while (top > from) {
    const above = lineStart(text, top - 1);
    if (above < from || !isOwnComment(text.slice(above, lineEnd(text, above)), column)) break;
    top = above;
  }
  const isApart = top > from && text.slice(lineStart(text, top - 1), top).trim() === '';
  return { start: top, isApart, hasComment: top < own };
}

function isOwnComment(line: string, column: number): boolean {
  const content = line.trimStart();
  if (!content.startsWith('#') || line.length - content.length !== column) return false;
  return !/^#+\s*[-=#*~_]{3,}|[-=#*~_]{4,}\s*$/.test(content);
}
