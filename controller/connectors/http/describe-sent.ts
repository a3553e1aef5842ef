import { parseJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { HttpRequest } from './request.js';

/** Describes what a request sends; equal for requests that mean the same, whichever fields they were made of. */
export function describeSent({
  url,
  headers,
  body,
}: Pick<HttpRequest, 'url' | 'headers'> & { body: string | Uint8Array | undefined }): JsonObject {
  const query: JsonObject = {};
  for (const name of [...new Set(url.searchParams.keys())]) query[name] = url.searchParams.getAll(name);
  return {
    path: decode(url.pathname),
    query,
    headers: Object.fromEntries(headers),
    body: describeBody(body),
  };
}

/** Readable where that says the same: an encoded slash is no other part of a path. */
function decode(path: string): string {
  try {
    const text = decodeURI(path);
    return encodeURI(text) === path ? text : path;
  } catch {
    return path;
  }
}

/** JSON as a value, as the order of its members says nothing. */
function describeBody(body: string | Uint8Array | undefined): Json {
  if (body === undefined) return null;
  if (typeof body !== 'string') return { base64: Buffer.from(body).toString('base64') };
  if (!/^\s*[[{]/.test(body)) return body;
  try {
    return parseJsonText(body);
  } catch {
    return body;
  }
}
