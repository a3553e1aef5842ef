import type { JsonObject } from '../../../schemas/json/types.js';
import { nameField, type ServerConfig, secretField, serverFields } from '../contract/server-fields.js';

export interface ImapConfig extends ServerConfig {
  username: string;
  password: string;
}

const fields = serverFields('imap', 993);

export const configSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'IMAP connection',
  description:
    'A server with mailboxes (IMAP4rev1): with TLS from the first byte at port 993, else with STARTTLS.',
  type: 'object',
  required: ['host', 'username', 'password'],
  additionalProperties: false,
  properties: {
    ...fields,
    // Mailboxes are rarely in the own network.
    ssl: { ...(fields['ssl'] as JsonObject), default: 'verify' },
    username: nameField('User', 'The name to sign in with, mostly the address.', 'orders@example.com'),
    password: secretField('Password', 'The password of the user.', 'shop/imap'),
  },
};
