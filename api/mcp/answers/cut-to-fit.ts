import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { pointerTo } from '../../../schemas/json/values.js';

/** A value that is shown in part. */
export interface OmittedPart {
  /** The value inside the answer (RFC 6901). */
  pointer: string;
  /** Characters of a text, items of a list, or members of an object. */
  shown: number;
  total: number;
}

interface Fitted {
  value: Json;
  cuts: OmittedPart[];
}

/** Characters below which a value is kept whole, so that many small members never disappear. */
const minCutSize = 200;

/** Returns the value with its largest parts cut, so that it has at most about `budget` characters as JSON. */
export function cutToFit(value: Json, budget: number): Fitted {
  const cuts: OmittedPart[] = [];
  return { value: fitAt(value, budget, '', cuts), cuts };
}

function fitAt(value: Json, budget: number, pointer: string, cuts: OmittedPart[]): Json {
  if (measureSize(value) <= budget) return value;
  if (typeof value === 'string') return cutText(value, budget, pointer, cuts);
  if (Array.isArray(value)) return cutList(value, budget, pointer, cuts);
  if (value !== null && typeof value === 'object') return cutObject(value, budget, pointer, cuts);
  return value;
}

function cutText(text: string, budget: number, pointer: string, cuts: OmittedPart[]): string {
  // Escaped characters take more room than they show.
  const share = text.length / measureSize(text);
  const shown = wholeCharacters(text, Math.max(0, Math.floor((budget - 2) * share)));
  cuts.push({ pointer, shown, total: text.length });
  return text.slice(0, shown);
}

/** Returns a length that splits no surrogate pair. */
function wholeCharacters(text: string, length: number): number {
  const last = text.charCodeAt(length - 1);
  return length > 0 && last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}

function cutList(items: Json[], budget: number, pointer: string, cuts: OmittedPart[]): Json[] {
  let left = budget - 2;
  const kept: Json[] = [];
  for (const item of items) {
    const size = measureSize(item) + 1;
    if (size > left) break;
    kept.push(item);
    left -= size;
  }
  if (kept.length > 0) {
    cuts.push({ pointer, shown: kept.length, total: items.length });
    return kept;
  }
  const [first = null] = items;
  if (items.length > 1) cuts.push({ pointer, shown: 1, total: items.length });
  return [fitAt(first, left, pointerTo(pointer, 0), cuts)];
}

/** Keeps the small members whole and divides the rest among the large ones. */
function cutObject(object: JsonObject, budget: number, pointer: string, cuts: OmittedPart[]): JsonObject {
  const members = Object.entries(object).map(([name, value]) => ({
    name,
    value,
    size: measureSize(value),
    key: measureSize(name) + 2,
  }));
  const shares = divide(
    members.map(({ size, key }) => size + key),
    budget - 2,
  );
  const kept: [string, Json][] = [];
  members.forEach(({ name, value, size, key }, index) => {
    const share = (shares[index] ?? 0) - key;
    if (share < Math.min(size, minCutSize)) return;
    kept.push([name, fitAt(value, share, pointerTo(pointer, name), cuts)]);
  });
  if (kept.length < members.length) cuts.push({ pointer, shown: kept.length, total: members.length });
  return Object.fromEntries(kept);
}

/** Divides room so that the small sizes get all they need and the large ones equal shares. */
function divide(sizes: readonly number[], room: number): number[] {
  const shares = new Array<number>(sizes.length).fill(0);
  const order = sizes.map((size, index) => ({ size, index })).sort((a, b) => a.size - b.size);
  let left = room;
  order.forEach(({ size, index }, done) => {
    const share = Math.min(size, Math.max(0, Math.floor(left / (order.length - done))));
    shares[index] = share;
    left -= share;
  });
  return shares;
}

function measureSize(value: Json): number {
  return toJsonText(value).length;
}
