import type { Json, JsonObject } from '../../../schemas/json.js';
import { isAlike } from './alike.js';
import { isEqual } from './equal.js';

/** Old names times new ones. */
const mostCompared = 2000;

export interface AlignedMembers {
  /** The members of the new object in the order of the old one, new ones behind what they follow: name, and old name. */
  origins: [name: string, oldName: string | undefined][];
  /** Nothing came or went; names may have changed. */
  isSame: boolean;
}

/**
 * Which member of `to` is which of `from`. One under a new name is found by its value, if that tells enough or nothing else
 * came or went, or by its place when the value is much the same.
 * @param order of the members of `from` as they are written
 */
export function alignMembers(from: JsonObject, to: JsonObject, order: readonly string[]): AlignedMembers {
  const names = Object.keys(to);
  const gone = order.filter((name) => !Object.hasOwn(to, name));
  const fresh = names.filter((name) => !Object.hasOwn(from, name));
  if (gone.length === 0 && fresh.length === 0) {
    return { origins: order.map((name) => [name, name]), isSame: true };
  }
  const renamed = findRenamed(from, to, order, gone, fresh);
  const newNames = new Map([...renamed].map(([name, oldName]) => [oldName, name]));
  const followers = new Map<string | undefined, string[]>();
  let previous: string | undefined;
  for (const name of names) {
    const oldName = Object.hasOwn(from, name) ? name : renamed.get(name);
    const row = followers.get(previous);
    if (oldName !== undefined) previous = oldName;
    else if (row) row.push(name);
    else followers.set(previous, [name]);
  }
  const origins: AlignedMembers['origins'] = (followers.get(undefined) ?? []).map((name) => [
    name,
    undefined,
  ]);
  for (const oldName of order) {
    const name = Object.hasOwn(to, oldName) ? oldName : newNames.get(oldName);
    if (name !== undefined) origins.push([name, oldName]);
    for (const follower of followers.get(oldName) ?? []) origins.push([follower, undefined]);
  }
  return { origins, isSame: renamed.size === gone.length && renamed.size === fresh.length };
}

function findRenamed(
  from: JsonObject,
  to: JsonObject,
  order: readonly string[],
  gone: readonly string[],
  fresh: readonly string[],
): Map<string, string> {
  const renamed = new Map<string, string>();
  if (gone.length * fresh.length > mostCompared) return renamed;
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
