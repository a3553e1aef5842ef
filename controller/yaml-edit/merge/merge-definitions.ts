import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { canonical, isEqual, isObject, member, pointerTo } from '../../../schemas/json/values.js';
import { alignLists } from '../compare/align-lists.js';
import { interleave } from '../compare/changes-between.js';
import { findIdentity } from '../compare/item-identity.js';

/** The three versions of a value. */
export interface Sides<T> {
  base: T;
  ours: T;
  theirs: T;
}

/** The result of a merge, or the conflicts that prevent one. */
export type Merged<T, Conflict> =
  | { merged: T; conflicts?: undefined }
  | { merged?: undefined; conflicts: readonly Conflict[] };

/**
 * Merges two versions of a definition. A value that one side changed since the base is taken from that side; a value that
 * both changed must be the same. Objects are merged member by member, lists item by item. A change of a value that the
 * other side deleted is a conflict.
 */
export function mergeDefinitions(
  sides: Sides<JsonObject | undefined>,
): Merged<JsonObject | undefined, MergeConflict> {
  const conflicts: MergeConflict[] = [];
  const merged = mergeValues(sides, '', conflicts) as JsonObject | undefined;
  return conflicts.length > 0 ? { conflicts } : { merged };
}

type Values = Sides<Json | undefined>;

/** Adds to `conflicts`; the result is meaningless if there is one. */
function mergeValues(sides: Values, pointer: string, conflicts: MergeConflict[]): Json | undefined {
  const { base, ours, theirs } = sides;
  if (isSame(ours, theirs) || isSame(base, theirs)) return ours;
  if (isSame(base, ours)) return theirs;
  if (isObject(ours) && isObject(theirs) && (base === undefined || isObject(base))) {
    return mergeObjects({ base: base ?? {}, ours, theirs }, pointer, conflicts);
  }
  if (Array.isArray(ours) && Array.isArray(theirs) && (base === undefined || Array.isArray(base))) {
    const lists = mergeLists({ base: base ?? [], ours, theirs }, (items, index) =>
      mergeValues(items, pointerTo(pointer, index), conflicts),
    );
    if (lists) return lists;
  }
  conflicts.push(getConflict(sides, pointer));
  return ours;
}

function mergeObjects(
  { base, ours, theirs }: Sides<JsonObject>,
  pointer: string,
  conflicts: MergeConflict[],
): JsonObject {
  const merged: JsonObject = {};
  for (const name of interleave(Object.keys(ours), Object.keys(theirs))) {
    const members = { base: member(base, name), ours: member(ours, name), theirs: member(theirs, name) };
    const value = mergeValues(members, pointerTo(pointer, name), conflicts);
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

function isSame(left: Json | undefined, right: Json | undefined): boolean {
  return left === undefined || right === undefined ? left === right : isEqual(left, right);
}

type Lists = Sides<readonly Json[]>;

/** The items of one side by their id, which is the same on all sides. */
type Items = Map<string, { value: Json; index: number }>;

/**
 * Merges two versions of a list. Items are followed from the base to both sides and merged like members. The order is that
 * of the side that changed it. Undefined if there is no such order: if both sides changed it, or both added tasks at one
 * place, because the order of tasks has a meaning.
 */
function mergeLists(
  lists: Lists,
  mergeItem: (sides: Values, index: number) => Json | undefined,
): Json[] | undefined {
  const base: Items = new Map(lists.base.map((value, index) => [`=${index}`, { value, index }]));
  const identity = findIdentity([lists.base, lists.ours, lists.theirs]) ?? canonical;
  const ours = followed(lists.base, lists.ours, identity);
  const theirs = followed(lists.base, lists.theirs, identity);
  const merged = new Map<string, Json>();
  for (const id of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const sides = { base: base.get(id)?.value, ours: ours.get(id)?.value, theirs: theirs.get(id)?.value };
    const index = (base.get(id) ?? ours.get(id) ?? theirs.get(id))?.index ?? 0;
    const value = mergeItem(sides, index);
    if (value !== undefined) merged.set(id, value);
  }
  const order = mergedOrder({ base, ours, theirs }, merged, lists);
  return order?.map((id) => merged.get(id) as Json);
}

function followed(base: readonly Json[], side: readonly Json[], identity: (item: Json) => string): Items {
  const origins = alignLists(base, side);
  const items: Items = new Map();
  for (const [index, value] of side.entries()) {
    const origin = origins[index];
    let id = origin ? `=${origin.index}` : `+${identity(value)}`;
    while (items.has(id)) id += '+';
    items.set(id, { value, index });
  }
  return items;
}

/** Returns undefined if both sides changed the order. */
function mergedOrder(
  sides: Sides<Items>,
  merged: ReadonlyMap<string, Json>,
  lists: Lists,
): string[] | undefined {
  const isShared = (id: string) => sides.ours.has(id) && sides.theirs.has(id);
  const shared = (items: Items) => [...items.keys()].filter((id) => isShared(id)).join('\n');
  const ours = [...sides.ours.keys()].filter((id) => merged.has(id));
  const theirs = [...sides.theirs.keys()].filter((id) => merged.has(id));
  const isOursMoved = movedFrom(sides.base, sides.ours, isShared);
  const isTheirsMoved = movedFrom(sides.base, sides.theirs, isShared);
  const isOneOrder = shared(sides.ours) === shared(sides.theirs);
  if (isOursMoved && isTheirsMoved && !isOneOrder) return undefined;
  const [first, second] = isTheirsMoved ? [theirs, ours] : [ours, theirs];
  const all = [lists.base, lists.ours, lists.theirs].flat();
  if (all.every((item) => isObject(item) && Object.keys(item).length === 1) && isCrowded(first, second)) {
    return undefined;
  }
  return interleave(first, second);
}

/** Returns true if a side has the shared items in another order than the base. */
function movedFrom(base: Items, side: Items, isShared: (id: string) => boolean): boolean {
  const before = [...base.keys()].filter((id) => isShared(id));
  const after = [...side.keys()].filter((id) => isShared(id) && base.has(id));
  return before.some((id, index) => id !== after[index]);
}

/** Returns true if both sides added items at one place. */
function isCrowded(first: readonly string[], second: readonly string[]): boolean {
  const inSecond = new Set(second);
  const shared = new Set(first.filter((id) => inSecond.has(id)));
  const places = (ids: readonly string[]) => {
    const after = new Set<string | undefined>();
    let previous: string | undefined;
    for (const id of ids) {
      if (shared.has(id)) previous = id;
      else after.add(previous);
    }
    return after;
  };
  const others = places(second);
  return [...places(first)].some((place) => others.has(place));
}

/** A place that two sides changed in different ways. A side without a value is left out. */
export interface MergeConflict {
  /** JSON pointer (RFC 6901) into the base; for values that both sides added, into ours. */
  pointer: string;
  base?: Json;
  ours?: Json;
  theirs?: Json;
}

export function getConflict({ base, ours, theirs }: Values, pointer: string): MergeConflict {
  return {
    pointer,
    ...(base === undefined ? {} : { base }),
    ...(ours === undefined ? {} : { ours }),
    ...(theirs === undefined ? {} : { theirs }),
  };
}
