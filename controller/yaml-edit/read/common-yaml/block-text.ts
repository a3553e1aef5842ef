import type { ParsedNode } from 'yaml';
import { scalar } from './scalar-reader.js';

const header = /[|>](-?) *(?: #.*)?\n/y;

/**
 * Reads a literal or folded text from its `|` or `>` on.
 * @param column the column of the parent; the lines of the text are indented further
 * @returns the text and the start of the line after it; undefined for a form that is not common
 */
export function readBlockText(
  text: string,
  start: number,
  column: number,
): { node: ParsedNode; next: number } | undefined {
  header.lastIndex = start;
  const opened = header.exec(text);
  const read = opened && readLines(text, header.lastIndex, column);
  if (!opened || !read) return undefined;
  const { lines, next } = read;
  while (lines.at(-1)?.trim() === '') lines.pop();
  const isFolded = text[start] === '>';
  const body = isFolded ? fold(lines) : lines.join('\n');
  const value = opened[1] === '-' ? body : `${body}\n`;
  const type = isFolded ? 'BLOCK_FOLDED' : 'BLOCK_LITERAL';
  return { node: scalar(value, value, type, [start, next, next]), next };
}

function readLines(text: string, from: number, column: number) {
  const lines: string[] = [];
  let indent = -1;
  let widestBlank = 0;
  let at = from;
  while (at < text.length) {
    const lineEnd = text.indexOf('\n', at);
    if (lineEnd === -1) return undefined;
    let content = at;
    while (text[content] === ' ') content += 1;
    const isBlank = content === lineEnd;
    if (isBlank) widestBlank = Math.max(widestBlank, content - at);
    if (indent === -1 && !isBlank) {
      indent = content - at;
      if (indent <= column) return undefined;
    }
    if (!isBlank && content - at < indent) break;
    lines.push(indent === -1 ? '' : text.slice(Math.min(at + indent, lineEnd), lineEnd));
    at = lineEnd + 1;
  }
  // Blanks beyond the indentation may belong to the text.
  return indent === -1 || indent < widestBlank ? undefined : { lines, next: at };
}

/** Folds lines (YAML 1.2, 8.1.3): a single line end becomes a blank, except beside lines that are indented further. */
function fold(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line !== '');
  let body = '\n'.repeat(first);
  let separator = '';
  let wasFurther = false;
  for (const line of lines.slice(first)) {
    if (line.startsWith(' ')) {
      if (separator === ' ') separator = '\n';
      else if (separator === '\n' && !wasFurther) separator = '\n\n';
      body += separator + line;
      separator = '\n';
      wasFurther = true;
    } else if (line !== '') {
      body += separator + line;
      separator = ' ';
      wasFurther = false;
    } else if (separator === '\n') body += '\n';
    else separator = '\n';
  }
  return body;
}
