import type { Finding } from '../../controller/catalog/index.js';
import { printable } from './terminal/printable.js';

/** Characters to show of a line; a longer line is cut around the marked part. */
const maxWidth = 120;
const widthBefore = 40;
const tab = '  ';
/** East Asian wide and fullwidth forms, and emoji. */
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
const zeroWidth = /\p{Mn}|\p{Me}|\p{Cf}/u;

interface Excerpt {
  /** The text as a terminal can show it. */
  line: string;
  /** Columns before the marked part. */
  indent: number;
  /** Columns of the marked part. */
  width: number;
}

/** Returns the line of a finding with its marked part; undefined for a blank or unknown line. */
export function findExcerpt(finding: Finding, line: string | undefined): Excerpt | undefined {
  if (line === undefined || !/\S/.test(line.slice(0, 10_000))) return undefined;
  const from = Math.min(finding.column - 1, line.length);
  const until = finding.endLine === finding.line ? finding.endColumn - 1 : line.length;
  const start = line.length > maxWidth ? wholeCharacter(line, Math.max(0, from - widthBefore)) : 0;
  const end =
    line.length > maxWidth ? wholeCharacter(line, Math.min(line.length, start + maxWidth)) : line.length;
  const head = cells(line.slice(start, from));
  const marked = cells(line.slice(from, Math.max(from, Math.min(until, end))));
  const rest = cells(line.slice(Math.max(from, Math.min(until, end)), end));
  const cut = start > 0 ? '…' : '';
  return {
    line: `${cut}${head.text}${marked.text}${rest.text}${end < line.length ? '…' : ''}`,
    indent: cut.length + head.width,
    width: Math.max(1, marked.width),
  };
}

/** Moves an offset past the second half of a surrogate pair. */
function wholeCharacter(line: string, at: number): number {
  const unit = line.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}

function cells(text: string): { text: string; width: number } {
  let shown = '';
  let width = 0;
  for (const character of text) {
    const one = character === '\t' ? tab : printable(character);
    shown += one;
    width += one.length > character.length || one === tab ? one.length : measureWidth(character);
  }
  return { text: shown, width };
}

function measureWidth(character: string): number {
  if (character < '\u0300') return 1;
  if (zeroWidth.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
