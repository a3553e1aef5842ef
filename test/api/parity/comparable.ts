import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import type { Outcome } from './surfaces.js';

/** Patterns of values that differ by installation or by call, each with its replacement. */
const varying: readonly [RegExp, string][] = [
  [/\bsvc[a-z]?_[\w-]+/g, '<key>'],
  [/\beyJ[\w.-]+/g, '<token>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<id>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'],
  [/\b[0-9a-f]{40}(?:[0-9a-f]{24})?\b/g, '<hash>'],
  [/(?<=Svc-Request-Id: )\S+/g, '<request>'],
  [/\b(update-folio-[a-z-]+)-[0-9a-f]{6}\b/g, '$1-<random>'],
  // Pages go on by `after` in GraphQL.
  [/`after`/g, '`cursor`'],
  [/\/tmp\/svc-parity-\w+\/\w+/g, '<folder>'],
  [/\b[0-9a-f]{7,12}\b(?=\.\.|$)/g, '<short>'],
];
/** Members whose values are measurements. */
const measured = /Ms$|[bB]ytes$|size$|rss|heap|uptime|cpu/i;
/** A cursor of a list: only its presence is compared. */
const opaque = new Set([
  'nextCursor',
  'token',
  'via',
  'requestId',
  'keyId',
  'hash',
  'head',
  'previousHash',
  'seq',
  'begunAs',
]);

/** Returns an outcome in a form that is equal over two installations; null members are dropped. */
export function comparable({ data, problem }: Outcome): object {
  if (problem === undefined) return { data: plain(data ?? null) };
  const { code, hints, ...told } = problem;
  // Each surface names the place of such a fault in its own terms.
  return { problem: plain(surfaceOwn.has(code) ? { code, hints } : { code, hints, ...told }) };
}

/** Codes of faults that a surface finds itself, before the operation runs. */
const surfaceOwn = new Set(['request_invalid', 'body_invalid']);

/** Returns a hint without its call, which each surface writes in its own form; the call as data stays. */
function withoutCalls(value: JsonObject): JsonObject {
  const { hint, hintCall, text, call, ...others } = value;
  if (typeof hint === 'string' && isObject(hintCall)) {
    const { call: own, ...data } = hintCall;
    return { ...others, hint: hint.replace(String(own), '{call}'), hintCall: data };
  }
  if (typeof text === 'string' && typeof call === 'string')
    return { ...others, text: text.replace(call, '{call}') };
  return value;
}

function plain(value: Json, name = ''): unknown {
  if (opaque.has(name) && value !== null) return '<opaque>';
  if (typeof value === 'string') {
    return varying.reduce((text, [pattern, mark]) => text.replace(pattern, mark), value);
  }
  if (typeof value === 'number') return measured.test(name) ? 0 : value;
  if (Array.isArray(value)) return value.map((item) => plain(item, name));
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(withoutCalls(value)).filter(
    ([, item]) => item !== null && item !== undefined,
  );
  return Object.fromEntries(members.map(([key, item]) => [key, plain(item, key)]));
}
