import { ConnectorError } from '../contract/connector.js';
import { networkFailure } from '../network/failures.js';
import type { NatsConfig } from './config-schema.js';

/** Returns the error of a call that the library or the server refused. */
export function toFailure(cause: unknown, { host, port }: NatsConfig): ConnectorError {
  if (cause instanceof ConnectorError) return cause;
  const error = cause instanceof Error ? cause : new Error('the server closed the connection');
  const place = `${host}:${port}`;
  const make = (...[kind, status, title, detail]: ConstructorParameters<typeof ConnectorError>) =>
    new ConnectorError(kind, status, title, detail, { cause: error });
  // By name: the classes come with the library, which is loaded with the first connection.
  switch (error.name) {
    case 'AuthorizationError':
    case 'UserAuthenticationExpiredError':
      return make('authentication', 401, 'Not allowed', `${place} refused the credentials: ${error.message}`);
    case 'PermissionViolationError':
      return make('authorization', 403, 'Not allowed', `${place}: ${error.message}`);
    case 'TimeoutError':
      return make('timeout', 408, 'Request Timeout', `${place} did not answer in time`);
    case 'NoResponders':
      return make('communication', 503, 'Service Unavailable', `${place}: ${error.message}`);
    case 'JetStreamNotEnabled':
      return make('validation', 400, 'No stream', `${place}: no stream takes the subject`);
    case 'InvalidSubjectError':
    case 'InvalidArgumentError':
    case 'InvalidNameError':
      return make('validation', 400, 'Request refused', error.message);
    default:
  }
  if ((error as { isNoResponders?(): boolean }).isNoResponders?.()) {
    return make('communication', 503, 'Service Unavailable', `${place}: nothing answers this subject`);
  }
  const { status } = error as { status?: unknown };
  if (typeof status === 'number') {
    if (status >= 500) return make('communication', 503, 'Service Unavailable', `${place}: ${error.message}`);
    return make('validation', 400, 'Request refused', `${place}: ${error.message}`);
  }
  return networkFailure(error, place);
}
