import { ConnectorError } from '../contract/connector.js';
import { networkFailure } from '../network/failures.js';
import type { McpConfig } from './config-schema.js';

/** Codes of the SDK and of JSON-RPC 2.0. */
const codes = { timeout: -32_001, closed: -32_000, noMethod: -32_601, badParameters: -32_602 };
const maxDetailLength = 1_000;

/** The server as messages name it. */
export function getPlace({ url, command = '' }: McpConfig): string {
  return url === undefined ? `\`${command}\`` : new URL(url).host;
}

/** Returns the error of a request that the server or the library refused. */
export function toFailure(error: unknown, config: McpConfig): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { name, message, code } = error as Error & { code?: unknown };
  const place = getPlace(config);
  const detail = `${place}: ${message.slice(0, maxDetailLength)}`;
  const options = { cause: error };
  if (name === 'UnauthorizedError' || code === 401) {
    return new ConnectorError('authentication', 401, 'Not allowed', `${place} refused the credentials`);
  }
  if (code === 403) return new ConnectorError('authorization', 403, 'Not allowed', detail, options);
  if (code === codes.timeout) {
    const late = `${place} did not answer within ${config.timeout} s`;
    return new ConnectorError('timeout', 408, 'Request Timeout', late, options);
  }
  if (code === codes.closed) {
    return new ConnectorError('communication', 503, 'Service Unavailable', detail, options);
  }
  if (code === codes.badParameters || code === codes.noMethod) {
    return new ConnectorError('validation', 400, 'Request refused', detail, options);
  }
  if (typeof code === 'number' && code >= 400 && code < 600) {
    return new ConnectorError('communication', code, 'Request failed', detail, options);
  }
  if (typeof code === 'number') return new ConnectorError('runtime', 500, 'Request failed', detail, options);
  return networkFailure(error, place);
}
