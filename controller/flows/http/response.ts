import { STATUS_CODES } from 'node:http';
import type { Json, JsonObject } from '../../../schemas/json.js';
import type { FlowError } from '../contract.js';
import { standardError } from '../errors.js';
import { type HttpRequest, isJson } from './request.js';

export type OutputFormat = 'raw' | 'content' | 'response';

/** What of an error's body goes into its detail. */
const excerptLength = 300;
/** Request headers that are never shown to the flow. */
const credentials = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** The output of the call. @throws FlowError communication */
export async function readResponse(
  response: Response,
  request: HttpRequest,
  format: OutputFormat,
  redirect: boolean,
  instance: string,
): Promise<Json> {
  const highest = redirect ? 399 : 299;
  if (response.status < 200 || response.status > highest) throw await failure(response, request, instance);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (format === 'raw') return bytes.toString('base64');
  const content = decode(bytes, response.headers.get('content-type') ?? '', instance);
  if (format === 'content') return content;
  return {
    request: {
      method: request.method.toLowerCase(),
      uri: request.url.href,
      headers: headerObject(request.headers, credentials),
    },
    statusCode: response.status,
    headers: headerObject(response.headers, new Set()),
    content,
  };
}

/** JSON as a value, text as a string, nothing as null, anything else as base64. */
function decode(bytes: Buffer, type: string, instance: string): Json {
  if (bytes.length === 0) return null;
  if (isJson(type)) {
    try {
      return JSON.parse(bytes.toString('utf8')) as Json;
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      throw standardError('communication', {
        status: 502,
        detail: `the response says it is JSON but cannot be read as such: ${reason}`,
        instance,
        cause: error,
      });
    }
  }
  if (type === '' || /^text\/|[/+]xml|javascript|x-www-form-urlencoded|yaml/i.test(type)) {
    return new TextDecoder(charset(type)).decode(bytes);
  }
  return bytes.toString('base64');
}

function charset(type: string): string {
  const label = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}

async function failure(response: Response, request: HttpRequest, instance: string): Promise<FlowError> {
  const body = await response.text().catch(() => '');
  const excerpt = body.trim().replace(/\s+/g, ' ').slice(0, excerptLength);
  const url = `${request.url.origin}${request.url.pathname}`;
  return standardError('communication', {
    status: response.status,
    title: STATUS_CODES[response.status] ?? 'Error',
    detail: `${request.method} ${url} answered ${response.status}${excerpt === '' ? '' : `: ${excerpt}`}`,
    instance,
  });
}

function headerObject(headers: Headers, without: ReadonlySet<string>): JsonObject {
  return Object.fromEntries([...headers].filter(([name]) => !without.has(name)));
}
