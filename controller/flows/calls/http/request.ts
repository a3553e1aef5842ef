import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import { shortened } from '../../../../schemas/shortened.js';
import {
  appendAll,
  BodyError,
  encodeBody,
  headerFault,
  methodFault,
  requireSendableLength,
  scalar,
} from '../../../connectors/index.js';
import { getKind } from '../../data/values.js';

/** An HTTP request as the flow describes it, ready to be sent. */
export interface HttpRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** A fault of the request in the flow; becomes a configuration error. */
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
  const fault = methodFault(method) ?? Object.keys(objectOr(fields.headers)).map(headerFault).find(Boolean);
  if (fault !== undefined) throw new RequestError(fault);
  try {
    appendAll(url.searchParams, objectIn(fields.query, 'query'), 'query');
    requireSendableLength(url.href, toRequestError);
    const headers = buildHeaders(objectIn(fields.headers, 'headers'));
    return { method, url, headers, body: encodeBody(method, fields.body, headers) };
  } catch (error) {
    throw error instanceof BodyError ? new RequestError(error.message, { cause: error }) : error;
  }
}

function buildHeaders(values: JsonObject): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(values)) {
    if (value === null) continue;
    const place = `headers.${name}`;
    // Values of one header are a list (RFC 9110, section 5.3).
    const text = (Array.isArray(value) ? value : [value]).map((each) => scalar(each, place)).join(', ');
    try {
      headers.set(name, text);
    } catch {
      throw new RequestError(`\`headers.${name}\` is not a valid header`);
    }
  }
  return headers;
}

const toRequestError = (reason: string): RequestError => new RequestError(reason);

function parseUrl(uri: string): URL {
  requireSendableLength(uri, toRequestError);
  if (!URL.canParse(uri)) throw new RequestError(`\`${shortened(uri, 200)}\` is not an absolute URI`);
  const url = new URL(uri);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new RequestError(`\`${url.protocol}\` is not a protocol of \`call: http\``);
  }
  return url;
}

function objectIn(value: Json, name: string): JsonObject {
  if (value === null) return {};
  if (isObject(value)) return value;
  throw new RequestError(`\`${name}\` must be an object, not ${getKind(value)}`);
}
