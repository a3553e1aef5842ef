import type { ParsedNode } from 'yaml';
import { scalar } from './nodes.js';
import { beyond } from './scalar-reader.js';

const header = /[|>](-?) *(?: #.*)?\n/y;

/**
 * A literal or folded text, from its `|` or `>` on.
 * @param column of what the text stands in: its lines are indented further
 * @returns the text, and where the line after it begins
 */
export function readBlockText(
  text: string,
  start: number,
  column: number,
): { node: ParsedNode; next: number } {
  header.lastIndex = start;
  const opened = header.exec(text);
  if (!opened) throw beyond;
  const { lines, next } = readLines(text, header.lastIndex, column);
  while (lines.at(-1)?.trim() === '') lines.pop();
  const isFolded = text[start] === '>';
  const body = isFolded ? fold(lines) : lines.join('\n');
  const value = opened[1] === '-' ? body : `${body}\n`;
  const type = isFolded ? 'BLOCK_FOLDED' : 'BLOCK_LITERAL';
  return { node: scalar(value, value, type, start, next), next };
}

function readLines(text: string, from: number, column: number): { lines: string[]; next: number } {
  const lines: string[] = [];
  let indent = -1;
  let widestBlank = 0;
  let at = from;
  while (at < text.length) {
    const lineEnd = text.indexOf('\n', at);
    if (lineEnd === -1) throw beyond;
    let content = at;
    while (text[content] === ' ') content += 1;
    const isBlank = content === lineEnd;
    if (isBlank) widestBlank = Math.max(widestBlank, content - at);
    if (indent === -1 && !isBlank) {
      indent = content - at;
      if (indent <= column) throw beyond;
    }
    if (!isBlank && content - at < indent) break;
    lines.push(indent === -1 ? '' : text.slice(Math.min(at + indent, lineEnd), lineEnd));
    at = lineEnd + 1;
  }
  // Blanks beyond the indentation may belong to the text.
  if (indent === -1 || indent < widestBlank) throw beyond;
  return { lines, next: at };
}

/**
 * Line folding, YAML 1.2 section 8.1.3: a single line end becomes a blank, but for those before and after lines that
 * are indented further.
 */
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
