import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import { resolved } from '../document/references.js';

/** Names the members of an object that only the other side sets, those of its parts in `allOf` included. */
export function namesWith(mark: 'readOnly' | 'writeOnly', schema: JsonObject, root: JsonObject): string[] {
  const { required, allOf } = schema;
  const parts = [schema, ...(Array.isArray(allOf) ? allOf.map((part) => follow(root, part)) : [])];
  // Only what is required somewhere can be required in vain.
  if (!Array.isArray(required) && !parts.some((part) => Array.isArray(part['required']))) return [];
  return parts.flatMap((part) =>
    Object.entries(objectOr(part['properties']))
      .filter(([, property]) => follow(root, property)[mark] === true)
      .map(([name]) => name),
  );
}

/** A reference that leads nowhere is reported where it is converted. */
function follow(root: JsonObject, value: Json): JsonObject {
  if (!isObject(value)) return {};
  if (typeof value['$ref'] !== 'string') return value;
  try {
    return objectOr(resolved(root, value));
  } catch {
    return {};
  }
}
