import { columnOf, indentationAt, lineStart } from '../read/lines.js';
import type { Style } from '../write/style.js';
import { writeItem, writeMember } from '../write/write-value.js';
import { type BlockLayout, blockLayout, hasBlankLine } from './block-layout.js';
import type { Collection, Entry } from './entries.js';
import type { Source } from './source.js';
import { applySplices, type Region, regionsOf, type Splice, type Step } from './splices.js';

/** Adds, removes and moves entries of a collection in block form. */
export function arrangeBlock(
  source: Source,
  collection: Collection,
  steps: readonly Step[],
  style: Style,
): Splice[] {
  const block = new Block(source, collection, blockLayout(source.text, collection), style);
  return regionsOf(steps, collection.entries.length).flatMap((region) => block.arrange(region));
}

class Block {
  private readonly text: string;
  private readonly column: number;

  constructor(
    private readonly source: Source,
    private readonly collection: Collection,
    private readonly layout: BlockLayout,
    private readonly style: Style,
  ) {
    this.text = source.text;
    this.column = columnOf(source.text, (collection.entries[0] as Entry).start);
  }

  arrange(region: Region): Splice[] {
    const { starts, ends, isCompact } = this.layout;
    if (region.after === -1 && isCompact) return this.arrangeFirst(region);
    const count = starts.length;
    const start = region.after === -1 ? (starts[0] as number) : (ends[region.after] as number);
    const isCleared = region.dropped.length > 0;
    const end = !isCleared
      ? start
      : region.before < count
        ? (starts[region.before] as number)
        : (ends[count - 1] as number);
    return [{ start, end, text: this.coming(region) + (isCleared ? this.gap(region) : '') }];
  }

  /** Arranges the beginning of a collection whose first entry is behind a dash: the new first entry has no indentation. */
  private arrangeFirst(region: Region): Splice[] {
    const { entries } = this.collection;
    const [{ start }] = entries as [Entry];
    const next = entries[region.before];
    const coming = this.coming(region);
    const text = coming === '' ? '' : coming.slice(this.column) + (next ? ' '.repeat(this.column) : '');
    const end = next ? next.start : (this.layout.ends.at(-1) ?? start);
    const comments = region.dropped.length === 0 || !next ? '' : this.commentsAbove(region);
    const hoisted = { start: lineStart(this.text, start), end: lineStart(this.text, start), text: comments };
    return [...(comments === '' ? [] : [hoisted]), { start, end, text }];
  }

  /** Returns the comments above the new first entry, which go above the dash. */
  private commentsAbove({ before }: Region): string {
    const { entries } = this.collection;
    const from = this.layout.ends[before - 1] as number;
    const to = lineStart(this.text, (entries[before] as Entry).start);
    const indentation = indentationAt(this.text, (entries[0] as Entry).start);
    const lines = this.text.slice(from, to).split(/\r?\n/);
    return lines
      .filter((line) => line.trim() !== '')
      .map((line) => indentation + line.trim() + this.source.eol)
      .join('');
  }

  private coming({ after, before, coming }: Region): string {
    const chunks = coming.map((step) => this.chunk(step));
    if (!this.layout.isAiry) return chunks.join('');
    const { eol } = this.source;
    if (after >= 0) return chunks.map((chunk) => eol + chunk).join('');
    return chunks.join(eol) + (chunks.length > 0 && before < this.layout.starts.length ? eol : '');
  }

  private chunk(step: Region['coming'][number]): string {
    const { eol } = this.source;
    if (step.does === 'insert') {
      const lines =
        step.name === undefined
          ? writeItem(step.value, this.column, this.style)
          : writeMember(step.name, step.value, this.column, this.style);
      return lines.map((line) => line + eol).join('');
    }
    const start = this.layout.starts[step.index] as number;
    const end = this.layout.ends[step.index] as number;
    const moved = applySplices(
      this.text.slice(start, end),
      step.splices.map((splice) => ({
        ...splice,
        start: splice.start - start,
        end: splice.end - start,
      })),
    );
    return (this.layout.isCompact && step.index === 0 ? ' '.repeat(this.column) : '') + moved;
  }

  /** Returns the blank lines and comments between the removed entries that stay. */
  private gap({ after, before, dropped }: Region): string {
    const { starts, ends } = this.layout;
    const gaps = [...dropped, before].map((index) => {
      if (index === 0 || index === starts.length) return '';
      return this.text.slice(ends[index - 1], starts[index]);
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
