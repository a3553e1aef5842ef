import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { type BlockTextShape, type WrittenBlock, writeBlockText } from './block-text.js';

export type Quote = 'single' | 'double';
export type ScalarStyle = 'plain' | Quote;

export interface ScalarPlace extends PlainPlace {
  /** The wanted style of texts. */
  style: ScalarStyle;
  /** The quotes of texts that need some. */
  quote: Quote;
  /** The form of null: `null`, `~`, or empty. */
  nothing: string;
}

/** Writes a scalar on one line. */
export function writeScalar(value: Json, place: ScalarPlace): string {
  if (value === null) return place.nothing;
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value !== 'string') return String(value);
  if (place.style === 'plain' && isPlain(value, place)) return value;
  return writeQuoted(value, place.style === 'plain' ? lighter(value, place.quote) : place.style);
}

function writeNumber(value: number): string {
  return Object.is(value, -0) ? '0' : String(value);
}

export function writeQuoted(text: string, quote: Quote): string {
  if (quote === 'single' && isPrintable(text)) return `'${escapeIn('single', text)}'`;
  return `"${escapeIn('double', text)}"`;
}

/** Returns the text between the quotes. */
export function escapeIn(quote: Quote, text: string): string {
  if (quote === 'single') return text.replaceAll("'", "''");
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\P{C}\n]|[\u2028\u2029]/gu, escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // A joiner keeps the parts of an emoji together.
  if (code === 0x200d || code > 0xffff) return character;
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

