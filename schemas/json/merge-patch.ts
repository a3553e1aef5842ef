import { isObject } from './guards.js';
import type { Json, JsonObject } from './types.js';

/**
 * Applies a merge patch (RFC 7396): members that are null are removed, objects are merged, everything else replaces what
 * the target holds. Changes neither argument; recursive, so the caller bounds the depth of both.
 */
export function mergePatch(target: Json | undefined, patch: JsonObject): JsonObject;
export function mergePatch(target: Json | undefined, patch: Json): Json;
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  // Without a prototype, so that `__proto__` is a member like any other.
  const merged: JsonObject = Object.assign(Object.create(null), isObject(target) ? target : {});
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  }
  return { ...merged };
}
