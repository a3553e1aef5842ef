import type { JsonObject } from '../../../schemas/json/types.js';
import { UnusableError } from '../openapi/document/references.js';
import { getBinding } from './document.js';
import type { AsyncOperation } from './operation.js';
import { amqpChannel, getPath } from './publication.js';
import type { AsyncServer } from './server.js';

/** The contents of the header `Authorization` (RFC 9110, section 11.6.2). */
export interface Proof {
  readonly scheme: string;
  readonly parameter?: string | null | undefined;
}

/** The names of the connectors that speak the protocols. */
export const connectorNames: Readonly<Record<AsyncServer['protocol'], string>> = {
  http: 'http',
  ws: 'websocket',
  amqp: 'amqp',
  mqtt: 'mqtt',
  nats: 'nats',
  redis: 'redis',
};

/** Returns the configuration of the connector for a server. @throws UnusableError */
export function getConfig(
  root: JsonObject,
  operation: AsyncOperation,
  { server, address }: { server: AsyncServer; address: string },
  proof: Proof | undefined,
): JsonObject {
  const { protocol, isEncrypted, host, port, path, definition } = server;
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const headers = proof ? { authorization: `${proof.scheme} ${proof.parameter ?? ''}` } : {};
  if (protocol === 'http') {
    return { baseUrl: `http${isEncrypted ? 's' : ''}://${authority}${path}`, headers };
  }
  if (protocol === 'ws') {
    return { url: `ws${isEncrypted ? 's' : ''}://${authority}${path}${getPath(address)}`, headers };
  }
  const serverConfig = {
    host,
    port,
    ssl: isEncrypted ? 'verify' : 'disable',
    ...credentials(protocol, proof),
  };
  if (protocol === 'amqp') {
    const vhost = amqpChannel(root, operation).vhost ?? decoded(path.slice(1));
    return { ...serverConfig, ...(vhost === '' ? {} : { vhost }) };
  }
  if (protocol === 'redis')
    return { ...serverConfig, ...(/^\/\d+$/.test(path) ? { database: Number(path.slice(1)) } : {}) };
  if (protocol !== 'mqtt') return serverConfig;
  const { clientId } = getBinding(root, definition['bindings'], 'mqtt');
  const isOld = /^3/.test(String(definition['protocolVersion'] ?? ''));
  const id = typeof clientId === 'string' && clientId !== '' ? { clientId } : {};
  return { ...serverConfig, ...id, protocol: isOld ? '3.1.1' : '5' };
}

function credentials(protocol: AsyncServer['protocol'], proof: Proof | undefined): JsonObject {
  if (proof === undefined) return {};
  const { scheme } = proof;
  const parameter = proof.parameter ?? '';
  if (scheme === 'Basic') {
    const text = Buffer.from(parameter, 'base64').toString();
    const at = text.indexOf(':');
    return { username: text.slice(0, at), password: text.slice(at + 1) };
  }
  if (scheme === 'Bearer' && protocol === 'nats') return { token: parameter };
  const takes = protocol === 'nats' ? '`basic`, and `bearer` or `oauth2` for a token' : '`basic`';
  throw new UnusableError(`servers of ${protocol} do not take this authentication`, `They take ${takes}.`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
