import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import { deepest, textNestsTooDeep } from '../../../schemas/json/nesting.js';
import type { Json } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';

/** Returns true for a JSON media type. */
function isJson(type: string): boolean {
  return /^[^;]*(?:[/+]json\s*(?:;|$)|\/x-amz-json-)/i.test(type);
}

/** A value that cannot be encoded as a body, or a body that cannot be decoded. */
export class BodyError extends Error {
  override name = 'BodyError';
}

/**
 * Encodes a value as a request body: text unchanged, forms as forms, any other value as JSON. Sets a missing
 * `content-type`. @throws BodyError
 */
export function encodeBody(method: string, body: Json | undefined, headers: Headers): string | undefined {
  if (body === undefined) return undefined;
  if (method === 'GET' || method === 'HEAD') throw new BodyError(`${method} requests have no \`body\``);
  const type = headers.get('content-type') ?? '';
  if (typeof body === 'string' && !isJson(type)) {
    if (type === '') headers.set('content-type', 'text/plain; charset=utf-8');
    return body;
  }
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    if (!isObject(body)) throw new BodyError('a form must be an object of fields');
    const fields = new URLSearchParams();
    appendAll(fields, body, 'body');
    return fields.toString();
  }
  if (type === '') headers.set('content-type', 'application/json');
  return toJsonText(body);
}

/** Adds every member except null; arrays become repeated fields. @throws BodyError on nested values */
export function appendAll(fields: URLSearchParams, values: { [name: string]: Json }, what: string): void {
  for (const [name, value] of Object.entries(values)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null) fields.append(name, scalar(each, `${what}.${name}`));
    }
  }
}

/** @throws BodyError */
export function scalar(value: Json, what: string): string {
  if (value === null || typeof value === 'object') {
    throw new BodyError(`\`${what}\` must be a string, a number or a boolean`);
  }
  return String(value);
}

/** Decodes a response body: JSON parsed, text as a string, an empty body as null, any other as base64. @throws BodyError */
export function decodeBody(bytes: Buffer, type: string): Json {
  if (bytes.length === 0) return null;
  if (isJson(type)) return parseJson(bytes);
  if (type === '' || /^text\/|[/+]xml|javascript|x-www-form-urlencoded|yaml/i.test(type)) {
    return new TextDecoder(charset(type)).decode(bytes);
  }
  return bytes.toString('base64');
}

function parseJson(bytes: Buffer): Json {
  const text = bytes.toString('utf8');
  if (textNestsTooDeep(text))
    throw new BodyError(`the response nests lists and objects deeper than ${deepest} levels`);
  try {
    return parseJsonText(text) as Json;
  } catch (error) {
    const reason = `the response says it is JSON but cannot be read as such: ${(error as Error).message}`;
    throw new BodyError(reason, { cause: error });
  }
}

function charset(type: string): string {
  const label = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}
