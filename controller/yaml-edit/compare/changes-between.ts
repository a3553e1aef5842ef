import { isEqual } from '../../../schemas/json/equal.js';
import { isObject } from '../../../schemas/json/guards.js';
import { pointerTo } from '../../../schemas/json/pointer.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { alignLists } from './align-lists.js';

/** One difference between two values. A value that does not exist is left out. */
export interface ValueChange {
  op: 'add' | 'remove' | 'replace' | 'move';
  /** JSON pointer (RFC 6901) into the new value; for `remove`, into the old one. */
  pointer: string;
  /** The old place of an item that moved. */
  oldPointer?: string;
  from?: Json;
  to?: Json;
}

/**
 * Returns the differences in the order of the new value, removals last in each object or list. Items of lists are followed
 * through insertions and moves; an item that moved and changed has both differences.
 */
export function changesBetween(from: Json, to: Json, pointer = ''): ValueChange[] {
  if (isObject(from) && isObject(to)) return betweenObjects(from, to, pointer);
  if (Array.isArray(from) && Array.isArray(to)) return betweenLists(from, to, pointer);
  return isEqual(from, to) ? [] : [{ op: 'replace', pointer, from, to }];
}

function betweenObjects(from: JsonObject, to: JsonObject, pointer: string): ValueChange[] {
  const gone = Object.keys(from).filter((name) => !Object.hasOwn(to, name));
  return [
    ...Object.keys(to).flatMap((name): ValueChange[] => {
      const inner = pointerTo(pointer, name);
      const value = to[name] as Json;
      if (!Object.hasOwn(from, name)) return [{ op: 'add', pointer: inner, to: value }];
      return changesBetween(from[name] as Json, value, inner);
    }),
    ...gone.map((name): ValueChange => removed(pointerTo(pointer, name), from[name] as Json)),
  ];
}

function betweenLists(from: readonly Json[], to: readonly Json[], pointer: string): ValueChange[] {
  const origins = alignLists(from, to);
  const kept = new Set(origins.map((origin) => origin?.index));
  const changes = to.flatMap((value, index): ValueChange[] => {
    const inner = pointerTo(pointer, index);
    const origin = origins[index];
    if (!origin) return [{ op: 'add', pointer: inner, to: value }];
    const before = from[origin.index] as Json;
    const within = changesBetween(before, value, inner);
    if (!origin.moved) return within;
    const oldPointer = pointerTo(pointer, origin.index);
    return [{ op: 'move', pointer: inner, oldPointer, from: before, to: value }, ...within];
  });
  const gone = from.flatMap((value, index) =>
    kept.has(index) ? [] : [removed(pointerTo(pointer, index), value)],
  );
  return [...changes, ...gone];
}

function removed(pointer: string, from: Json): ValueChange {
  return { op: 'remove', pointer, from };
}
