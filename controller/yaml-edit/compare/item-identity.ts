import type { Json } from '../../../schemas/json/types.js';
import { isEqual, isObject, member } from '../../../schemas/json/values.js';

/** Members that identify the items of a list, the most specific first. */
const namingMembers = ['name', 'id', 'key', 'path', 'type', 'uses', 'title'];

/**
 * Returns a function that identifies the items of these lists by their only key, such as the tasks of a flow, or by a
 * member such as `name`. Undefined if an item has no such identity, or two items of one list have the same.
 */
export function findIdentity(lists: readonly (readonly Json[])[]): ((item: Json) => string) | undefined {
  const all = lists.flat();
  if (all.length === 0 || !all.every(isObject)) return undefined;
  const candidates = [onlyKey, ...namingMembers.map(named)] as ((item: Json) => string)[];
  return candidates.find((candidate) => lists.every((list) => isUnique(candidate, list)));
}

function isUnique(identity: (item: Json) => string | undefined, list: readonly Json[]): boolean {
  const seen = new Set<string>();
  for (const item of list) {
    const name = identity(item);
    if (name === undefined || seen.has(name)) return false;
    seen.add(name);
  }
  return true;
}

function onlyKey(item: Json): string | undefined {
  if (!isObject(item)) return undefined;
  const names = Object.keys(item);
  return names.length === 1 ? names[0] : undefined;
}

function named(name: string): (item: Json) => string | undefined {
  return (item) => {
    const value = isObject(item) ? member(item, name) : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
}

/** Returns true if one value may be the other one, changed: objects that share half of their members, others one for one. */
export function isAlike(left: Json, right: Json, isOneForOne: boolean): boolean {
  if (!isObject(left) || !isObject(right)) return isOneForOne;
  const names = Object.keys(left);
  const others = Object.keys(right);
  if (names.length === 1 && others.length === 1 && names[0] !== others[0]) {
    return isAlike(left[names[0] as string] as Json, right[others[0] as string] as Json, isOneForOne);
  }
  if (names.length === 1 && others.length === 1) return isOneForOne;
  const same = names.filter(
    (name) => Object.hasOwn(right, name) && isEqual(left[name] as Json, right[name] as Json),
  );
  return same.length * 2 >= Math.max(names.length, others.length);
}
