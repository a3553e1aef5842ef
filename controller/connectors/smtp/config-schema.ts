import type { JsonObject } from '../../../schemas/json/types.js';
import { nameField, type ServerConfig, secretField, serverFields } from '../contract/server-fields.js';
import { addressField } from './addresses.js';

export interface SmtpConfig extends ServerConfig {
  username?: string;
  password?: string;
  from?: string;
}

const fields = serverFields('smtp', 587);

export const configSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'SMTP connection',
  description: 'A server that takes e-mail: with TLS from the first byte at port 465, else with STARTTLS.',
  type: 'object',
  required: ['host'],
  additionalProperties: false,
  dependentRequired: { username: ['password'], password: ['username'] },
  properties: {
    ...fields,
    // Mail leaves the own network more often than not.
    ssl: { ...(fields['ssl'] as JsonObject), default: 'verify' },
    username: nameField('User', 'The name to sign in with; left out where the server asks for none.', 'svc'),
    password: secretField('Password', 'The password of the user.', 'shop/smtp'),
    from: addressField('From', 'The sender of mails that name none.'),
  },
};
