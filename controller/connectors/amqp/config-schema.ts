import type { JsonObject } from '../../../schemas/json/types.js';
import { nameField, type ServerConfig, secretField, serverFields } from '../contract/server-fields.js';

export interface AmqpConfig extends ServerConfig {
  vhost: string;
  username?: string;
  password?: string;
}

export const configSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'AMQP connection',
  description: 'A server of AMQP 0-9-1, such as RabbitMQ. With encryption its port is mostly 5671.',
  type: 'object',
  required: ['host'],
  additionalProperties: false,
  properties: {
    ...serverFields('rabbitmq', 5_672),
    vhost: { ...nameField('Virtual host', 'The virtual host on the server.', 'shop'), default: '/' },
    username: nameField('User', 'The name of the user; left out, `guest`.', 'svc'),
    password: secretField('Password', 'The password of the user.', 'shop/rabbitmq'),
  },
};
