import { isAlias } from 'yaml';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isEqual, isObject } from '../../../schemas/json/values.js';
import { alignLists } from '../compare/align-lists.js';
import { alignMembers } from '../compare/changes-between.js';
import { type Style, writeKey, writeQuoted } from '../write/write-value.js';
import { arrangeBlock } from './arrange-block.js';
import { arrangeFlow } from './arrange-flow.js';
import { findQuote, neighbourStyle } from './detect-style.js';
import { type Collection, collectionIn, type Entry, getName, type Slot } from './entries.js';
import { ValueReplacer } from './replace-value.js';
import type { Source, Splice, Step } from './splices.js';

export interface PlanOptions {
  /** The number of levels above a change that are written again with it. */
  coarseness: number;
  /** True if texts that end in several line breaks are put in quotes. */
  quotesBreaks?: boolean;
}

/** Finds the splices that give a document another value. Visits it in its new order: anchors before their aliases. */
export class Planner {
  #splices: Splice[] = [];
  /** The new value of each anchor. */
  #anchors = new Map<string, Json>();
  readonly #styles = new Map<Collection, Style>();
  /** True once the root itself has to be replaced. */
  #isWhole = false;

  constructor(
    private readonly source: Source,
    private readonly options: PlanOptions,
  ) {}

  /** Returns undefined if the whole document has to be written again. */
  plan(root: Slot, from: Json, to: Json): Splice[] | undefined {
    this.#value(root, from, to, undefined);
    return this.#isWhole ? undefined : this.#splices;
  }

  /** Returns the number of levels above the deepest change: 0 for no change, 1 for a changed scalar. */
  #value(slot: Slot, from: Json, to: Json, within: Collection | undefined): number {
    const { node } = slot;
    if (node !== null && isAlias(node)) return this.#alias(slot, node.source, to, within);
    const anchor = node?.anchor;
    const anchorsBefore = this.source.hasAliases ? new Map(this.#anchors) : this.#anchors;
    const mark = this.#splices.length;
    let height = this.#inside(slot, from, to);
    if (height === -1 || (height > 0 && height <= this.options.coarseness)) {
      this.#splices.length = mark;
      this.#anchors = anchorsBefore;
      this.#replace(slot, to, within);
      if (height === -1) height = 1;
    }
    if (anchor !== undefined) this.#anchors.set(anchor, to);
    return height;
  }

  /** Like `value`; -1 if the value has to be written again. */
  #inside(slot: Slot, from: Json, to: Json): number {
    if (typeof from !== 'object' || from === null) return from === to ? 0 : -1;
    // The value of an alias may change although nothing around it does.
    if (!this.source.hasAliases && isEqual(from, to)) return 0;
    if (typeof to !== 'object' || to === null || Array.isArray(from) !== Array.isArray(to)) return -1;
    const collection = collectionIn(this.source.text, slot);
    if (!collection) return -1;
    const isEmpty = Object.keys(to).length === 0;
    if (collection.entries.length === 0 || isEmpty)
      return collection.entries.length === 0 && isEmpty ? 0 : -1;
    return isObject(from)
      ? this.#members(collection, from, to as JsonObject)
      : this.#items(collection, from as Json[], to as Json[]);
  }

  #members(collection: Collection, from: JsonObject, to: JsonObject): number {
    const { entries } = collection;
    const byName = new Map(entries.map((entry, index) => [entry.key ? getName(entry.key) : '', index]));
    const { origins, isSame } = alignMembers(from, to, [...byName.keys()]);
    const steps: Step[] = [];
    let height = 0;
    for (const [name, oldName] of origins) {
      if (oldName === undefined) {
        steps.push({ does: 'insert', name, value: to[name] as Json });
        continue;
      }
      const at = byName.get(oldName) as number;
      const entry = entries[at] as Entry;
      if (name !== oldName) {
        if (collection.isOdd) return -1;
        this.#splices.push(renameKey(entry, name, this.#styleIn(collection)));
        height = Math.max(height, 1);
      }
      height = Math.max(height, this.#value(entry, from[oldName] as Json, to[name] as Json, collection));
      steps.push({ does: 'keep', index: at });
    }
    return this.#arranged(collection, steps, isSame, height);
  }

  #items(collection: Collection, from: readonly Json[], to: readonly Json[]): number {
    const { entries } = collection;
    const origins = alignLists(from, to);
    const isSame = from.length === to.length && origins.every((origin, index) => origin?.index === index);
    const steps: Step[] = [];
    let height = 0;
    for (const [position, origin] of origins.entries()) {
      const value = to[position] as Json;
      if (origin === undefined) {
        steps.push({ does: 'insert', value });
        continue;
      }
      const entry = entries[origin.index];
      if (!entry) return -1;
      const before = this.#splices;
      if (origin.moved) this.#splices = [];
      const changed = this.#value(entry, from[origin.index] as Json, value, collection);
      height = Math.max(height, changed);
      if (origin.moved) {
        steps.push({ does: 'move', index: origin.index, splices: this.#splices });
        this.#splices = before;
      } else steps.push({ does: 'keep', index: origin.index });
    }
    return this.#arranged(collection, steps, isSame, height);
  }

  #arranged(collection: Collection, steps: readonly Step[], isSame: boolean, height: number): number {
    if (isSame) return height === 0 ? 0 : height + 1;
    if (collection.isOdd || !steps.some(({ does }) => does === 'keep')) return -1;
    const arrange = collection.isFlow ? arrangeFlow : arrangeBlock;
    const splices = arrange(this.source, collection, steps, this.#styleIn(collection));
    if (!splices) return -1;
    this.#splices.push(...splices);
    return Math.max(2, height + 1);
  }

  #alias(slot: Slot, anchor: string, to: Json, within: Collection | undefined): number {
    const name = this.#anchors.get(anchor);
    if (name !== undefined && isEqual(name, to)) return 0;
    // The first of several aliases gets the anchor of a removed value.
    const isWanted = name === undefined && this.source.text.includes(`*${anchor}`, slot.end);
    this.#replace(slot, to, within, isWanted ? anchor : undefined);
    if (isWanted) this.#anchors.set(anchor, to);
    return 1;
  }

  #replace(slot: Slot, to: Json, within: Collection | undefined, anchor = slot.node?.anchor): void {
    if (within === undefined) this.#isWhole = true;
    else this.#splices.push(new ValueReplacer(this.source, slot, this.#styleIn(within)).replace(to, anchor));
  }

  #styleIn(collection: Collection): Style {
    let style = this.#styles.get(collection);
    if (!style) {
      style = neighbourStyle(this.source.text, collection, this.source.style());
      if (this.options.quotesBreaks) style = { ...style, quotesBreaks: true };
      this.#styles.set(collection, style);
    }
    return style;
  }
}

/** Renames a member; its quotes stay. */
function renameKey(entry: Entry, name: string, style: Style): Splice {
  const [start = entry.start, end = entry.start] = entry.key?.range ?? [];
  const quote = entry.key && findQuote(entry.key);
  const text = quote ? writeQuoted(name, quote) : writeKey(name, style, entry.inFlow);
  return { start, end, text };
}
