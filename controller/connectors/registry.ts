import { amqpConnector } from './amqp/connector.js';
import type { Connector } from './contract/connector.js';
import { httpConnector } from './http/connector.js';
import { mqttConnector } from './mqtt/connector.js';
import { natsConnector } from './nats/connector.js';
import { redisConnector } from './redis/connector.js';
import { smtpConnector } from './smtp/connector.js';
import type { Databases } from './sql/actions/databases.js';
import { sqlConnector } from './sql/connector.js';
import { sshConnector } from './ssh/connector.js';

const noDatabases: Databases = {
  engine: async () => {
    throw new Error('The connector was created to check files only');
  },
  close: async () => {},
};

/**
 * The connectors that come with svc. A new one is a folder with a connector, and an entry here.
 * @param databases left out where connectors only check files
 */
export function builtInConnectors(databases: Databases = noDatabases): readonly Connector[] {
  return [
    httpConnector,
    sqlConnector(databases),
    redisConnector,
    natsConnector,
    mqttConnector,
    amqpConnector,
    smtpConnector,
    sshConnector,
  ] as unknown as readonly Connector[];
}
