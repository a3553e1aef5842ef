import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';

/** Members with data of users, in which null is a value of its own. */
const dataMembers: ReadonlySet<string> = new Set([
  'input',
  'output',
  'values',
  'data',
  'body',
  'patch',
  'runInput',
  'taskInput',
  'default',
  'const',
  'enum',
  'examples',
]);

/** Returns an answer without the members that are null: a member that is absent says the same. Data of users stays as it is. */
export function toCompact(value: JsonObject): JsonObject {
  const kept = Object.entries(value).flatMap(([name, member]): [string, Json][] =>
    member === null ? [] : [[name, isData(name, value) ? member : compact(member)]],
  );
  return Object.fromEntries(kept);
}

function compact(value: Json): Json {
  if (Array.isArray(value)) return value.map(compact);
  return isObject(value) ? toCompact(value) : value;
}

/** The definition of an entity of a branch or of a connector is a file or a row; that of the platform is a record of the service. */
function isData(name: string, { op, branch, type, pointer }: JsonObject): boolean {
  if (name === 'definition') return op !== 'platform' || branch !== undefined;
  if (name === 'part') return type !== 'run' || !/^\/(?:log|tasks)/.test(String(pointer));
  return dataMembers.has(name);
}
