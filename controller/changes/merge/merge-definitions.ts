import type { Json, JsonObject } from '../../../schemas/json.js';
import { isEqual, isObject } from '../compare/equal.js';
import { pointerTo } from '../compare/pointer.js';
import { conflictOf, type MergeConflict, type Sides } from './conflict.js';
import { interleave } from './interleave.js';
import { mergeLists } from './merge-lists.js';

export type MergedDefinition =
  | { merged: JsonObject | undefined; conflicts?: undefined }
  | { merged?: undefined; conflicts: readonly MergeConflict[] };

/**
 * Three-way merge: what one side changed since the base is taken from that side, and what both changed must be the same.
 * Objects are merged member by member, lists item by item. A change of what the other side deleted is a conflict.
 */
export function mergeDefinitions(sides: Sides<JsonObject>): MergedDefinition {
  const conflicts: MergeConflict[] = [];
  const merged = mergeValues(sides, '', conflicts) as JsonObject | undefined;
  return conflicts.length > 0 ? { conflicts } : { merged };
}

/** Reports to `conflicts`; what it returns where there is one is not to be used. */
function mergeValues(sides: Sides<Json>, pointer: string, conflicts: MergeConflict[]): Json | undefined {
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
  conflicts.push(conflictOf(sides, pointer));
  return ours;
}

function mergeObjects(
  sides: { base: JsonObject; ours: JsonObject; theirs: JsonObject },
  pointer: string,
  conflicts: MergeConflict[],
): JsonObject {
  const { base, ours, theirs } = sides;
  const merged: JsonObject = {};
  for (const name of interleave(Object.keys(ours), Object.keys(theirs))) {
    const members = { base: own(base, name), ours: own(ours, name), theirs: own(theirs, name) };
    const value = mergeValues(members, pointerTo(pointer, name), conflicts);
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isSame(left: Json | undefined, right: Json | undefined): boolean {
  return left === undefined || right === undefined ? left === right : isEqual(left, right);
}
