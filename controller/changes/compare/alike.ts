import type { Json } from '../../../schemas/json.js';
import { isEqual, isObject } from './equal.js';

/**
 * Whether the one could be the other, changed: objects that share half of their members; any other values of one form
 * when they take each other's place.
 */
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
