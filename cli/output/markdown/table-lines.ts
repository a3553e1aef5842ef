import type { Token } from 'markdown-it';
import { columnWidths } from '../terminal/column-widths.js';
import type { Measure } from '../terminal/measure.js';
import type { Palette } from '../terminal/palette.js';
import { textWidth, withoutStyles } from '../terminal/text-width.js';
import { type Word, wrapped } from '../terminal/wrapped.js';
import { styledWords } from './styled-words.js';

const gap = '  ';
/** A column that is wrapped has at least this width: narrower ones are hard to read. */
const narrowest = 24;
const indent = '    ';

/**
 * Returns a table as lines that fit: columns side by side with wrapped cells, or, where there is too little room for them,
 * each row as a paragraph under its first cell.
 * @param rows the inline tokens of the cells; the first row is the head
 */
export function tableLines(
  rows: readonly (readonly Token[])[],
  measure: Measure,
  palette: Palette,
): string[] {
  const [head = [], ...body] = rows.map((row, index) =>
    row.map(({ children }) => styledWords(children ?? [], palette, index === 0)),
  );
  const widths = fittedWidths([head, ...body], measure.width);
  if (widths === undefined) return asParagraphs(head, body, measure, palette);
  const hasHead = head.some((cell) => cell.length > 0);
  const rule = widths.map((width) => '─'.repeat(width)).join(gap);
  return [
    ...(hasHead ? [...rowLines(head, widths), palette.dim(rule)] : []),
    ...body.flatMap((row) => rowLines(row, widths)),
  ];
}

/** Returns the widths of the columns; undefined when a word would be cut, or a long text become a narrow one. */
function fittedWidths(rows: readonly (readonly Word[][])[], width: number): number[] | undefined {
  const columns = Math.max(...rows.map((row) => row.length));
  const places = Array.from({ length: columns }, (_, at) => at);
  const natural = places.map((at) => Math.max(0, ...rows.map((row) => measureLength(row[at] ?? []))));
  const wishes = natural.map((each) => ({ width: each, isWhole: each <= narrowest }));
  const widths = columnWidths(wishes, width - gap.length * (columns - 1));
  const fits = places.every((at) => {
    const maxWordLength = Math.max(0, ...rows.flatMap((row) => (row[at] ?? []).map((word) => word.width)));
    return (widths[at] ?? 0) >= Math.max(maxWordLength, Math.min(natural[at] ?? 0, narrowest));
  });
  return fits ? widths : undefined;
}

function measureLength(words: readonly Word[]): number {
  return words.reduce((sum, { width }) => sum + width + 1, -1);
}

function rowLines(cells: readonly (readonly Word[])[], widths: readonly number[]): string[] {
  const columns = widths.map((width, at) => wrapped(cells[at] ?? [], { width, folds: false }));
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((lines, at) => paddedTo(lines[line] ?? '', widths[at] ?? 0))
      .join(gap)
      .trimEnd(),
  );
}

function paddedTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(width - textWidth(withoutStyles(text)), 0));
}

/** The first cell as a heading; below it the others, each after the title of its column where there are several. */
function asParagraphs(
  head: readonly Word[][],
  body: readonly (readonly Word[][])[],
  measure: Measure,
  palette: Palette,
): string[] {
  return body.flatMap(([first = [], ...others]) => [
    ...wrapped(first, measure, { first: '', others: indent }),
    ...others.flatMap((cell, at) => {
      if (cell.length === 0) return [];
      const title = others.length > 1 ? getTitle(head[at + 1] ?? [], palette) : [];
      return wrapped([...title, ...cell], measure, { first: indent });
    }),
  ]);
}

function getTitle(words: readonly Word[], palette: Palette): Word[] {
  const last = words.at(-1);
  if (last === undefined) return [];
  return [...words.slice(0, -1), { text: last.text + palette.bold(':'), width: last.width + 1 }];
}
