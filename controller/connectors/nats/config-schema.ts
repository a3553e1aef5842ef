import type { JsonObject } from '../../../schemas/json/types.js';
import { nameField, type ServerConfig, secretField, serverFields } from '../contract/server-fields.js';

export interface NatsConfig extends ServerConfig {
  username?: string;
  password?: string;
  token?: string;
}

export const configSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'NATS connection',
  description: 'A server of NATS. Encryption starts after the greeting of the server.',
  type: 'object',
  required: ['host'],
  additionalProperties: false,
  properties: {
    ...serverFields('nats', 4_222),
    username: nameField('User', 'The name of the user.', 'svc'),
    password: secretField('Password', 'The password of the user.', 'shop/nats'),
    token: secretField('Token', 'The token, for servers that ask for one in place of a user.', 'shop/nats'),
  },
};
