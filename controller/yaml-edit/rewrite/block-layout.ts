import { indentationAt, lineEnd, lineStart, nextLine } from '../read/lines.js';
import type { Collection, Entry } from './entries.js';

/** The lines of a collection in block form. */
export interface BlockLayout {
  /** True if the first entry is on the line of the dash of which the collection is the item. */
  isCompact: boolean;
  /** The start of each entry's lines, including the comments that belong to it. */
  starts: number[];
  /** The start of the line after each entry. */
  ends: number[];
  /** True if blank lines separate the entries. */
  isAiry: boolean;
}

export function blockLayout(text: string, { entries, slot }: Collection): BlockLayout {
  const first = entries[0] as Entry;
  const isCompact = text.slice(lineStart(text, first.start), first.start).trim() !== '';
  const ends = entries.map(({ end, column }) => nextLine(text, tailOf(text, end, column)));
  const top = slot.holder === 'document' ? documentTop(text, first.start) : nextLine(text, slot.sep);
  const leads = entries.map(({ start, column }, index): Lead => {
    if (index === 0 && isCompact) return { start, isApart: true, hasComment: false };
    if (index === 0) return { ...leadOf(text, top, start, column), isApart: true };
    return leadOf(text, ends[index - 1] as number, start, column);
  });
  const isHeader = slot.holder === 'document' && leads[0]?.start === top;
  const heads = headings(leads, isHeader);
  const starts = entries.map(({ start }, index) => {
    if (index === 0 && isCompact) return start;
    return heads.has(index) ? lineStart(text, start) : (leads[index] as Lead).start;
  });
  const apart = leads.slice(1).filter((lead, index) => hasBlankLine(text.slice(ends[index], lead.start)));
  return { isCompact, starts, ends, isAiry: entries.length > 1 && apart.length * 2 > entries.length - 1 };
}

export function hasBlankLine(gap: string): boolean {
  return /^[ \t]*\r?\n/m.test(gap);
}

function documentTop(text: string, start: number): number {
  const marks = [...text.slice(0, start).matchAll(/^---(?:[ \t].*)?\r?\n/gm)];
  const last = marks.at(-1);
  return last ? last.index + last[0].length : 0;
}

/** Returns the entries whose comment is a heading of a group: blank lines separate the groups, and there are two or more. */
function headings(leads: readonly Lead[], isHeader: boolean): Set<number> {
  const heads = new Set<number>();
  for (const [index, lead] of leads.entries()) {
    if (!lead.isApart || !lead.hasComment) continue;
    const next = leads.findIndex((other, at) => at > index && other.isApart);
    const others = leads.slice(index + 1, next === -1 ? undefined : next);
    if (others.length > 0 && others.every(({ hasComment }) => !hasComment)) heads.add(index);
  }
  if (heads.size < 2) heads.clear();
  if (isHeader) heads.add(0);
  return heads;
}

/**
 * Returns the end of the line with which an entry ends, including its comments: behind it on its line, and on lines below
 * that are indented further than `column`.
 */
export function tailOf(text: string, end: number, column: number): number {
  let last = lineEnd(text, end);
  for (let at = nextLine(text, end); at < text.length; at = nextLine(text, at)) {
    const indentation = indentationAt(text, at).length;
    const character = text[at + indentation];
    if (character === '#' && indentation > column) last = lineEnd(text, at);
    else if (character !== '\r' && character !== '\n') break;
  }
  return last;
}

interface Lead {
  /** The start of the comment lines directly above an entry, or of its own line. */
  start: number;
  /** True if a blank line separates it from the lines above. */
  isApart: boolean;
  hasComment: boolean;
}

/**
 * Returns the comment lines directly above an entry, at its column. They end below a ruled line.
 * @param from the end of the entry above, or the start of the collection's content
 */
function leadOf(text: string, from: number, start: number, column: number): Lead {
  const own = lineStart(text, start);
  let top = own;
  while (top > from) {
    const above = lineStart(text, top - 1);
    if (above < from || !isOwnComment(text.slice(above, lineEnd(text, above)), column)) break;
    top = above;
  }
  const isApart = top > from && text.slice(lineStart(text, top - 1), top).trim() === '';
  return { start: top, isApart, hasComment: top < own };
}

function isOwnComment(line: string, column: number): boolean {
  const content = line.trimStart();
  if (!content.startsWith('#') || line.length - content.length !== column) return false;
  return !/^#+\s*[-=#*~_]{3,}|[-=#*~_]{4,}\s*$/.test(content);
}
