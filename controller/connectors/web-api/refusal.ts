import { STATUS_CODES } from 'node:http';
import type { Json } from '../../../schemas/json/types.js';
import { isObject, member } from '../../../schemas/json/values.js';
import { shortened } from '../../../schemas/shortened.js';
import { parseRetryAfter } from '../../concurrency/retry-after.js';
import { ConnectorError } from '../contract/connector.js';
import { withoutSecrets } from '../http/credentials/without-secrets.js';
import type { ApiAnswer } from './request.js';

/** A refusal in the words of an API. */
export interface Refusal {
  /** As an HTTP status; that of the answer may differ. */
  status: number;
  /** The reason that the API gives. */
  said: string;
  /** Seconds, where the API says so elsewhere than in `Retry-After`. */
  retryAfter?: number | undefined;
}

/** Finds the refusals of APIs that use the statuses of HTTP. */
export function statusRefusal({ status, content }: ApiAnswer): Refusal | undefined {
  return status >= 200 && status < 300 ? undefined : { status, said: saidIn(content) };
}

/** Returns the error for a refusal. @param request as messages name it */
export function toRefusal(
  { headers }: ApiAnswer,
  { status, said, retryAfter }: Refusal,
  request: string,
  secrets: readonly (string | undefined)[],
): ConnectorError {
  const reason = shortened(withoutSecrets(said, secrets).trim().replace(/\s+/g, ' '), 500);
  const answered = `${request} answered ${status}`;
  const detail = reason === '' ? answered : `${answered}: ${reason}`;
  const title = STATUS_CODES[status] ?? 'Error';
  return new ConnectorError(getKind(status), status, title, detail, {
    retryAfter: retryAfter ?? parseRetryAfter(headers.get('retry-after')),
  });
}

function getKind(status: number): ConnectorError['kind'] {
  if (status === 401) return 'authentication';
  if (status === 403) return 'authorization';
  return status === 400 || status === 422 ? 'validation' : 'communication';
}

/** Returns the reason in the body of an error: the field that the API has for it, or else the beginning of the body. */
function saidIn(content: Json): string {
  if (content === null) return '';
  if (!isObject(content)) return typeof content === 'string' ? content : JSON.stringify(content);
  const error = content['error'];
  const errorMessage = isObject(error) ? member(error, 'message') : error;
  const reason = errorMessage ?? content['message'] ?? content;
  const text = typeof reason === 'string' ? reason : JSON.stringify(reason);
  const more = content['errors'] ?? content['error_description'];
  return more === undefined ? text : `${text} ${JSON.stringify(more)}`;
}
