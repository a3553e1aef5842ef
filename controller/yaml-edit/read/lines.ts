/** A fault in a text, with its offsets. */
export interface TextFinding {
  rule: string;
  message: string;
  hint?: string;
  start: number;
  end: number;
}

/** Returns the start of the line with the character at `offset`. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Returns the end of the line with the character at `offset`: its line break, carriage return included. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  if (at === -1) return text.length;
  return at > offset && text[at - 1] === '\r' ? at - 1 : at;
}

/** Returns the start of the line after the one with `offset`; the end of the text if there is none. */
export function nextLine(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at === -1 ? text.length : at + 1;
}

/** Returns the blanks at the beginning of a line. */
export function indentationAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  return text.slice(start, end);
}
