import type { Quote, ScalarStyle } from './write-scalar.js';

/** The style of a document, or of a part of it. Widths are in characters. */
export interface Style {
  eol: '\n' | '\r\n';
  /** The indentation of a map below its key. */
  indent: number;
  /** The indentation of the dashes of a list below its key. */
  dashIndent: number;
  /** The distance from a dash to its item. */
  dashWidth: number;
  quote: Quote;
  /** The style of keys. */
  keys: ScalarStyle;
  /** True if keys that are numbers have no quotes. */
  hasPlainNumbers: boolean;
  /** The style of texts. */
  texts: ScalarStyle;
  nothing: string;
  /** The kinds of collections in brackets: lists of scalars, other lists, maps. */
  flow: { scalars: boolean; lists: boolean; maps: boolean };
  /** The blanks inside of `{ a: 1 }` and `[ 1 ]`, after commas and after colons. */
  spacing: { map: string; list: string; comma: string; colon: string };
  /** The indentation of lines in brackets; undefined if collections in brackets take one line. */
  flowIndent?: string;
  /** True if texts that end in several line breaks are put in quotes. */
  quotesBreaks?: boolean;
  isJson: boolean;
}

export const plainStyle: Style = {
  eol: '\n',
  indent: 2,
  dashIndent: 2,
  dashWidth: 2,
  quote: 'single',
  keys: 'plain',
  hasPlainNumbers: false,
  texts: 'plain',
  nothing: 'null',
  flow: { scalars: false, lists: false, maps: false },
  spacing: { map: ' ', list: '', comma: ' ', colon: ' ' },
  isJson: false,
};

export const jsonStyle: Style = {
  ...plainStyle,
  quote: 'double',
  keys: 'double',
  texts: 'double',
  flow: { scalars: true, lists: true, maps: true },
  spacing: { map: '', list: '', comma: ' ', colon: ' ' },
  flowIndent: '  ',
  isJson: true,
};
