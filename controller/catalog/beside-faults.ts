import type { Json, JsonObject } from '../../schemas/json.js';
import type { PointedFinding } from './contract.js';

/**
 * What compiling found in a definition that breaks its schema, as far as it is news: syntax and names elsewhere, not the
 * same again, and nothing of fields that are not there.
 */
export function besideFaults(
  faults: readonly PointedFinding[],
  compiled: readonly PointedFinding[],
  definition: JsonObject,
): PointedFinding[] {
  return compiled.filter(
    ({ rule, pointer }) =>
      rule !== 'flow-structure' &&
      rule !== 'compile-failed' &&
      isThere(definition, pointer) &&
      !faults.some((fault) => tells(fault, pointer)),
  );
}

/** Whether a fault says of a place what is wrong with it. A field that is missing says nothing of those beside it. */
function tells({ rule, pointer }: PointedFinding, place: string): boolean {
  const isInside = place.startsWith(`${pointer}/`);
  return pointer === place || pointer.startsWith(`${place}/`) || (isInside && rule !== 'field-missing');
}

function isThere(definition: JsonObject, pointer: string): boolean {
  let at: Json | undefined = definition;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return false;
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!Object.hasOwn(at, name)) return false;
    at = (at as JsonObject)[name];
  }
  return true;
}
