import { ConnectorError } from '../contract/connector.js';
import type { ServerConfig } from '../contract/server-fields.js';
import { networkFailure } from '../network/failures.js';

/** The parts of an error of the library. */
interface Failure {
  code?: string;
  message: string;
  authenticationFailed?: boolean;
  responseStatus?: string;
  responseText?: string;
}

export function timedOut({ host, port, timeout }: ServerConfig, cause?: unknown): ConnectorError {
  const detail = `${host}:${port} did not answer within ${timeout} s`;
  return new ConnectorError('timeout', 408, 'Request Timeout', detail, { cause });
}

/** Returns the error of a session; texts of the server to a sign-in are left out, since they may repeat the credentials. */
export function toFailure(error: unknown, config: ServerConfig): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const place = `${config.host}:${config.port}`;
  const { code, message, authenticationFailed, responseStatus, responseText } = error as Failure;
  if (authenticationFailed) {
    return new ConnectorError('authentication', 401, 'Not allowed', `${place} refused the sign-in`);
  }
  if (code === 'CONNECT_TIMEOUT' || code === 'GREETING_TIMEOUT' || code === 'ETIMEOUT')
    return timedOut(config, error);
  if (responseStatus === 'NO' || responseStatus === 'BAD') {
    const detail = `${place}: ${(responseText ?? message).slice(0, 500)}`;
    return new ConnectorError('validation', 400, 'Request refused', detail, { cause: error });
  }
  return networkFailure(error, place);
}
