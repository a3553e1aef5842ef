import type { JsonObject } from '../../../schemas/json/types.js';
import { nameField, type ServerConfig, secretField, serverFields } from '../contract/server-fields.js';

export interface RedisConfig extends ServerConfig {
  username?: string;
  password?: string;
  database: number;
}

export const configSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Redis connection',
  description: 'A server of Redis or Valkey.',
  type: 'object',
  required: ['host'],
  additionalProperties: false,
  properties: {
    ...serverFields('redis', 6_379),
    username: nameField('User', 'The name of the user; the server has a default one.', 'svc'),
    password: secretField('Password', 'The password of the user.', 'shop/redis'),
    database: {
      title: 'Database',
      description: 'The number of the database.',
      type: 'integer',
      minimum: 0,
      maximum: 65_535,
      default: 0,
      examples: [0],
    },
  },
};
