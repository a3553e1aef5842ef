import { getColumn, indentationAt, lineEnd, lineStart, nextLine } from '../read/yaml-document.js';
import { type Style, writeItem, writeMember } from '../write/write-value.js';
import type { Collection, Entry } from './entries.js';
import {
  applySplices,
  getRegions,
  type Region,
  type Source,
  type Splice,
  type Step,
  shifted,
} from './splices.js';

/** The lines of a collection in block form. */
interface BlockLayout {
  /** True if the first entry is on the line of the dash of which the collection is the item. */
  isCompact: boolean;
  /** The start of each entry's lines, including the comments that belong to it. */
  starts: number[];
  /** The start of the line after each entry. */
  ends: number[];
  /** True if blank lines separate the entries. */
  isAiry: boolean;
}

function blockLayout(text: string, { entries, slot }: Collection): BlockLayout {
  const first = entries[0] as Entry;
  const isCompact = text.slice(lineStart(text, first.start), first.start).trim() !== '';
  const ends = entries.map(({ end, column }) => nextLine(text, getTail(text, end, column)));
  const top = slot.holder === 'document' ? documentTop(text, first.start) : nextLine(text, slot.sep);
  const leads = entries.map(({ start, column }, index): Lead => {
    if (index === 0 && isCompact) return { start, isApart: true, hasComment: false };
    if (index === 0) return { ...getLead(text, top, start, column), isApart: true };
    return getLead(text, ends[index - 1] as number, start, column);
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

function hasBlankLine(gap: string): boolean {
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

/** Returns the end of an entry's last line with its comments: behind it, and below it if indented beyond `column`. */
export function getTail(text: string, end: number, column: number): number {
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
function getLead(text: string, from: number, start: number, column: number): Lead {
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

/** Adds, removes and moves entries of a collection in block form. */
export function arrangeBlock(
  source: Source,
  collection: Collection,
  steps: readonly Step[],
  style: Style,
): Splice[] {
  const block = new Block(source, collection, blockLayout(source.text, collection), style);
  return getRegions(steps, collection.entries.length).flatMap((region) => block.arrange(region));
}

class Block {
  readonly #text: string;
  readonly #column: number;

  constructor(
    private readonly source: Source,
    private readonly collection: Collection,
    private readonly layout: BlockLayout,
    private readonly style: Style,
  ) {
    this.#text = source.text;
    this.#column = getColumn(source.text, (collection.entries[0] as Entry).start);
  }

  arrange(region: Region): Splice[] {
    const { starts, ends, isCompact } = this.layout;
    if (region.after === -1 && isCompact) return this.#arrangeFirst(region);
    const count = starts.length;
    const start = region.after === -1 ? (starts[0] as number) : (ends[region.after] as number);
    if (region.dropped.length === 0) return [{ start, end: start, text: this.#coming(region) }];
    const end = starts[region.before] ?? (ends[count - 1] as number);
    return [{ start, end, text: this.#coming(region) + this.#gap(region) }];
  }

  /** Arranges the beginning of a collection whose first entry is behind a dash: the new first entry has no indentation. */
  #arrangeFirst(region: Region): Splice[] {
    const { entries } = this.collection;
    const [{ start }] = entries as [Entry];
    const next = entries[region.before];
    const coming = this.#coming(region);
    const text = coming === '' ? '' : coming.slice(this.#column) + (next ? ' '.repeat(this.#column) : '');
    const end = next ? next.start : (this.layout.ends.at(-1) ?? start);
    const comments = region.dropped.length === 0 || !next ? '' : this.#commentsAbove(region);
    const hoisted = {
      start: lineStart(this.#text, start),
      end: lineStart(this.#text, start),
      text: comments,
    };
    return [...(comments === '' ? [] : [hoisted]), { start, end, text }];
  }

  /** Returns the comments above the new first entry, which go above the dash. */
  #commentsAbove({ before }: Region): string {
    const { entries } = this.collection;
    const from = this.layout.ends[before - 1] as number;
    const to = lineStart(this.#text, (entries[before] as Entry).start);
    const indentation = indentationAt(this.#text, (entries[0] as Entry).start);
    const lines = this.#text.slice(from, to).split(/\r?\n/);
    return lines
      .filter((line) => line.trim() !== '')
      .map((line) => indentation + line.trim() + this.source.eol)
      .join('');
  }

  #coming({ after, before, coming }: Region): string {
    const chunks = coming.map((step) => this.#chunk(step));
    if (!this.layout.isAiry) return chunks.join('');
    const { eol } = this.source;
    if (after >= 0) return chunks.map((chunk) => eol + chunk).join('');
    return chunks.join(eol) + (chunks.length > 0 && before < this.layout.starts.length ? eol : '');
  }

  #chunk(step: Region['coming'][number]): string {
    const { eol } = this.source;
    if (step.does === 'insert') {
      const lines =
        step.name === undefined
          ? writeItem(step.value, this.#column, this.style)
          : writeMember(step.name, step.value, this.#column, this.style);
      return lines.map((line) => line + eol).join('');
    }
    const start = this.layout.starts[step.index] as number;
    const end = this.layout.ends[step.index] as number;
    const moved = applySplices(this.#text.slice(start, end), shifted(step.splices, -start));
    return (this.layout.isCompact && step.index === 0 ? ' '.repeat(this.#column) : '') + moved;
  }

  /** Returns the blank lines and comments between the removed entries that stay. */
  #gap({ after, before, dropped }: Region): string {
    const { starts, ends } = this.layout;
    const gaps = [...dropped, before].map((index) => {
      if (index === 0 || index === starts.length) return '';
      return this.#text.slice(ends[index - 1], starts[index]);
    });
    const all = gaps.join('');
    if (all.includes('#')) {
      const collapsed = all.replace(/(^[ \t]*\r?\n){2,}/gm, this.source.eol);
      return before === starts.length ? collapsed.trimEnd() + this.source.eol : collapsed;
    }
    if (after === -1 || before === starts.length) return '';
    const first = gaps[0] ?? '';
    const last = gaps.at(-1) ?? '';
    return hasBlankLine(first) && first.length >= last.length ? first : last;
  }
}
