import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { canonical, isObject, mergePatch } from '../../../schemas/json/values.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import type { PollPlan, PollProgress } from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import { hashKey, maxKeys } from './poll-store.js';
import { comparePositions } from './positions.js';

/** An item that was not seen before. */
export interface NewItem {
  readonly item: Json;
  readonly key: string;
  /** As the key is stored. */
  readonly hash: string;
  /** The value of `since`; null without `since`. */
  readonly position: Json;
  /** Of the text of the item. */
  readonly bytes: number;
}

/** The items that one poll has read. */
export interface ItemList {
  /** In the order in which they start the flow. */
  readonly fresh: readonly NewItem[];
  /** The stored keys of all items. */
  readonly listed: ReadonlySet<string>;
  /** False when the list goes on. */
  readonly isWhole: boolean;
  /** True when no item has a lesser `since` than one before it. */
  readonly isAscending: boolean;
  /** The greatest `since` of all items; null without any. */
  readonly greatest: Json;
  /** Why items were left out; undefined when none was. */
  readonly fault: string | undefined;
}

export interface ReadItemsOptions {
  plan: PollPlan;
  progress: PollProgress;
  /** Calls the action. May reject. */
  call(args: JsonObject): Promise<Json>;
  /** Returns those of the stored keys that were seen before. */
  findKnown(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** True when new items are not wanted but only their keys. */
  isPassed: boolean;
}

/** Limits of one poll: pages, items, and bytes of new items. As many keys are kept, so that no listed item is forgotten. */
export const maxPages = 50;
export const maxItems = maxKeys;
const maxBytes = 16 << 20;
/** A longer key would be no name of an item. */
const maxKeyLength = 2_000;

/**
 * Reads the list of a poll, page by page, up to the limits.
 * @throws Problem poll_items_invalid; what the action and the expressions throw
 */
export async function readItems(options: ReadItemsOptions): Promise<ItemList> {
  const { plan, progress, call } = options;
  const reading = new Reading(options);
  let args = await plan.getArguments(progress);
  for (let page = 1; ; page++) {
    const output = await call(args);
    const items = await plan.getItems(output);
    if (!Array.isArray(items)) throw unusable(`\`items\` gives ${named(items)}, not a list`);
    const isCut = await reading.add(items);
    const change = (await plan.getNext?.(output)) ?? null;
    if (change === null) return reading.end(!isCut);
    if (!isObject(change))
      throw unusable(`\`next\` gives ${named(change)}, not an object with arguments of the next page`);
    const next = mergePatch(args, change);
    if (canonical(next) === canonical(args))
      throw unusable('`next` gives the arguments of the same page again');
    if (isCut || reading.isFull || page === maxPages) return reading.end(false);
    args = next;
  }
}

class Reading {
  readonly #fresh: NewItem[] = [];
  readonly #listed = new Set<string>();
  #bytes = 0;
  #count = 0;
  #last: Json = null;
  #greatest: Json = null;
  #isAscending = true;
  #leftOut = 0;
  #why = '';

  constructor(private readonly options: ReadItemsOptions) {}

  get isFull(): boolean {
    return this.#count >= maxItems || this.#bytes >= maxBytes;
  }

  /** Adds the items of a page. @returns true when it has more than one poll takes */
  async add(items: readonly Json[]): Promise<boolean> {
    const taken = items.slice(0, maxItems - this.#count);
    const candidates: Omit<NewItem, 'bytes'>[] = [];
    for (const item of taken) {
      if (isTurnOver()) await nextTurn();
      this.#count += 1;
      const candidate = await this.#identify(item);
      if (candidate === undefined || this.#listed.has(candidate.hash)) continue;
      this.#listed.add(candidate.hash);
      candidates.push(candidate);
    }
    const existing = await this.options.findKnown(candidates.map(({ hash }) => hash));
    for (const each of candidates) {
      if (existing.has(each.hash)) continue;
      if (isTurnOver()) await nextTurn();
      const item = this.options.isPassed ? null : each.item;
      const bytes = toJsonText(item).length;
      if (!this.options.isPassed) this.#bytes += bytes;
      this.#fresh.push({ ...each, item, bytes });
    }
    return taken.length < items.length;
  }

  end(isWhole: boolean): ItemList {
    const isOrdered = this.options.plan.getPosition !== undefined;
    if (isOrdered) this.#fresh.sort((a, b) => comparePositions(a.position, b.position));
    const some = this.#leftOut === 1 ? 'One item starts' : `${this.#leftOut} items start`;
    return {
      fresh: this.#fresh,
      listed: this.#listed,
      isWhole,
      isAscending: isOrdered && this.#isAscending,
      greatest: this.#greatest,
      fault: this.#leftOut === 0 ? undefined : `${some} nothing: ${this.#why}`,
    };
  }

  /** Returns an item with its key and place; undefined, with a fault, where it has none. */
  async #identify(item: Json): Promise<Omit<NewItem, 'bytes'> | undefined> {
    const { getKey, getPosition } = this.options.plan;
    const key = toText(await getKey(item));
    if (key === '' || key.length > maxKeyLength) {
      const what = key === '' ? 'nothing' : `more than ${maxKeyLength.toLocaleString('en')} characters`;
      return this.#leaveOut(`\`key\` gives ${what}`);
    }
    const position = (await getPosition?.(item)) ?? null;
    if (getPosition && (position === null || position === '')) return this.#leaveOut('`since` gives nothing');
    if (this.#last !== null && comparePositions(position, this.#last) < 0) this.#isAscending = false;
    this.#last = position;
    if (this.#greatest === null || comparePositions(position, this.#greatest) > 0) this.#greatest = position;
    return { item, key, hash: hashKey(key), position };
  }

  #leaveOut(why: string): undefined {
    this.#leftOut += 1;
    this.#why ||= `${why} for item ${this.#count} of the list`;
  }
}

function toText(key: Json): string {
  if (key === null) return '';
  return typeof key === 'string' ? key : toJsonText(key);
}

function unusable(detail: string): Problem {
  return new Problem('poll_items_invalid', detail);
}

/** The type of a value in words. */
function named(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  return typeof value === 'boolean' ? 'true or false' : `a ${typeof value === 'string' ? 'text' : 'number'}`;
}