/** Returns the other quotes if the text contains the preferred ones, and needs no escapes with the others. */
function lighter(text: string, preferred: Quote): Quote {
  if (preferred === 'single') return text.includes("'") && !/["\\]/.test(text) ? 'double' : 'single';
  return /["\\]/.test(text) && !text.includes("'") && isPrintable(text) ? 'single' : 'double';
}

/** Texts that YAML 1.2 does not read as text if they have no quotes. */
const otherType =
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** Texts that readers of YAML 1.1 take for numbers, dates and truth values. */
const otherTypeElsewhere =
  /^(?:yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF|=|<<|[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?0x[0-9a-fA-F_]+|[-+]?[\d_]*\d[\d_]*(?:\.[\d_]*)?(?:[eE][-+]?\d+)?|[-+]?\.[\d_]+(?:[eE][-+]?\d+)?)$/;
/** Digits with colons or dashes between them: times, dates and parts of them. */
const timeLike =
  /^(?:[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?|\d{4}-\d\d?-\d\d?(?:(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)?)$/;
/** Line breaks, tabs, and characters that editors do not show. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u;

export interface PlainPlace {
  inFlow: boolean;
  /** The present text without quotes: a date may replace a date. */
  instead?: string;
}

/** Returns true if a text without quotes is read as this text, by YAML 1.2 and by older readers. */
export function isPlain(text: string, place: PlainPlace): boolean {
  if (text === '' || text.trim() !== text || hidden.test(text)) return false;
  if (/^[,[\]{}#&*!|>'"%@`]/.test(text) || /^(?:---|\.\.\.)/.test(text)) return false;
  if (/^[-?:](?:$|[ ,[\]{}])/.test(text) || /:(?: |$)/.test(text) || / #/.test(text)) return false;
  if (place.inFlow && /[,[\]{}]|^[-?:]/.test(text)) return false;
  if (otherType.test(text) || otherTypeElsewhere.test(text)) return false;
  return !timeLike.test(text) || (place.instead !== undefined && timeLike.test(place.instead));
}

/** Returns true if every editor shows the text as it is, so that it needs no escapes in quotes. */
function isPrintable(text: string): boolean {
  return !hidden.test(text);
}

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
  keys: ScalarStyle;
  /** True if keys that are numbers have no quotes. */
  hasPlainNumbers: boolean;
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

export interface ValuePlace {
  /** The column of the key or the dash; -1 for the document. */
  column: number;
  holder: 'map' | 'list' | 'document';
}

/** Writes a value in block form where the style allows it. */
export function writeValue(value: Json, place: ValuePlace, style: Style): WrittenBlock {
  if (typeof value === 'string' && value.includes('\n') && isBlockText(value, style)) {
    const text = writeBlockText(value, textShape(place, style));
    if (text) return text;
  }
  if (!isCollection(value)) return { head: scalar(value, style, false), lines: [] };
  const nested = inside(style);
  if (isInFlow(value, style)) return { head: writeFlow(value, nested), lines: [] };
  const column = childColumn(value, place, style);
  const lines = Array.isArray(value)
    ? value.flatMap((item) => writeItem(item, column, nested))
    : Object.keys(value).flatMap((name) => writeMember(name, value[name] as Json, column, nested));
  if (place.holder !== 'list') return { head: '', lines };
  const [first = '', ...rest] = lines;
  return { head: first.slice(column), lines: rest };
}

/** Writes a whole document in block form. */
export function writeDocument(value: JsonObject, style: Style): string {
  const { head, lines } = writeValue(value, { column: -1, holder: 'document' }, style);
  return [...(head === '' ? [] : [head]), ...lines].join(style.eol);
}

/** Writes a member in block form; its lines are indented by `column`. */
export function writeMember(name: string, value: Json, column: number, style: Style): string[] {
  const { head, lines } = writeValue(value, { column, holder: 'map' }, style);
  return [`${' '.repeat(column)}${writeKey(name, style, false)}:${head && ` ${head}`}`, ...lines];
}

/** Writes an item in block form; its lines are indented by `column`. */
export function writeItem(value: Json, column: number, style: Style): string[] {
  const { head, lines } = writeValue(value, { column, holder: 'list' }, style);
  const dash = '-'.padEnd(style.dashWidth);
  return [' '.repeat(column) + (head === '' ? '-' : dash + head), ...lines];
}

export function writeKey(name: string, style: Style, inFlow: boolean): string {
  if (style.hasPlainNumbers && /^\d+$/.test(name)) return name;
  return writeScalar(name, { inFlow, style: style.keys, quote: style.quote, nothing: 'null' });
}

/** Writes a value on one line. */
export function writeFlow(value: Json, style: Style): string {
  if (!isCollection(value)) return scalar(value, style, true);
  const { spacing } = style;
  const separator = `,${spacing.comma}`;
  if (Array.isArray(value)) {
    const items = value.map((item) => writeFlow(item, style)).join(separator);
    return items === '' ? '[]' : `[${spacing.list}${items}${spacing.list}]`;
  }
  const members = Object.keys(value).map((name) => writeFlowMember(name, value[name] as Json, style));
  return members.length === 0 ? '{}' : `{${spacing.map}${members.join(separator)}${spacing.map}}`;
}

export function writeFlowMember(name: string, value: Json, style: Style): string {
  const key = writeKey(name, style, true);
  const isJsonLike = key.startsWith('"') && style.spacing.colon === '';
  return `${key}:${isJsonLike ? '' : ' '}${writeFlow(value, style)}`;
}

/** Writes a value in brackets over several lines; all but the first are indented by `indentation`. */
export function writeBroken(value: Json, indentation: string, style: Style): string {
  const step = style.flowIndent;
  if (step === undefined || !isCollection(value) || isEmptyCollection(value)) return writeFlow(value, style);
  const inner = indentation + step;
  const separator = `,${style.eol}${inner}`;
  const parts = Array.isArray(value)
    ? value.map((item) => writeBroken(item, inner, style))
    : Object.keys(value).map(
        (name) => `${writeKey(name, style, true)}: ${writeBroken(value[name] as Json, inner, style)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}${style.eol}${inner}${parts.join(separator)}${style.eol}${indentation}${close}`;
}

export function isCollection(value: Json): value is JsonObject | Json[] {
  return typeof value === 'object' && value !== null;
}

function isEmptyCollection(value: JsonObject | Json[]): boolean {
  return (Array.isArray(value) ? value : Object.keys(value)).length === 0;
}

/** Longer collections are written over several lines, even among others in brackets. */
const maxFlowLength = 90;

function isInFlow(value: JsonObject | Json[], style: Style): boolean {
  if (isEmptyCollection(value)) return true;
  const isWanted = isObject(value)
    ? style.flow.maps
    : value.some(isCollection)
      ? style.flow.lists
      : style.flow.scalars;
  return isWanted && writeFlow(value, style).length <= maxFlowLength;
}

function childColumn(value: Json, place: ValuePlace, style: Style): number {
  if (place.holder === 'document') return 0;
  if (place.holder === 'list') return place.column + style.dashWidth;
  return place.column + (Array.isArray(value) ? style.dashIndent : style.indent);
}

/** Returns true if a text may be written as a block text. */
export function isBlockText(value: string, style: Style): boolean {
  return !style.isJson && !(style.quotesBreaks && value.endsWith('\n\n'));
}

export function textShape(place: ValuePlace, style: Style): BlockTextShape {
  const parentColumn = Math.max(0, place.column);
  return { kind: 'literal', column: parentColumn + style.indent, parentColumn };
}

/** Returns the style inside of a value: the brackets and plain numbers of the value's neighbours do not apply there. */
function inside(style: Style): Style {
  return {
    ...style,
    flow: { ...style.flow, lists: style.isJson, maps: style.isJson },
    hasPlainNumbers: false,
  };
}

function scalar(value: Json, style: Style, inFlow: boolean): string {
  const nothing = inFlow && style.nothing === '' ? 'null' : style.nothing;
  return writeScalar(value, { inFlow, style: style.texts, quote: style.quote, nothing });
}
