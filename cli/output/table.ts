import type { OutputStream } from '../contract/io.js';
import { columnWidths } from './terminal/column-widths.js';
import { getMeasure } from './terminal/measure.js';
import type { Palette } from './terminal/palette.js';
import { printable } from './terminal/printable.js';
import { padded, shortened, textWidth } from './terminal/text-width.js';

export interface Column<Row> {
  title: string;
  /** Nothing is shown as `-`. */
  value(row: Row): string | number | null | undefined;
  /** The text for a terminal, where it differs from the whole one: an age in place of a time. */
  short?(text: string): string;
  /** True for names and ids that a user copies: they are shortened only when nothing else can give. */
  isWhole?: true;
}

/** Rows with their columns, before they are fitted to a stream. */
export interface Table {
  render(stream: OutputStream, palette: Palette): string;
}

const gap = '  ';
/** Narrower texts say nothing: then each row takes several lines. */
const readable = 8;

/**
 * Makes a table. On a terminal it has a header and fits the width: columns are shortened, lines never wrap. Other streams
 * get each row as one line with the whole texts.
 * @param none the text when there are no rows
 */
export function getTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], none: string): Table {
  const cells = rows.map((row) => columns.map(({ value }) => oneLine(String(value(row) ?? ''))));
  return {
    render(stream, palette) {
      if (cells.length === 0) return none;
      if (!stream.isTTY) return cells.map((row) => row.join(gap)).join('\n');
      return fitted(cells, columns, { width: getMeasure(stream).width, palette });
    },
  };
}

function fitted<Row>(
  cells: readonly (readonly string[])[],
  columns: readonly Column<Row>[],
  { width, palette }: { width: number; palette: Palette },
): string {
  const texts = cells.map((row) =>
    row.map((cell, at) => (cell === '-' ? cell : (columns[at]?.short?.(cell) ?? cell))),
  );
  const titles = columns.map(({ title }) => title.toUpperCase());
  const all = [titles, ...texts];
  const wishes = columns.map(({ isWhole = false }, at) => ({
    width: Math.max(...all.map((row) => textWidth(row[at] ?? ''))),
    isWhole,
  }));
  const room = width - gap.length * (columns.length - 1);
  const minWidths = wishes.map((wish) => (wish.isWhole ? wish.width : Math.min(wish.width, readable)));
  if (minWidths.reduce((sum, each) => sum + each, 0) > room)
    return texts.map((row) => stacked(row, columns, { width, palette })).join('\n');
  const widths = columnWidths(wishes, room);
  const lines = all.map((row) =>
    row
      .map((text, at) => padded(shortened(text, widths[at] ?? 0), widths[at] ?? 0))
      .join(gap)
      .trimEnd(),
  );
  const [header = '', ...rest] = lines.map((line) => shortened(line, width));
  return [palette.dim(header), ...rest].join('\n');
}

/** A row on a narrow terminal: its first text, and below it the others with their titles, as many in a line as fit. */
function stacked<Row>(
  [first = '', ...others]: readonly string[],
  columns: readonly Column<Row>[],
  { width, palette }: { width: number; palette: Palette },
): string {
  const lines: string[] = [];
  for (const [at, text] of others.entries()) {
    if (text === '-') continue;
    const pair = `${gap}${columns[at + 1]?.title} ${text}`;
    const last = lines.at(-1);
    if (last === undefined || textWidth(last + pair) > width) lines.push(pair);
    else lines[lines.length - 1] = last + pair;
  }
  const below = lines.map((line) => palette.dim(shortened(line, width)));
  return [shortened(first, width), ...below].join('\n');
}

/** A line break would let a text pass for another row. */
function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim()) || '-';
}
