import { ConnectorError } from '../contract/connector.js';
import { networkFailure } from '../network/failures.js';
import type { MqttConfig } from './config-schema.js';

type Refusal = [kind: 'authentication' | 'authorization' | 'validation', status: number];

/** Reason codes of MQTT 5 (section 2.4) that are no fault of the server. */
const reasons: Readonly<Record<number, Refusal>> = {
  132: ['validation', 400],
  133: ['validation', 400],
  134: ['authentication', 401],
  135: ['authorization', 403],
  138: ['authorization', 403],
  143: ['validation', 400],
  144: ['validation', 400],
  149: ['validation', 400],
  153: ['validation', 400],
  154: ['validation', 400],
  155: ['validation', 400],
};

/** Return codes of MQTT 3.1.1 (section 3.2.2.3), as codes of MQTT 5. */
const returnCodes: Readonly<Record<number, number>> = { 1: 132, 2: 133, 3: 136, 4: 134, 5: 134 };

/** Returns the error of a connection that the server did not take. */
export function connectFailure(error: Error & { code?: unknown }, config: MqttConfig): ConnectorError {
  const { code } = error;
  if (typeof code !== 'number') return toFailure(error, config);
  const reason = returnCodes[code] ?? code;
  // Before a connection is made, "not authorized" is about the credentials.
  const refused = Object.assign(new Error(error.message), { code: reason === 135 ? 134 : reason });
  if (reason === 132) refused.message += `; set \`protocol\` to another version than ${config.protocol}`;
  return toFailure(refused, config);
}

/** Returns the error of a call that the library or the server refused. */
export function toFailure(cause: unknown, { host, port }: MqttConfig): ConnectorError {
  if (cause instanceof ConnectorError) return cause;
  const error = cause as Error & { code?: unknown; packet?: { granted?: unknown[] } };
  const place = `${host}:${port}`;
  const detail = `${place}: ${error.message}`;
  if (error.name === 'TimeoutError') {
    const late = `${place} did not answer in time`;
    return new ConnectorError('timeout', 408, 'Request Timeout', late, { cause: error });
  }
  const code = error.code ?? error.packet?.granted?.[0];
  if (typeof code !== 'number') return networkFailure(error, place);
  // MQTT 3.1.1 has one code for each refused subscription.
  const refusal = reasons[code === 128 && error.packet ? 135 : code];
  if (refusal) return new ConnectorError(...refusal, 'Not allowed', detail, { cause: error });
  return new ConnectorError('communication', 503, 'Service Unavailable', detail, { cause: error });
}
