import type { JsonObject } from '../../../schemas/json/types.js';
import { nameField, type ServerConfig, secretField, serverFields } from '../contract/server-fields.js';

export interface MqttConfig extends ServerConfig {
  username?: string;
  password?: string;
  clientId?: string;
  protocol: '3.1.1' | '5';
}

export const configSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'MQTT connection',
  description: 'A server of MQTT 3.1.1 or 5, such as Mosquitto.',
  type: 'object',
  required: ['host'],
  additionalProperties: false,
  properties: {
    ...serverFields('mqtt', 1_883),
    username: nameField('User', 'The name of the user.', 'svc'),
    password: secretField('Password', 'The password of the user.', 'shop/mqtt'),
    clientId: {
      ...nameField(
        'Client id',
        'A name for servers that know their clients; left out, each connection has a new one. A server ends the older of two connections with the same.',
        'svc-shop',
      ),
      maxLength: 128,
    },
    protocol: {
      title: 'Protocol',
      description: 'The version of MQTT. Servers of 3.1.1 do not report messages that they refuse.',
      enum: ['3.1.1', '5'],
      default: '5',
      examples: ['3.1.1'],
    },
  },
};
