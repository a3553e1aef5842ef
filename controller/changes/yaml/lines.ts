/** Where the line with the character at `offset` begins. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the line with the character at `offset` ends: at its line break, a carriage return included. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  if (at === -1) return text.length;
  return at > offset && text[at - 1] === '\r' ? at - 1 : at;
}

/** Where the line after the one with `offset` begins; the text's end when there is none. */
export function nextLine(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at === -1 ? text.length : at + 1;
}

/** In characters, from 0. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** The blanks at the beginning of a line. */
export function indentationAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  return text.slice(start, end);
}

/** The next character that is neither a blank, nor a line break, nor part of a comment. */
export function skipGap(text: string, from: number): number {
  let at = from;
  for (;;) {
    const character = text[at];
    if (character === '#' && (at === 0 || isSpace(text[at - 1]))) at = lineEnd(text, at);
    else if (isSpace(character)) at += 1;
    else return at;
  }
}

export function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}
