import { isObject } from '../../../schemas/json/guards.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { type BlockTextShape, writeBlockText } from './block-text.js';
import type { Style } from './style.js';
import { writeScalar } from './write-scalar.js';

/** A written value: its part on the line of the key or dash, and its own lines, indented. */
export interface Written {
  head: string;
  lines: string[];
}

export interface ValuePlace {
  /** The column of the key or the dash; -1 for the document. */
  column: number;
  holder: 'map' | 'list' | 'document';
}

/** Writes a value in block form where the style allows it. */
export function writeValue(value: Json, place: ValuePlace, style: Style): Written {
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
const longestFlow = 90;

function isInFlow(value: JsonObject | Json[], style: Style): boolean {
  if (isEmptyCollection(value)) return true;
  const isWanted = isObject(value)
    ? style.flow.maps
    : value.some(isCollection)
      ? style.flow.lists
      : style.flow.scalars;
  return isWanted && writeFlow(value, style).length <= longestFlow;
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
