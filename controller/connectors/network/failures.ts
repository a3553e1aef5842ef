import { ConnectorError } from '../contract/connector.js';
import { AddressRefused, rootCause } from './guard.js';

/**
 * Returns the error of a connection that could not be made or was lost.
 * @param place the server as messages name it, such as `db.example.com:5432`
 */
export function networkFailure(error: unknown, place: string): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const cause = rootCause(error);
  if (cause instanceof AddressRefused) {
    return new ConnectorError('authorization', 403, 'Address not allowed', cause.message, { cause: error });
  }
  const { code } = cause as NodeJS.ErrnoException;
  // Errors of sockets name the address that a name was resolved to.
  const detail = `${place}: ${(code !== undefined && reasons[code]) || cause.message}`;
  if (code === 'ETIMEDOUT') {
    return new ConnectorError('timeout', 408, 'Request Timeout', detail, { cause: error });
  }
  return new ConnectorError('communication', 503, 'Service Unavailable', detail, { cause: error });
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing accepts connections there',
  ECONNRESET: 'the server closed the connection',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name cannot be looked up at the moment',
  ETIMEDOUT: 'the server did not answer in time',
  EPIPE: 'the server closed the connection',
};
