/** A written value: its part on the line of the key or dash, and its own lines, indented. */
export interface WrittenBlock {
  head: string;
  lines: string[];
}

export interface BlockTextShape {
  kind: 'literal' | 'folded';
  /** The indentation of its lines, in characters. */
  column: number;
  /** The column of the parent, from which an indentation indicator counts. */
  parentColumn: number;
  /** The present text, if it is of the same kind. */
  before?: { header: string; lines: readonly string[] };
}

/** Longer lines are folded, unless the present text has longer ones. */
const foldAt = 80;

/** Writes a text over several lines; undefined if it would not be legible, or not be read as the same text. */
export function writeBlockText(value: string, shape: BlockTextShape): WrittenBlock | undefined {
  let end = value.length;
  while (value[end - 1] === '\n') end -= 1;
  const body = value.slice(0, end);
  const breaks = value.length - end;
  // Lines of blanks alone, and characters that no editor shows, need quotes.
  if (body === '' || /(?:^|\n)[ \t]+(?:\n|$)|[^\P{C}\n\t\u{200D}]|[\u2028\u2029]/u.test(body))
    return undefined;
  if (/^\n/.test(body) || /^\t/.test(body)) return undefined;
  const lines =
    shape.kind === 'literal'
      ? body.split('\n')
      : folded(body, shape.before?.lines ?? [], foldAt - shape.column);
  const indicator = /^ /.test(body) ? String(shape.column - shape.parentColumn) : '';
  if (indicator !== '' && !/^[1-9]$/.test(indicator)) return undefined;
  const blanks = ' '.repeat(shape.column);
  return {
    head: header(shape, indicator, breaks),
    lines: [
      ...lines.map((line) => (line === '' ? '' : blanks + line)),
      ...new Array<string>(Math.max(0, breaks - 1)).fill(''),
    ],
  };
}

function header(shape: BlockTextShape, indicator: string, breaks: number): string {
  const sign = shape.kind === 'literal' ? '|' : '>';
  const match = /^[|>](?:([1-9])?([-+])?|([-+])([1-9]))$/.exec(shape.before?.header ?? '');
  const knownIndicator = match?.[1] ?? match?.[4];
  const knownChomping = match?.[2] ?? match?.[3] ?? '';
  let chomping = breaks === 0 ? '-' : breaks === 1 ? '' : '+';
  if (match && knownChomping === '+' && breaks > 0) chomping = '+';
  const digits = knownIndicator === undefined ? indicator : String(shape.column - shape.parentColumn);
  return sign + digits + chomping;
}

/** Reverses line folding (YAML 1.2, 8.1.3): line breaks are written twice, but once beside a line indented further. */
function folded(body: string, before: readonly string[], width: number): string[] {
  const result: string[] = [];
  let previous = '';
  let blanks = 0;
  const wrap = wrapLike(before, Math.max(20, width, ...before.map((line) => line.length)));
  for (const [index, line] of body.split('\n').entries()) {
    if (line === '') {
      blanks += 1;
      continue;
    }
    const isFurther = /^[ \t]/.test(line);
    const extra = index > 0 && !isFurther && !/^[ \t]/.test(previous) ? 1 : 0;
    result.push(...new Array<string>(blanks + extra).fill(''), ...(isFurther ? [line] : wrap(line)));
    blanks = 0;
    previous = line;
  }
  return result;
}

/** The number of present lines among which a line is searched for. */
const farthest = 50;

/** Returns a function for lines in order: splits them like the present text as far as both agree, elsewhere at `width`. */
export function wrapLike(before: readonly string[], width: number): (line: string) => string[] {
  let next = 0;
  return (line) => {
    const head: string[] = [];
    const tail: string[] = [];
    let rest = line;
    for (let at = next; at < Math.min(next + farthest, before.length) && rest !== ''; at += 1) {
      const piece = before[at] as string;
      if (piece === '' || !startsWith(rest, piece)) continue;
      head.push(piece);
      rest = rest.slice(piece.length + 1);
      next = at + 1;
    }
    const end = before.indexOf('', next);
    for (let at = (end === -1 ? before.length : end) - 1; at >= next && rest !== ''; at -= 1) {
      const piece = before[at] as string;
      if (!rest.endsWith(` ${piece}`) || rest.endsWith(`  ${piece}`)) break;
      tail.unshift(piece);
      rest = rest.slice(0, -piece.length - 1);
    }
    return [...head, ...(rest === '' ? [] : wrapAt(rest, width)), ...tail];
  };
}

function startsWith(line: string, piece: string): boolean {
  if (!line.startsWith(piece)) return false;
  return line.length === piece.length || /^ [^ \t]/.test(line.slice(piece.length, piece.length + 2));
}

function wrapAt(line: string, width: number): string[] {
  const words = line.split(/(?<=[^ \t]) (?=[^ \t])/);
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
