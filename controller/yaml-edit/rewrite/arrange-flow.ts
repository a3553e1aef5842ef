import type { Json } from '../../../schemas/json/types.js';
import { indentationAt, lineStart, skipGap } from '../read/yaml-document.js';
import {
  isCollection,
  type Style,
  writeBroken,
  writeFlow,
  writeFlowMember,
  writeKey,
} from '../write/write-value.js';
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

/** Adds, removes and moves entries of a collection in brackets; undefined if its commas are in unusual places. */
export function arrangeFlow(
  source: Source,
  collection: Collection,
  steps: readonly Step[],
  style: Style,
): Splice[] | undefined {
  const flow = new Flow(source, collection, style);
  if (!flow.isRegular) return undefined;
  return getRegions(steps, collection.entries.length).map((region) => flow.arrange(region));
}

class Flow {
  readonly isRegular: boolean;
  readonly #text: string;
  readonly #entries: readonly Entry[];
  readonly #open: number;
  readonly #close: number;
  /** True if each entry begins a line, with the blanks in `indentation`. */
  readonly #isBroken: boolean;
  readonly #indentation: string;
  /** For each entry, the comma and the comment behind it on its line, and their end. */
  readonly #tails: { end: number; comment: string; hasComma: boolean }[];

  constructor(
    private readonly source: Source,
    collection: Collection,
    private readonly style: Style,
  ) {
    this.#text = source.text;
    this.#entries = collection.entries;
    const [start, end] = collection.slot.node?.range ?? [0, 0];
    this.#open = start + 1;
    this.#close = end - 1;
    const last = (this.#entries.at(-1) as Entry).start;
    this.#isBroken = this.#text.slice(lineStart(this.#text, last), last).trim() === '';
    this.#indentation = indentationAt(this.#text, last);
    this.#tails = this.#entries.map(({ end: from }, index) => {
      const to = this.#entries[index + 1]?.start ?? this.#close;
      const [all = '', comma, comment = ''] =
        /^([ \t]*,)?([ \t]+#[^\r\n]*)?/.exec(this.#text.slice(from, to)) ?? [];
      const hasComma = comma !== undefined;
      return { end: from + (hasComma || comment !== '' ? all.length : 0), comment, hasComma };
    });
    this.isRegular = this.#tails.every(({ end: from, hasComma }, index) => {
      const isLast = index === this.#entries.length - 1;
      const after = skipGap(this.#text, from);
      return (hasComma || isLast) && after === (this.#entries[index + 1]?.start ?? this.#close);
    });
  }

  arrange({ after, before, coming }: Region): Splice {
    const entries = this.#entries;
    const start = after === -1 ? this.#open : (entries[after] as Entry).end;
    const next = entries[before];
    const end = next ? next.start : this.#close;
    const isCommaLast = this.#tails.at(-1)?.hasComma ?? false;
    let text = after === -1 ? '' : (this.#tails[after]?.comment ?? '');
    if (after !== -1 && (coming.length > 0 || next || isCommaLast)) text = `,${text}`;
    for (const [index, step] of coming.entries()) {
      const comma = index < coming.length - 1 || next || isCommaLast ? ',' : '';
      text +=
        this.#spaceFor(step, after === -1 && index === 0) + this.#body(step) + comma + this.#getComment(step);
    }
    const last = next ? this.#getSpace(before, after === -1 && coming.length === 0) : this.#closing();
    return { start, end, text: text + last };
  }

  /** Returns the comment that moves with its entry, if each entry has a line. */
  #getComment(step: Region['coming'][number]): string {
    return step.does === 'move' && this.#isBroken ? (this.#tails[step.index]?.comment ?? '') : '';
  }

  #spaceFor(step: Region['coming'][number], isFirst: boolean): string {
    const own = step.does === 'move' && this.#isBroken ? this.#getSpace(step.index, isFirst) : '';
    return own.includes('\n') ? own : this.#space(isFirst);
  }

  #body(step: Region['coming'][number]): string {
    const { style } = this;
    if (step.does === 'move') {
      const { start, end } = this.#entries[step.index] as Entry;
      return applySplices(this.#text.slice(start, end), shifted(step.splices, -start));
    }
    const mayBreak = this.#isBroken && style.flowIndent !== undefined;
    const isBroken = mayBreak && isCollection(step.value) && this.#areBroken(step.value);
    if (step.name === undefined) {
      return isBroken ? writeBroken(step.value, this.#indentation, style) : writeFlow(step.value, style);
    }
    if (!isBroken) return writeFlowMember(step.name, step.value, style);
    return `${writeKey(step.name, style, true)}: ${writeBroken(step.value, this.#indentation, style)}`;
  }

  /** Returns true unless the collections of this kind among the entries take one line each. */
  #areBroken(value: Json): boolean {
    const bracket = Array.isArray(value) ? '[' : '{';
    const alike = this.#entries
      .map(({ valueStart, end }) => this.#text.slice(valueStart, end))
      .filter((source) => source.startsWith(bracket) && source.length > 2);
    return alike.length === 0 || alike.some((source) => source.includes('\n'));
  }

  /** Returns the space before a new entry. */
  #space(isFirst: boolean): string {
    if (this.#isBroken) return this.source.eol + this.#indentation;
    if (isFirst) return this.#getSpace(0, true);
    return this.#entries.length > 1 ? this.#getSpace(1, false) : this.style.spacing.comma;
  }

  /** Returns the space before an entry that stays: its line with the comments above it, or the blanks of its place. */
  #getSpace(index: number, isFirst: boolean): string {
    const from = index === 0 ? this.#open : this.#tails[index - 1]?.end;
    const own = this.#text.slice(from, this.#entries[index]?.start);
    if (own.includes('\n')) return own;
    const first = this.#text.slice(this.#open, this.#entries[0]?.start);
    if (isFirst) return first.includes('\n') ? '' : first;
    return index === 0 ? this.#space(false) : own;
  }

  #closing(): string {
    return this.#text.slice(this.#tails.at(-1)?.end, this.#close);
  }
}
