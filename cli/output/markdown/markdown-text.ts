import type { Token } from 'markdown-it';
import { createMarkdown } from '../../../api/http/pages/markdown.js';
import { codeLines, scriptLines } from '../terminal/code-lines.js';
import type { Measure } from '../terminal/measure.js';
import type { Palette } from '../terminal/palette.js';
import { wrapped } from '../terminal/wrapped.js';
import { styledWords } from './styled-words.js';
import { tableLines } from './table-lines.js';

const codeIndent = '    ';
const markdown = createMarkdown();

/** Returns a page of the manual for a terminal: each paragraph wrapped once, tables as tables where they fit. */
export function markdownText(text: string, measure: Measure, palette: Palette): string {
  const writer = new Writer(measure, palette);
  const tokens = markdown.parse(text, {});
  for (let at = 0; at < tokens.length; at++) at = writer.write(tokens, at);
  return `${writer.lines.join('\n')}\n`;
}

/** Writes the tokens of a page in turn. */
class Writer {
  readonly lines: string[] = [];
  /** The begin of the next line in place of the indent: the sign of a list's item. */
  #sign = '';
  /** The indents of the lists around the next line. */
  readonly #indents: string[] = [];
  /** The numbers of the next items of the lists around; undefined where these have no numbers. */
  readonly #numbers: (number | undefined)[] = [];

  constructor(
    private readonly measure: Measure,
    private readonly palette: Palette,
  ) {}

  /** Writes a token, and those that belong to it; returns the index of the last one. */
  write(tokens: readonly Token[], at: number): number {
    const { type, content, info } = tokens[at] as Token;
    switch (type) {
      case 'heading_open':
        this.#separate();
        this.#paragraph(tokens[at + 1], true);
        return at + 2;
      case 'inline':
        this.#paragraph(tokens[at]);
        return at;
      case 'fence':
      case 'code_block':
        this.#separate();
        this.lines.push(...this.#code(content.trimEnd(), info));
        return at;
      case 'table_open': {
        const end = tokens.findIndex((token, index) => index > at && token.type === 'table_close');
        this.#separate();
        this.lines.push(...tableLines(getRows(tokens.slice(at, end)), this.measure, this.palette));
        return end;
      }
      case 'hr':
        this.#separate();
        return at;
      default:
        this.#structure(tokens[at] as Token);
        return at;
    }
  }

  #structure({ type }: Token): void {
    if (type === 'paragraph_open' && this.#sign === '' && this.#indents.length === 0) this.#separate();
    if (type === 'blockquote_open') this.#indents.push('  ');
    if (type === 'bullet_list_open' || type === 'ordered_list_open') {
      if (this.#indents.length === 0) this.#separate();
      this.#numbers.push(type === 'bullet_list_open' ? undefined : 1);
    }
    if (type === 'list_item_open') {
      const number = this.#numbers.pop();
      this.#numbers.push(number === undefined ? undefined : number + 1);
      const sign = number === undefined ? '- ' : `${number}. `;
      this.#sign = this.#indent + sign;
      this.#indents.push(' '.repeat(sign.length));
    }
    if (type === 'list_item_close' || type === 'blockquote_close') this.#indents.pop();
    if (type === 'bullet_list_close' || type === 'ordered_list_close') this.#numbers.pop();
  }

  #code(text: string, language: string): string[] {
    const indent = this.#indent + codeIndent;
    const isScript = language === 'sh' && this.measure.folds;
    return (isScript ? scriptLines : codeLines)(text, this.measure, indent);
  }

  #paragraph(token: Token | undefined, isHeading = false): void {
    const words = styledWords(token?.children ?? [], this.palette, isHeading);
    const others = this.#indent;
    this.lines.push(...wrapped(words, this.measure, { first: this.#sign || others, others }));
    this.#sign = '';
  }

  /** Leaves a line free above what follows. */
  #separate(): void {
    if (this.lines.length > 0 && this.lines.at(-1) !== '') this.lines.push('');
  }

  get #indent(): string {
    return this.#indents.join('');
  }
}

/** Returns the cells of a table, its head first. */
function getRows(tokens: readonly Token[]): Token[][] {
  const rows: Token[][] = [];
  for (const token of tokens) {
    if (token.type === 'tr_open') rows.push([]);
    if (token.type === 'inline') rows.at(-1)?.push(token);
  }
  return rows;
}
