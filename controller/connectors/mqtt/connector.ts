import { ConnectorError, defineConnector } from '../contract/connector.js';
import { toServer } from '../contract/destinations.js';
import { actions } from './actions.js';
import { MqttClient } from './client.js';
import { configSchema, type MqttConfig } from './config-schema.js';
import { topicSource } from './topic-source.js';

/** How long the server may take to send its version, in ms. */
const versionMs = 500;

/** Servers of MQTT. */
export const mqttConnector = defineConnector<MqttConfig, MqttClient>({
  name: 'mqtt',
  title: 'MQTT',
  description: 'A server of MQTT, such as Mosquitto: messages to topics, and retained messages.',
  configSchema,
  destinations: toServer,
  client: {
    open: MqttClient.open,
    close: (client) => client.close(),
    isUsable: (client) => client.isUsable,
  },
  actions,
  events: topicSource,
  async test({ client }) {
    const version = await client.retained('$SYS/broker/version', versionMs).catch(unlessRefused);
    return `${version?.toString().slice(0, 100) ?? 'The server'} answers`;
  },
});

/** Not every user may read the version. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof ConnectorError && error.kind !== 'timeout' && error.kind !== 'communication') return;
  throw error;
}
