import type { Json, JsonObject } from '../../../schemas/json.js';
import { isObject } from '../compare/equal.js';
import { jsonFault } from '../compare/json-fault.js';
import { type PatchLimits, patchInvalid } from './patch-problem.js';

/**
 * The definition after a merge patch (RFC 7396): members that are null go, objects are merged, all else takes the place
 * of what is there. Neither argument is changed.
 * @throws Problem patch_invalid
 */
export function applyMergePatch(definition: JsonObject, patch: unknown, limits: PatchLimits): JsonObject {
  if (!isObject(patch as Json)) throw patchInvalid('', 'a merge patch for an entity is an object');
  const fault = jsonFault(patch as Json, limits.depth);
  if (fault) throw patchInvalid(fault.pointer, fault.message, fault.hint);
  return merge(definition, patch as JsonObject);
}

function merge(target: Json | undefined, patch: JsonObject): JsonObject {
  const result: JsonObject = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    const before = Object.hasOwn(result, name) ? result[name] : undefined;
    if (value === null) delete result[name];
    else result[name] = isObject(value) ? merge(before, value) : value;
  }
  return result;
}
