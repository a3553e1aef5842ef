import type { Json } from '../../../schemas/json.js';
import { isObject } from './equal.js';

/** Members by which people tell the items of a list apart, the most telling first. */
const namingMembers = ['name', 'id', 'key', 'path', 'type', 'uses', 'title'];

/**
 * What tells the items of these lists apart, whatever else changes in them: the one key of each, as of the tasks of a
 * flow, or a member such as `name`. Undefined where nothing does: an item without it, or two of one list with the same.
 */
export function identityOf(lists: readonly (readonly Json[])[]): ((item: Json) => string) | undefined {
  const all = lists.flat();
  if (all.length === 0 || !all.every(isObject)) return undefined;
  const candidates = [onlyKey, ...namingMembers.map(member)];
  return candidates.find((candidate) => lists.every((list) => tellsApart(candidate, list))) as
    | ((item: Json) => string)
    | undefined;
}

function tellsApart(identity: (item: Json) => string | undefined, list: readonly Json[]): boolean {
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

function member(name: string): (item: Json) => string | undefined {
  return (item) => {
    const value = isObject(item) && Object.hasOwn(item, name) ? item[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
}
