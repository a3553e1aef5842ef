import type { Json } from '../../../schemas/json/types.js';
import { canonical, isEqual } from '../../../schemas/json/values.js';
import { findIdentity, isAlike } from './item-identity.js';

/** The origin of an item of the new list. */
export interface Origin {
  /** The index in the old list. */
  index: number;
  /** True if its place among the others changed; as few items as possible have moved. */
  moved: boolean;
}

/** The most items between two that stay that are compared for likeness. */
const widestGap = 200;

/**
 * Returns the origin in `from` of each item of `to`; undefined for a new item. Equal items and items with one identity are
 * the same item. Of the others, items that are alike and at the same place are the same item, changed.
 */
export function alignLists(from: readonly Json[], to: readonly Json[]): (Origin | undefined)[] {
  const shorter = Math.min(from.length, to.length);
  let head = 0;
  while (head < shorter && isEqual(from[head] as Json, to[head] as Json)) head += 1;
  let tail = 0;
  while (tail < shorter - head && isEqual(from.at(-1 - tail) as Json, to.at(-1 - tail) as Json)) tail += 1;
  const origins = to.map((_, index): Origin | undefined => {
    if (index < head) return { index, moved: false };
    return index >= to.length - tail ? { index: index + from.length - to.length, moved: false } : undefined;
  });
  if (head === to.length - tail || head === from.length - tail) return origins;
  const middle = alignMiddle(from.slice(head, from.length - tail), to.slice(head, to.length - tail));
  middle.forEach((origin, index) => {
    origins[head + index] = origin && { ...origin, index: origin.index + head };
  });
  return origins;
}

function alignMiddle(from: readonly Json[], to: readonly Json[]): (Origin | undefined)[] {
  const sources = matchByKey(from, to, findIdentity([from, to]) ?? canonical);
  const inPlace = findLongestRise(sources);
  const origins = sources.map((index, position) =>
    index === -1 ? undefined : { index, moved: !inPlace.has(position) },
  );
  matchGaps(from, to, origins);
  return origins;
}

/** Returns the index in `from` for each item of `to`, -1 for none. Of several items with one key, the first ones match. */
function matchByKey(from: readonly Json[], to: readonly Json[], getKey: (item: Json) => string): number[] {
  const places = new Map<string, number[]>();
  for (const [index, item] of from.entries()) {
    const key = getKey(item);
    const positions = places.get(key);
    if (positions) positions.push(index);
    else places.set(key, [index]);
  }
  for (const positions of places.values()) positions.reverse();
  return to.map((item) => places.get(getKey(item))?.pop() ?? -1);
}

/** Returns the positions of a longest rising subsequence, without values of -1. */
function findLongestRise(values: readonly number[]): Set<number> {
  const tails: number[] = [];
  const before = new Array<number>(values.length).fill(-1);
  for (const [position, value] of values.entries()) {
    if (value === -1) continue;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const half = (low + high) >> 1;
      if ((values[tails[half] as number] as number) < value) low = half + 1;
      else high = half;
    }
    before[position] = low === 0 ? -1 : (tails[low - 1] as number);
    tails[low] = position;
  }
  const rise = new Set<number>();
  for (let at = tails.at(-1) ?? -1; at !== -1; at = before[at] as number) rise.add(at);
  return rise;
}

/** Matches removed and new items between two that stay, if they are alike. */
function matchGaps(from: readonly Json[], to: readonly Json[], origins: (Origin | undefined)[]): void {
  const taken = new Set(origins.map((origin) => origin?.index));
  let gapStart = 0;
  let oldStart = 0;
  for (let at = 0; at <= to.length; at += 1) {
    const origin = origins[at];
    if (at < to.length && (origin === undefined || origin.moved)) continue;
    const fresh = range(gapStart, at).filter((position) => origins[position] === undefined);
    const gone = range(oldStart, origin?.index ?? from.length).filter((index) => !taken.has(index));
    for (const [position, index] of pairAlike(from, to, gone, fresh))
      origins[position] = { index, moved: false };
    gapStart = at + 1;
    oldStart = (origin?.index ?? from.length) + 1;
  }
}

function pairAlike(
  from: readonly Json[],
  to: readonly Json[],
  gone: readonly number[],
  fresh: readonly number[],
): [position: number, index: number][] {
  const isOneForOne = gone.length === fresh.length;
  if (gone.length > widestGap || fresh.length > widestGap) return [];
  const pairs: [number, number][] = [];
  let next = 0;
  for (const position of fresh) {
    const match = gone.findIndex(
      (index, order) => order >= next && isAlike(from[index] as Json, to[position] as Json, isOneForOne),
    );
    if (match === -1) continue;
    pairs.push([position, gone[match] as number]);
    next = match + 1;
  }
  return pairs;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
}
