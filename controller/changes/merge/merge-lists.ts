import type { Json } from '../../../schemas/json.js';
import { alignLists } from '../compare/align-lists.js';
import { canonical, isObject } from '../compare/equal.js';
import { identityOf } from '../compare/identity.js';
import type { Sides } from './conflict.js';
import { interleave } from './interleave.js';

interface Lists {
  base: readonly Json[];
  ours: readonly Json[];
  theirs: readonly Json[];
}

/** An item of each side by what it is: the same in all lists it stands in. */
type Items = Map<string, { value: Json; index: number }>;

/**
 * Items are followed from the base to both sides and merged like members. Their order is that of the side that changed
 * it. Undefined where there is no one order: both changed it, or both put new tasks at one place, and which comes first
 * has a meaning.
 */
export function mergeLists(
  lists: Lists,
  mergeItem: (sides: Sides<Json>, index: number) => Json | undefined,
): Json[] | undefined {
  const base: Items = new Map(lists.base.map((value, index) => [`=${index}`, { value, index }]));
  const identity = identityOf([lists.base, lists.ours, lists.theirs]) ?? canonical;
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

/** Undefined when the sides want two orders. */
function mergedOrder(
  sides: { base: Items; ours: Items; theirs: Items },
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

/** Whether a side has the items that all have in another order than the base. */
function movedFrom(base: Items, side: Items, isShared: (id: string) => boolean): boolean {
  const before = [...base.keys()].filter((id) => isShared(id));
  const after = [...side.keys()].filter((id) => isShared(id) && base.has(id));
  return before.some((id, index) => id !== after[index]);
}

/** Whether both put something of their own at one place. */
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
