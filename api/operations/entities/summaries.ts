import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { valueAt } from './parts.js';

/** Characters of a member in a summary. */
const maxLength = 160;
/** Members of runs that only the run itself shows. */
const inDetail: ReadonlySet<string> = new Set(['input', 'output', 'definition', 'diff', 'body', 'principal']);

/**
 * Returns what a list says of an entity: its name, title and readiness, or the short members of an entity of the platform or
 * a connector; and the `fields` that the caller asks for, by member or by JSON pointer. `*` asks for everything.
 */
export function toItem(entity: JsonObject, fields: readonly string[]): JsonObject {
  if (fields.includes('*')) return entity;
  const selectedFields = fields.flatMap((field) => {
    const value = valueAt(entity, field.startsWith('/') ? field : `/${field}`);
    return value === undefined ? [] : [[field, value] as const];
  });
  return {
    ...(entity['branch'] === undefined || !isObject(entity['status'] ?? null)
      ? facts(entity)
      : about(entity)),
    ...Object.fromEntries(selectedFields),
  };
}

function about({ name, definition, status, score }: JsonObject): JsonObject {
  const of = isObject(definition ?? null) ? (definition as JsonObject) : {};
  const document = isObject(of['document'] ?? null) ? (of['document'] as JsonObject) : {};
  const title = of['title'] ?? document['title'];
  const description = of['description'] ?? document['summary'] ?? (of['target'] ? of['text'] : undefined);
  return {
    name: name ?? null,
    ...(typeof title === 'string' ? { title: short(title) } : {}),
    ...(typeof description === 'string' ? { description: short(description) } : {}),
    ...(typeof of['connector'] === 'string' ? { connector: of['connector'] } : {}),
    ...readiness(status as JsonObject),
    ...(score === undefined ? {} : { score }),
  };
}

function readiness({ conditions, findings }: JsonObject): JsonObject {
  const all = (Array.isArray(conditions) ? conditions : []).filter(isObject);
  const ready = all.find(({ type }) => type === 'Ready');
  const runnable = all.find(({ type }) => type === 'Runnable');
  const count = Array.isArray(findings) ? findings.length : 0;
  const isReady = ready?.['status'] === 'True';
  return {
    ready: isReady,
    ...(isReady || ready?.['message'] === undefined ? {} : { reason: short(String(ready['message'])) }),
    // Only where it says more than `ready`: lists of agents are short.
    ...(isReady && runnable?.['status'] === 'False'
      ? { runnable: false, reason: short(String(runnable['message'])) }
      : {}),
    ...(count > 0 ? { findings: count } : {}),
  };
}

function facts({ name, definition }: JsonObject): JsonObject {
  const members = Object.entries(isObject(definition ?? null) ? (definition as JsonObject) : {});
  const kept = members.flatMap(([member, value]): [string, Json][] => {
    if (inDetail.has(member) || value === null) return [];
    if (member === 'error') return [[member, toError(value)]];
    if (typeof value === 'string') return [[member, short(value)]];
    return JSON.stringify(value).length > maxLength ? [] : [[member, value]];
  });
  return { name: name ?? null, ...Object.fromEntries(kept) };
}

function toError(error: Json): Json {
  if (!isObject(error)) return error;
  const kept = ['title', 'detail', 'instance', 'status'].flatMap((member) => {
    const value = error[member];
    return value === undefined ? [] : [[member, typeof value === 'string' ? short(value) : value] as const];
  });
  return Object.fromEntries(kept);
}

function short(text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}
