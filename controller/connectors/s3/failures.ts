import { shortened } from '../../../schemas/shortened.js';
import { ConnectorError } from '../contract/connector.js';
import { networkFailure } from '../network/failures.js';
import type { S3Config } from './config-schema.js';

/** Errors that say that the credentials are wrong; S3 answers them with 403. */
const ofCredentials = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'TokenRefreshRequired',
]);

/** Errors that a later attempt may not meet. */
const ofLoad = new Set(['SlowDown', 'ServiceUnavailable', 'InternalError', 'RequestTimeout', 'Throttling']);

/** Converts an error of the library (Amazon S3 API reference, "Error responses"). */
export function toFailure(
  error: unknown,
  { endpoint, region, timeout, bucket, secretAccessKey }: S3Config,
): Error {
  if (error instanceof ConnectorError) return error;
  const place = endpoint === undefined ? `S3 in ${region}` : new URL(endpoint).host;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    const detail = `${place} did not answer within ${timeout} s`;
    return new ConnectorError('timeout', 408, 'Request Timeout', detail, { cause: error });
  }
  const { name = '', message = '', $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  if (status === undefined) return networkFailure(error, place);
  const said = shortened(message.replaceAll(secretAccessKey, '***'), 500);
  const failed = (kind: ConnectorError['kind'], code: number, title: string) =>
    new ConnectorError(kind, code, title, `${place}: ${name}: ${said}`, { cause: error });
  if (ofCredentials.has(name)) return failed('authentication', 401, 'Unauthorized');
  if (status === 401) return failed('authentication', 401, 'Unauthorized');
  if (name === 'NoSuchBucket') {
    const detail = `${place}: there is no bucket \`${bucket}\``;
    return new ConnectorError('configuration', 404, 'Not Found', detail, { cause: error });
  }
  if (status === 404) return failed('communication', 404, 'Not Found');
  if (status === 412) return failed('communication', 412, 'Precondition Failed');
  if (status === 403) return failed('authorization', 403, 'Forbidden');
  if (ofLoad.has(name) || status >= 500) return failed('communication', 503, 'Service Unavailable');
  if (status === 301 || status === 307) return failed('configuration', 400, 'Connection not usable');
  return failed('validation', status, 'Request refused');
}
