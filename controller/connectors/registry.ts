import { a2aConnector } from './a2a/connector.js';
import { amqpConnector } from './amqp/connector.js';
import type { Connector } from './contract/connector.js';
import { discordConnector } from './discord/connector.js';
import { githubConnector } from './github/connector.js';
import { gitlabConnector } from './gitlab/connector.js';
import { graphqlConnector } from './graphql/connector.js';
import { grpcConnector } from './grpc/connector.js';
import { httpConnector } from './http/connector.js';
import { imapConnector } from './imap/connector.js';
import { llmConnector } from './llm/connector.js';
import { mcpConnector } from './mcp/connector.js';
import { mqttConnector } from './mqtt/connector.js';
import { natsConnector } from './nats/connector.js';
import { openApiConnector } from './openapi/connector.js';
import { prometheusConnector } from './prometheus/connector.js';
import { redisConnector } from './redis/connector.js';
import { s3Connector } from './s3/connector.js';
import { sftpConnector } from './sftp/connector.js';
import { slackConnector } from './slack/connector.js';
import { smtpConnector } from './smtp/connector.js';
import type { Databases } from './sql/actions/databases.js';
import { databaseConnectors } from './sql/connector.js';
import { sshConnector } from './ssh/connector.js';
import { teamsConnector } from './teams/connector.js';
import { webSocketConnector } from './websocket/connector.js';

const noDatabases: Databases = {
  engine: async () => {
    throw new Error('The connector was created to check files only');
  },
  close: async () => {},
};

/**
 * The connectors that come with svc. A new one is a folder with a connector, and an entry here.
 * @param databases left out where connectors only check files
 * @param allowsPrograms true where servers may be programs of this machine
 */
export function builtInConnectors(
  databases: Databases = noDatabases,
  allowsPrograms = false,
): readonly Connector[] {
  return [
    httpConnector,
    ...databaseConnectors(databases),
    redisConnector,
    natsConnector,
    mqttConnector,
    amqpConnector,
    webSocketConnector,
    smtpConnector,
    imapConnector,
    mcpConnector(allowsPrograms),
    a2aConnector,
    grpcConnector,
    sshConnector,
    sftpConnector,
    s3Connector,
    slackConnector,
    teamsConnector,
    discordConnector,
    githubConnector,
    gitlabConnector,
    prometheusConnector,
    llmConnector,
    openApiConnector,
    graphqlConnector,
  ] as unknown as readonly Connector[];
}
