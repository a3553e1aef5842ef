import type { Json, JsonObject } from '../../../schemas/json.js';
import { isObject, kindOf } from '../data/values.js';

/** An HTTP request as the flow describes it, ready to be sent. */
export interface HttpRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: string | undefined;
}

/** What of a request the flow may say wrong; becomes a configuration error. */
export class RequestError extends Error {
  override name = 'RequestError';
}

/** @throws RequestError */
export function buildRequest(
  method: string,
  uri: string,
  fields: { headers: Json; query: Json; body: Json | undefined },
): HttpRequest {
  const url = parseUrl(uri);
  for (const [name, value] of entries(fields.query, '`query`')) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null) url.searchParams.append(name, scalar(each, `\`query.${name}\``));
    }
  }
  const headers = new Headers();
  for (const [name, value] of entries(fields.headers, '`headers`')) {
    if (value === null) continue;
    try {
      headers.set(name, scalar(value, `\`headers.${name}\``));
    } catch (error) {
      throw error instanceof RequestError
        ? error
        : new RequestError(`\`headers.${name}\` is not a valid header`);
    }
  }
  return { method, url, headers, body: encodeBody(fields.body, headers) };
}

function parseUrl(uri: string): URL {
  if (!URL.canParse(uri)) throw new RequestError(`\`${uri.slice(0, 200)}\` is not an absolute URI`);
  const url = new URL(uri);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new RequestError(`\`${url.protocol}\` is not a protocol that \`call: http\` speaks`);
  }
  return url;
}

function entries(value: Json, what: string): [string, Json][] {
  if (value === null) return [];
  if (!isObject(value)) throw new RequestError(`${what} must be an object, not ${kindOf(value)}`);
  return Object.entries(value);
}

function scalar(value: Json, what: string): string {
  if (value !== null && typeof value === 'object')
    throw new RequestError(`${what} must be a string, a number or a boolean`);
  return String(value);
}

/** Text goes as it is, forms as forms, everything else as JSON. */
function encodeBody(body: Json | undefined, headers: Headers): string | undefined {
  if (body === undefined) return undefined;
  const type = headers.get('content-type') ?? '';
  if (typeof body === 'string' && !isJson(type)) {
    if (type === '') headers.set('content-type', 'text/plain; charset=utf-8');
    return body;
  }
  if (isObject(body) && type.startsWith('application/x-www-form-urlencoded')) return form(body);
  if (type === '') headers.set('content-type', 'application/json');
  return JSON.stringify(body);
}

function form(body: JsonObject): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null) fields.append(name, scalar(each, `\`body.${name}\``));
    }
  }
  return fields.toString();
}

/** Whether a media type is JSON. */
export function isJson(type: string): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(type);
}
