import type { JsonObject } from '../../../schemas/json/types.js';
import { nameField, type ServerConfig, secretField, serverFields } from '../contract/server-fields.js';
import { type HeaderAuth, headerAuthField } from '../http/credentials/auth-schema.js';
import { tlsField } from '../http/credentials/tls.js';

export interface GrpcConfig extends ServerConfig {
  proto?: string;
  metadata?: Record<string, string>;
  token?: string;
  auth?: HeaderAuth;
  certificate?: string;
  privateKey?: string;
  passphrase?: string;
}

/** Those of `tls` of other connectors: the authority has its field beside `ssl`. */
const clientTlsFields = tlsField['properties'] as Record<string, JsonObject>;

export const configSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'gRPC connection',
  description: 'A server of gRPC. Without `proto`, the server is asked for its services (server reflection).',
  type: 'object',
  required: ['host'],
  additionalProperties: false,
  dependentRequired: {
    certificate: ['privateKey'],
    privateKey: ['certificate'],
    passphrase: ['privateKey'],
  },
  properties: {
    ...serverFields('greeter', 443),
    proto: nameField(
      'Proto',
      'The file of the repository that describes the services, against which calls are checked.',
      '/apis/greeter.proto',
    ),
    metadata: {
      title: 'Metadata',
      description: 'Sent with every call.',
      type: 'object',
      additionalProperties: {
        title: 'Value',
        description: 'The value.',
        type: 'string',
        'x-secret': 'allowed',
        examples: ['acme'],
      },
      examples: [{ tenant: 'acme' }],
    },
    token: secretField('Token', 'Sent as `authorization: Bearer`.', 'shop/grpc'),
    auth: headerAuthField,
    certificate: clientTlsFields['certificate'] ?? {},
    privateKey: clientTlsFields['privateKey'] ?? {},
    passphrase: clientTlsFields['passphrase'] ?? {},
  },
};
