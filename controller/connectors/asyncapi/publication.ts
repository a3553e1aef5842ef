import { toJsonText } from '../../../schemas/json/json-text.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { UnusableError } from '../openapi/document/references.js';
import type { FlowMessage } from './address.js';
import { getBinding } from './document.js';
import type { AsyncOperation } from './operation.js';
import type { AsyncServer } from './server.js';

/** A message on its way: how it is sent is up to the bindings of the channel and the operation. */
export interface Publication {
  readonly root: JsonObject;
  readonly operation: AsyncOperation;
  readonly server: AsyncServer;
  readonly address: string;
  readonly message: FlowMessage;
  readonly contentType: string;
}

/** The action of a connector with its input. */
export interface PublishingAction {
  readonly action: string;
  readonly input: JsonObject;
}

/** The actions that publish, by protocol. @throws UnusableError */
export const publishing: Readonly<Record<AsyncServer['protocol'], (of: Publication) => PublishingAction>> = {
  http: ({ root, operation, address, message, contentType }) => {
    const { method = 'POST' } = getBinding(root, operation.definition['bindings'], 'http');
    const headers = { 'content-type': contentType, ...texts(message.headers) };
    return {
      action: 'request',
      input: { method, path: getPath(address), headers, body: message.payload },
    };
  },
  ws: ({ message }) => {
    withoutHeaders(message, 'WebSocket');
    return { action: 'send', input: { message: message.payload } };
  },
  amqp: ({ root, operation, address, message }) => {
    const { deliveryMode } = getBinding(root, operation.definition['bindings'], 'amqp');
    const { exchange, queue } = amqpChannel(root, operation);
    return {
      action: 'publish',
      input: {
        exchange: exchange ?? '',
        routingKey: queue ?? address,
        message: message.payload,
        persistent: deliveryMode !== 1,
        headers: texts(message.headers),
      },
    };
  },
  mqtt: ({ root, operation, address, message }) => {
    const { qos = 0, retain = false } = getBinding(root, operation.definition['bindings'], 'mqtt');
    const headers = texts(message.headers);
    const headersPart = Object.keys(headers).length > 0 ? { headers } : {};
    return {
      action: 'publish',
      input: { topic: address, message: message.payload, qos, retain, ...headersPart },
    };
  },
  nats: ({ address, message }) => ({
    action: 'publish',
    input: { subject: address, message: message.payload, headers: texts(message.headers) },
  }),
  redis: ({ address, message }) => {
    withoutHeaders(message, 'Redis');
    return { action: 'publish', input: { channel: address, message: message.payload } };
  },
};

/** The queue or the exchange of a channel; neither for the queue that has the address as its name. */
export function amqpChannel(root: JsonObject, { channel }: AsyncOperation) {
  const { is, queue, exchange } = getBinding(root, channel['bindings'], 'amqp');
  const [ofQueue, ofExchange] = [queue, exchange].map((each) => (each ?? {}) as JsonObject);
  const vhost = ofExchange?.['vhost'] ?? ofQueue?.['vhost'];
  const name = is === 'queue' ? ofQueue?.['name'] : ofExchange?.['name'];
  const named = typeof name === 'string' && name !== '' && !/^default$/i.test(name) ? name : undefined;
  return {
    queue: is === 'queue' ? named : undefined,
    exchange: is === 'queue' ? undefined : named,
    vhost: typeof vhost === 'string' ? vhost : undefined,
  };
}

/** Addresses of channels begin with a slash or not. */
export function getPath(address: string): string {
  return address.startsWith('/') ? address : `/${address}`;
}

function withoutHeaders({ headers }: FlowMessage, protocol: string): void {
  if (Object.keys(headers).length === 0) return;
  throw new UnusableError(`messages have no headers over ${protocol}`, 'Leave `message.headers` out.');
}

function texts(headers: JsonObject): JsonObject {
  const entries = Object.entries(headers).filter(([, value]) => value !== null);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : toJsonText(value)]),
  );
}
