import type { Palette } from './terminal/palette.js';

const widest = 98;

/** Returns a page of the manual for a terminal: wrapped, with rows of tables as paragraphs. */
export function markdownText(markdown: string, palette: Palette): string {
  const lines: string[] = [];
  let isCode = false;
  let head: readonly string[] | undefined;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    else if (isCode) lines.push(`    ${line}`);
    else if (line.startsWith('|')) {
      const cells = cellsOf(line);
      if (head === undefined) head = cells;
      else if (!cells.every((cell) => /^-+$/.test(cell))) lines.push(...rowLines(cells, palette));
    } else {
      head = undefined;
      lines.push(...textLines(line, palette));
    }
  }
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

function textLines(line: string, palette: Palette): string[] {
  const heading = /^#+ (.*)$/.exec(line)?.[1];
  if (heading !== undefined) return [palette.bold(heading)];
  const bullet = /^(?:- |\d+\. )/.exec(line)?.[0] ?? '';
  const text = line.slice(bullet.length);
  return wrapped(text, widest - bullet.length).map(
    (part, index) => (index === 0 ? bullet : ' '.repeat(bullet.length)) + inline(part, palette),
  );
}

/** The first two cells as a heading, the others below it. */
function rowLines(cells: readonly string[], palette: Palette): string[] {
  const [name = '', ...others] = cells;
  const [last = '', ...between] = others.toReversed();
  const beside = between.length === 0 ? '' : `  ${between.toReversed().map(plain).join(', ')}`;
  const below = last === '' ? [] : wrapped(last, widest - 4).map((part) => `    ${inline(part, palette)}`);
  return [`${palette.cyan(plain(name))}${palette.dim(beside)}`, ...below];
}

function cellsOf(line: string): string[] {
  const cells = line.slice(1, -1).split(/(?<!\\)\|/);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function inline(text: string, palette: Palette): string {
  const linked = text.replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, '$1 ($2)');
  const emphasised = linked.replaceAll(/\*\*([^*]+)\*\*/g, (_all, strong: string) => palette.bold(strong));
  return emphasised.replaceAll(/`([^`]+)`/g, (all, code: string) => {
    const coloured = palette.cyan(code);
    return coloured === code ? all : coloured;
  });
}

function plain(text: string): string {
  return text.replaceAll('`', '');
}

function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
