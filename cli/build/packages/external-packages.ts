/** Packages that the built files load from `node_modules`, when the code needs them. All are dependencies of svc. */

/** Connectors import these when a connection opens. */
export const connectorPackages: readonly string[] = [
  '@aws-sdk/client-s3',
  '@grpc/grpc-js',
  '@nats-io/jetstream',
  '@nats-io/transport-node',
  '@smithy/core',
  '@smithy/signature-v4',
  'amqplib',
  'graphql',
  'imapflow',
  'ioredis',
  'mailparser',
  'mqtt',
  'mysql2',
  'nodemailer',
  'pg',
  'protobufjs',
  'ssh2',
  'ws',
];

/** These read files of their own, start threads, have native code, or are loaded by the first request that needs them. */
export const servicePackages: readonly string[] = [
  '@fastify/reply-from',
  '@fastify/swagger-ui',
  '@jitl/quickjs-wasmfile-release-sync',
  '@modelcontextprotocol/server',
  '@photostructure/sqlite',
  'graphql-http',
  'openpgp',
  'pino',
  'undici',
  'zod',
];
