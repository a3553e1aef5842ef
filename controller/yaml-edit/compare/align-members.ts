import { isEqual } from '../../../schemas/json/equal.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isAlike } from './item-identity.js';

/** The most pairs of an old and a new name that are compared. */
const mostCompared = 2000;

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
  { gone, fresh }: { gone: readonly string[]; fresh: readonly string[] },
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
