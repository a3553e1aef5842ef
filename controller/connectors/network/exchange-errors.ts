import { ConnectorError } from '../contract/connector.js';
import { AddressRefused, rootCause } from './guard.js';

/** The limits of one request and its response. */
export interface ExchangeLimits {
  readonly timeoutMs: number;
  /** The largest size of a body, after decompression. */
  readonly maxBytes: number;
}

/** The error of a request that could not be sent, or whose response was lost. */
export function exchangeError(error: unknown, { protocol, host }: URL): unknown {
  if (error instanceof ConnectorError) return error;
  const root = rootCause(error);
  if (root instanceof AddressRefused) {
    return new ConnectorError('authorization', 403, 'Address not allowed', root.message, { cause: error });
  }
  const detail = `${protocol}//${host}: ${root.message}`;
  return new ConnectorError('communication', 503, 'Service Unavailable', detail, { cause: error });
}

export function lateError(
  { protocol, host }: URL,
  { timeoutMs }: ExchangeLimits,
  cause?: unknown,
): ConnectorError {
  const detail = `${protocol}//${host} did not answer within ${timeoutMs} ms`;
  return new ConnectorError('timeout', 408, 'Request Timeout', detail, { cause });
}

export function tooLargeError({ host }: URL, { maxBytes }: ExchangeLimits): ConnectorError {
  const detail = `${host} answered with more than ${maxBytes} bytes`;
  return new ConnectorError('communication', 502, 'Response too large', detail);
}

/** @throws ConnectorError for a status that HTTP does not have */
export function requireStatus(status: number, { host }: URL): void {
  if (status >= 200 && status <= 599) return;
  const detail = `${host} answered with ${status}, which is no status of HTTP`;
  throw new ConnectorError('communication', 502, 'Bad Gateway', detail);
}
