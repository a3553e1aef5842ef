import { STATUS_CODES } from 'node:http';
import type { Json } from '../../../schemas/json/types.js';
import { shortened } from '../../../schemas/shortened.js';
import { parseRetryAfter } from '../../concurrency/retry-after.js';
import { ConnectorError } from '../contract/connector.js';
import { BodyError, decodeBody } from './body.js';
import { withoutSecrets } from './credentials/without-secrets.js';
import { wholeBody } from './files.js';

/** A response that was read to its end. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly content: Json;
  /** Bytes of the body. */
  readonly size: number;
}

/** Reads the response of a request. @param secrets never shown in errors @throws ConnectorError for a refusal, and for a body that cannot be read */
export async function readAnswer(
  response: Response,
  request: { method: string; url: URL },
  secrets: Iterable<string>,
): Promise<HttpAnswer> {
  const { status, headers } = response;
  if (!response.ok) throw await toRefusal(response, request, secrets);
  const bytes = await wholeBody(response, request.url);
  const content = request.method === 'HEAD' ? null : decode(bytes, response);
  return { status, headers, content, size: bytes.length };
}

/** The error of a response that refuses the request. */
export async function toRefusal(
  response: Response,
  request: { method: string; url: URL },
  secrets: Iterable<string>,
): Promise<ConnectorError> {
  const { status, headers } = response;
  const title = STATUS_CODES[status] ?? 'Error';
  const detail = await refusalText(response, request, secrets);
  const retryAfter = parseRetryAfter(headers.get('retry-after'));
  return new ConnectorError('communication', status, title, detail, { retryAfter });
}

function decode(bytes: Buffer, response: Response): Json {
  try {
    return decodeBody(bytes, response.headers.get('content-type') ?? '');
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    throw new ConnectorError('communication', 502, 'Response not readable', error.message, { cause: error });
  }
}

/** Returns the message about a refused request, with the beginning of the body on one line. */
export async function refusalText(
  response: Response,
  { method, url }: { method: string; url: URL },
  secrets: Iterable<string> = [],
): Promise<string> {
  const body = withoutSecrets(await response.text().catch(() => ''), secrets);
  const said = shortened(body.trim().replace(/\s+/g, ' '), 300);
  const answered = `${method} ${url.origin}${url.pathname} answered ${response.status}`;
  return said === '' ? answered : `${answered}: ${said}`;
}
