import { ConnectorError } from '../contract/connector.js';
import { networkFailure } from '../network/failures.js';
import type { AmqpConfig } from './config-schema.js';

/** Reply codes (AMQP 0-9-1, section 1.1) that are the fault of the caller: the server has closed a channel. */
const faults = [311, 312, 313, 404, 405, 406, 530, 540];

/** Returns the error of a connection that the server did not take. */
export function connectFailure(error: unknown, config: AmqpConfig): ConnectorError {
  const { message = '' } = error as Error;
  const place = `${config.host}:${config.port}`;
  if (/ACCESS.REFUSED/.test(message) && message.startsWith('Handshake terminated')) {
    const detail = `${place} refused the user or the password`;
    return new ConnectorError('authentication', 401, 'Not allowed', detail, { cause: error });
  }
  if (message.startsWith('Expected ConnectionOpenOk')) {
    const detail = `${place} has no virtual host ${config.vhost} for this user`;
    return new ConnectorError('authorization', 403, 'Not allowed', detail, { cause: error });
  }
  return toFailure(error, config);
}

/** Returns the error of a call that the library or the server refused. */
export function toFailure(error: unknown, { host, port }: AmqpConfig): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { name, message, code } = error as Error & { code?: unknown };
  const place = `${host}:${port}`;
  const detail = `${place}: ${message}`;
  if (name === 'TimeoutError') {
    const late = `${place} did not answer in time`;
    return new ConnectorError('timeout', 408, 'Request Timeout', late, { cause: error });
  }
  if (code === 403) return new ConnectorError('authorization', 403, 'Not allowed', detail, { cause: error });
  if (faults.includes(Number(code))) {
    return new ConnectorError('validation', 400, 'Request refused', detail, { cause: error });
  }
  return networkFailure(error, place);
}
