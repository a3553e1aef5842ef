import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';

/** Members with content that users, flows or other systems wrote: texts of entities, outputs of runs, events, mails, errors. */
const contentMembers: ReadonlySet<string> = new Set([
  'definition',
  'items',
  'others',
  'here',
  'input',
  'output',
  'error',
  'failed',
  'part',
  'source',
  'texts',
  'diff',
  'review',
  'history',
  'tasks',
  'actions',
]);

/** Entities of the platform whose definitions the service writes: their members are names, roles and times. */
const recordTypes: ReadonlySet<string> = new Set([
  'api-key',
  'user',
  'secret',
  'backup',
  'branch',
  'share',
  'config-section',
]);

/** Members of the service in the description of an entity. */
const ownMembers: ReadonlySet<string> = new Set([
  'type',
  'name',
  'branch',
  'ready',
  'findings',
  'uses',
  'usedBy',
  'overriddenBy',
  'connector',
  'call',
  'more',
]);

/**
 * Returns an answer with the mark `untrusted` first, which names its members with content of others: a model reads them as data.
 * The instructions of the server say what the mark means. Content of others stands nowhere else in an answer.
 */
export function markUntrusted(value: JsonObject): JsonObject {
  // `describe` shows the members of an entity beside those of the service.
  const isDescribed = value['usedBy'] !== undefined;
  const names = Object.keys(value).filter((name) =>
    isDescribed ? !ownMembers.has(name) : contentMembers.has(name) && hasContent(value, name),
  );
  // The detail of a failure on the way to another system repeats what that system said.
  if (typeof value['code'] === 'string' && Number(value['status']) >= 500) names.push('detail');
  return names.length === 0 ? value : { untrusted: names, ...value };
}

function hasContent(value: JsonObject, name: string): boolean {
  if (name === 'definition' && value['op'] === 'platform') return !recordTypes.has(String(value['type']));
  return !isEmpty(value[name] ?? null);
}

function isEmpty(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) ? Object.keys(value).length === 0 : value === null;
}
