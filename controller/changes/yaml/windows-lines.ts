import { inOrder, type Splice } from './splice.js';

/** Whether every line ends in a carriage return and a line feed, but perhaps for the last. */
export function hasWindowsLines(text: string): boolean {
  return text.includes('\r\n') && !/\r(?!\n)|(?<!\r)\n/.test(text);
}

/** The edits that `edit` makes of the text with line feeds alone, as edits of the text. */
export function withWindowsLines(text: string, edit: (text: string) => readonly Splice[]): Splice[] {
  const short = text.replaceAll('\r\n', '\n');
  let returns = 0;
  let counted = 0;
  const moved = (offset: number) => {
    for (let at = short.indexOf('\n', counted); at !== -1 && at < offset; at = short.indexOf('\n', at + 1)) {
      returns += 1;
      counted = at + 1;
    }
    return offset + returns;
  };
  return inOrder(edit(short)).map(({ start, end, text: fresh }) => ({
    start: moved(start),
    end: moved(end),
    text: fresh.replaceAll('\n', '\r\n'),
  }));
}
