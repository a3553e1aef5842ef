import { type Lead, leadOf, tailOf } from './comments.js';
import type { Collection, Entry } from './entries.js';
import { lineStart, nextLine } from './lines.js';

/** A collection in block form, line by line. */
export interface BlockLayout {
  /** The first entry stands on the line of a dash that the collection is the item of. */
  isCompact: boolean;
  /** Where the lines of each entry begin, with the comments that belong to it. */
  starts: number[];
  /** Where the line after each entry begins. */
  ends: number[];
  /** Entries are set apart by blank lines. */
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

/** Entries whose comment is about a group of them: the groups are set apart, and such comments head two or more. */
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
