import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isEqual, isObject, objectOr } from '../../../schemas/json/values.js';

/**
 * Returns the input of a run without the defaults that another version of the flow has changed, so that it gets those of that version. The
 * record does not say which values the caller gave: one that is the old default counts as left out.
 * @param from the definition of the flow that the run executed
 * @param to the definition that takes its place
 */
export function withoutOldDefaults(input: Json, from: JsonObject = {}, to: JsonObject = {}): Json {
  return prune(input, getSchema(from), getSchema(to));
}

function getSchema(flow: JsonObject): Json {
  return objectOr(objectOr(flow['input'])['schema'])['document'] ?? null;
}

function prune(value: Json, from: Json, to: Json): Json {
  if (!isObject(value)) return value;
  const [own, other] = [from, to].map((schema) => objectOr(objectOr(schema)['properties']));
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const [before, after] = [objectOr(own?.[name]), objectOr(other?.[name])];
    const fallback = before['default'];
    if (fallback !== undefined && isEqual(member, fallback) && !isEqual(fallback, after['default'] ?? null))
      return [];
    return [[name, prune(member, before, after)]];
  });
  return Object.fromEntries(members);
}
