import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isEqual, isObject, pointerTo } from '../../../schemas/json/values.js';
import { Problem } from '../../problems/index.js';
import { alignLists } from './align-lists.js';
import { isAlike } from './item-identity.js';

/** The most pairs of an old and a new name that are compared. */
const maxCompared = 2000;

export interface AlignedMembers {
  /** The members of the new object: name and old name, in the order of the old object, new ones behind the one they follow. */
  origins: [name: string, oldName: string | undefined][];
  /** True if no member was added or removed; names may have changed. */
  isSame: boolean;
}

/**
 * Matches the members of `to` with those of `from`. A renamed member is found by its value, if the value is specific or no
 * other member came or went, or by its place if the value is similar.
 * @param order the order in which the members of `from` are written
 */
export function alignMembers(from: JsonObject, to: JsonObject, order: readonly string[]): AlignedMembers {
  const names = Object.keys(to);
  const gone = order.filter((name) => !Object.hasOwn(to, name));
  const fresh = names.filter((name) => !Object.hasOwn(from, name));
  if (gone.length === 0 && fresh.length === 0) {
    return { origins: order.map((name) => [name, name]), isSame: true };
  }
  const renamed = findRenamed(from, to, order, { gone, fresh });
  const newNames = new Map([...renamed].map(([name, oldName]) => [oldName, name]));
  const kept = order.flatMap((name) => (Object.hasOwn(to, name) ? name : (newNames.get(name) ?? [])));
  const origins = interleave(kept, names).map((name): [string, string | undefined] => [
    name,
    Object.hasOwn(from, name) ? name : renamed.get(name),
  ]);
  return { origins, isSame: renamed.size === gone.length && renamed.size === fresh.length };
}

/** Returns the names of both lists, once each, in the order of the first. Other names follow the name before them in the second. */
export function interleave(first: readonly string[], second: readonly string[]): string[] {
  const keys = new Set(first);
  const followers = new Map<string | undefined, string[]>();
  let previous: string | undefined;
  for (const name of second) {
    const row = followers.get(previous);
    if (keys.has(name)) previous = name;
    else if (row) row.push(name);
    else followers.set(previous, [name]);
  }
  return [
    ...(followers.get(undefined) ?? []),
    ...first.flatMap((name) => [name, ...(followers.get(name) ?? [])]),
  ];
}

function findRenamed(
  from: JsonObject,
  to: JsonObject,
  order: readonly string[],
  { gone, fresh }: { gone: readonly string[]; fresh: readonly string[] },
): Map<string, string> {
  const renamed = new Map<string, string>();
  if (gone.length * fresh.length > maxCompared) return renamed;
  const left = new Set(gone);
  const newOrder = Object.keys(to);
  const isKept = (name: string | undefined) =>
    name === undefined || (Object.hasOwn(from, name) && Object.hasOwn(to, name));
  for (const name of fresh) {
    const at = newOrder.indexOf(name);
    const around = [newOrder[at - 1], newOrder[at + 1]];
    const oldName = [...left].find((candidate) => {
      const oldAt = order.indexOf(candidate);
      const isInPlace =
        around.every(isKept) && order[oldAt - 1] === around[0] && order[oldAt + 1] === around[1];
      const isOnly = gone.length === 1 && fresh.length === 1;
      return isRename(from[candidate] as Json, to[name] as Json, isInPlace, isOnly);
    });
    if (oldName === undefined) continue;
    renamed.set(name, oldName);
    left.delete(oldName);
  }
  return renamed;
}

function isRename(before: Json, after: Json, isInPlace: boolean, isOnly: boolean): boolean {
  const isFilled = typeof before === 'object' && before !== null && Object.keys(before).length > 0;
  if ((isFilled || isInPlace || isOnly) && isEqual(before, after)) return true;
  return isInPlace && isFilled && isAlike(before, after, false);
}

/** The reason why no file may contain a value. */
export interface JsonFault {
  pointer: string;
  message: string;
  hint?: string;
  /** The limit that is crossed. */
  limit?: 'yaml_too_deep';
}

/** Returns the first fault of a value from outside. Must run before any recursive function gets the value. */
export function jsonFault(value: Json, depth: number): JsonFault | undefined {
  const open: { value: Json; level: number; pointer: string }[] = [{ value, level: 0, pointer: '' }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { pointer, level } = next;
    if (typeof next.value === 'number' && !Number.isFinite(next.value)) {
      return { pointer, message: `${next.value} is not a number JSON has` };
    }
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (level >= depth) {
      const message = `it is nested deeper than ${depth} levels`;
      const hint = 'Flatten it, or raise `Limits.YamlDepth`.';
      return { pointer: '', message, hint, limit: 'yaml_too_deep' };
    }
    for (const [name, inner] of Object.entries(next.value)) {
      if (name === '__proto__') return { pointer, message: 'the key `__proto__` is not allowed' };
      open.push({ value: inner, level: level + 1, pointer: pointerTo(pointer, name) });
    }
  }
  return undefined;
}

/** @throws Problem entity_invalid, yaml_too_deep if no file may contain the definition */
export function requireWritable(definition: JsonObject, depth: number): void {
  const fault = jsonFault(definition, depth);
  if (!fault) return;
  const where = fault.pointer === '' ? '' : ` at \`${fault.pointer}\``;
  const { pointer, message, hint, limit } = fault;
  throw new Problem(limit ?? 'entity_invalid', `The definition cannot be written${where}: ${message}.`, {
    errors: [{ pointer, message }],
    ...(hint === undefined ? {} : { hints: [hint] }),
  });
}

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
