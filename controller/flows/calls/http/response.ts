import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { parseRetryAfter } from '../../../concurrency/retry-after.js';
import { BodyError, decodeBody, refusalText, wholeBody } from '../../../connectors/index.js';
import { type FlowError, standardError } from '../../plan/errors.js';
import type { HttpRequest } from './request.js';

export type OutputFormat = 'raw' | 'content' | 'response';

/** The status codes that are no error. */
export function isAccepted({ status }: Response, redirect: boolean): boolean {
  return status >= 200 && status <= (redirect ? 399 : 299);
}

/** Request headers that are never shown to the flow. */
const credentials = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** Returns the output of the call. @throws FlowError communication */
export async function readResponse(
  response: Response,
  request: HttpRequest,
  { format, redirect, instance }: { format: OutputFormat; redirect: boolean; instance: string },
): Promise<Json> {
  if (!isAccepted(response, redirect)) throw await requestRefused(response, request, instance);
  const bytes = await wholeBody(response, request.url);
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

function decode(bytes: Buffer, type: string, instance: string): Json {
  try {
    return decodeBody(bytes, type);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    throw standardError('communication', { status: 502, detail: error.message, instance, cause: error });
  }
}

export async function requestRefused(
  response: Response,
  request: HttpRequest,
  instance: string,
): Promise<FlowError> {
  const detail = await refusalText(response, request);
  const retryAfter = parseRetryAfter(response.headers.get('retry-after'));
  return standardError('communication', { status: response.status, detail, instance, retryAfter });
}

function headerObject(headers: Headers, without: ReadonlySet<string>): JsonObject {
  return Object.fromEntries([...headers].filter(([name]) => !without.has(name)));
}
