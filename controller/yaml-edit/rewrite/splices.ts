import type { ParsedNode } from 'yaml';
import type { Json } from '../../../schemas/json/types.js';
import type { TextFinding, YamlLimits } from '../read/yaml-document.js';
import { parseText } from '../read/yaml-value.js';
import { jsonStyle, plainStyle, type Style } from '../write/write-value.js';
import { getStyle } from './detect-style.js';

/** A parsed text. */
export interface Source {
  text: string;
  contents: ParsedNode | null;
  value: Json;
  eol: '\n' | '\r\n';
  hasAliases: boolean;
  /** Returns the style of the document, which is detected at the first call. */
  style(): Style;
}

export type ParsedSource =
  | { source: Source; finding?: undefined }
  | { finding: TextFinding; source?: undefined };

/** @param isJson true if the text must stay JSON */
export function parseSource(text: string, limits: YamlLimits, isJson: boolean): ParsedSource {
  const parsed = parseText(text, limits);
  if (parsed.finding) return { finding: parsed.finding };
  const { contents, value } = parsed;
  let style: Style | undefined;
  return {
    source: {
      text,
      contents,
      value,
      eol: text.includes('\r\n') ? '\r\n' : '\n',
      hasAliases: text.includes('*') && text.includes('&'),
      style: () => {
        style ??= getStyle(text, contents, isJson ? jsonStyle : plainStyle);
        return style;
      },
    },
  };
}

/** A change of a text: the characters from `start` to `end` are replaced by `text`. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/** @param splices must not overlap; in any order, except that those at one offset are applied in their order */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = '';
  let at = 0;
  for (const splice of inOrder(splices)) {
    result += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return result + text.slice(at);
}

/** Returns splices of a part of a text as splices of the whole, in which the part begins at `by`, or the other way round. */
export function shifted(splices: readonly Splice[], by: number): Splice[] {
  return splices.map(({ start, end, text }) => ({ start: start + by, end: end + by, text }));
}

export function inOrder(splices: readonly Splice[]): Splice[] {
  return [...splices].sort((left, right) => left.start - right.start || left.end - right.end);
}

/** Returns the splice without the characters at its ends that stay the same; undefined if all do. */
export function tighten(text: string, splice: Splice): Splice | undefined {
  const shorter = Math.min(splice.end - splice.start, splice.text.length);
  let head = 0;
  while (head < shorter && text[splice.start + head] === splice.text[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && text[splice.end - 1 - tail] === splice.text.at(-1 - tail)) tail += 1;
  const start = splice.start + head;
  const end = splice.end - tail;
  const kept = splice.text.slice(head, splice.text.length - tail);
  return start === end && kept === '' ? undefined : { start, end, text: kept };
}

/** Returns true if all lines, the last one possibly excepted, end in a carriage return and a line feed. */
export function hasWindowsLines(text: string): boolean {
  return text.includes('\r\n') && !/\r(?!\n)|(?<!\r)\n/.test(text);
}

/** Runs `edit` on the text with line feeds alone, and returns its splices as splices of the text. */
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

/** One entry of the new collection: an entry that stays, one from another place, or a new one. */
export type Step =
  | { does: 'keep'; index: number }
  | { does: 'move'; index: number; splices: readonly Splice[] }
  | { does: 'insert'; name?: string; value: Json };

/** The part of a collection between two entries that stay, before the first or behind the last of them. */
export interface Region {
  /** The index of the entry before it; -1 at the beginning. */
  after: number;
  /** The index of the entry behind it; the number of entries at the end. */
  before: number;
  /** The indexes of the entries that leave it. */
  dropped: number[];
  coming: Exclude<Step, { does: 'keep' }>[];
}

/** Returns the regions in which entries come or go. */
export function getRegions(steps: readonly Step[], count: number): Region[] {
  const regions: Region[] = [];
  let after = -1;
  let coming: Region['coming'] = [];
  const close = (before: number) => {
    const dropped = Array.from({ length: before - after - 1 }, (_, offset) => after + 1 + offset);
    if (dropped.length > 0 || coming.length > 0) regions.push({ after, before, dropped, coming });
    after = before;
    coming = [];
  };
  for (const step of steps) {
    if (step.does === 'keep') close(step.index);
    else coming.push(step);
  }
  close(count);
  return regions;
}
