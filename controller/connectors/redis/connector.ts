import { defineConnector } from '../contract/connector.js';
import { toServer } from '../contract/destinations.js';
import { actions } from './actions.js';
import { RedisClient } from './client.js';
import { configSchema, type RedisConfig } from './config-schema.js';
import { streamSource } from './stream-source.js';

/** Servers of Redis and Valkey. */
export const redisConnector = defineConnector<RedisConfig, RedisClient>({
  name: 'redis',
  title: 'Redis',
  description: 'A server of Redis or Valkey: values, hashes, lists, sets, streams and messages.',
  configSchema,
  destinations: toServer,
  client: {
    open: RedisClient.open,
    close: (client) => client.close(),
    isUsable: (client) => client.isReady,
  },
  actions,
  events: streamSource,
  async test({ client }) {
    const info = String(await client.call('INFO', 'server'));
    const version = /(?:redis|valkey)_version:(\S+)/.exec(info)?.[1] ?? 'of an unknown version';
    return `A server ${version} answers`;
  },
});
