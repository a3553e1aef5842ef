import MarkdownIt from 'markdown-it';

/** Cells of a table; a row of one bar has as many cells as the head. */
const maxCells = 5_000;

/** Returns a reader of Markdown: HTML in it is text, and images are not loaded. */
export function createMarkdown(highlight?: (text: string, language: string) => string): MarkdownIt {
  return new MarkdownIt({ html: false, ...(highlight && { highlight }) }).disable('image');
}

const ofCallers = createMarkdown();
const withoutTables = createMarkdown().disable('table');

/**
 * Returns a text that a caller has sent as HTML. What tables may need is known before: a short text can have so many cells
 * that its page takes seconds, and is then shown without tables.
 * @param text up to some ten thousand characters
 */
export function markdownOfCaller(text: string): string {
  const lines = text.split('\n');
  const columns = Math.max(...lines.map((line) => line.split('|').length));
  return (lines.length * columns > maxCells ? withoutTables : ofCallers).render(text, {});
}
