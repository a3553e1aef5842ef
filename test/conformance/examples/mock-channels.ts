import type { MessageStream, ProtocolCall } from '../../../controller/flows/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';

/** Describes the channels and operations that a flow calls, in the version of AsyncAPI that has what the calls name. */
export function describedChannels(flow: Json): JsonObject {
  const calls = callsIn(flow);
  const [{ channel, server, protocol = 'nats' } = {}] = calls;
  const name = String(objectOr(server)['name'] ?? 'here');
  const info = { title: 'Mock', version: '1.0.0' };
  if (channel !== undefined) {
    const operations = { publish: {}, subscribe: {} };
    const channels = Object.fromEntries(calls.map((call) => [String(call['channel']), operations]));
    return {
      asyncapi: '2.6.0',
      info,
      channels,
      servers: { [name]: { url: 'broker.example.com', protocol } },
    };
  }
  const operations = calls.map(({ operation, message }): [string, JsonObject] => [
    String(operation),
    { action: message === undefined ? 'receive' : 'send', channel: { $ref: '#/channels/all' } },
  ]);
  return {
    asyncapi: '3.0.0',
    info,
    operations: Object.fromEntries(operations),
    servers: { [name]: { host: 'broker.example.com', protocol } },
    channels: { all: { address: 'all' } },
  };
}

function callsIn(value: Json): JsonObject[] {
  if (value === null || typeof value !== 'object') return [];
  const { call, with: given } = objectOr(value);
  return [...(call === 'asyncapi' ? [objectOr(given)] : []), ...Object.values(value).flatMap(callsIn)];
}

/** True for a message that is sent to a channel. */
export function isPublication({ action }: ProtocolCall): boolean {
  return action === 'publish' || action === 'send';
}

/** A server that always has another message. */
export function mockMessages(): MessageStream {
  let count = 0;
  return {
    async next() {
      const body = Buffer.from(JSON.stringify({ number: ++count }));
      return { body, headers: {}, subject: 'all', contentType: 'application/json' };
    },
    confirm: () => {},
    close: async () => {},
  };
}
