import type { JsonObject } from '../../../schemas/json/types.js';
import { nameField, type ServerConfig, secretField, serverFields } from '../contract/server-fields.js';

export interface SshConfig extends Pick<ServerConfig, 'host' | 'port' | 'timeout'> {
  username: string;
  password?: string;
  privateKey?: string;
  passphrase?: string;
  hostKey: string;
}

const { host, port, timeout } = serverFields('ssh', 22) as Record<string, JsonObject>;

export const configSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'SSH connection',
  description: 'A server of SSH, signed in to with a password or a private key.',
  type: 'object',
  required: ['host', 'username', 'hostKey'],
  oneOf: [{ required: ['password'] }, { required: ['privateKey'] }],
  dependentRequired: { passphrase: ['privateKey'] },
  additionalProperties: false,
  properties: {
    host,
    port,
    timeout,
    username: nameField('User', 'The name of the user.', 'deploy'),
    password: secretField('Password', 'The password of the user.', 'shop/ssh'),
    privateKey: secretField(
      'Private key',
      'The private key of the user, as OpenSSH or PEM has it.',
      'shop/ssh',
    ),
    passphrase: secretField('Passphrase', 'The passphrase of the private key.', 'shop/ssh'),
    hostKey: {
      title: 'Host key',
      description:
        'The public key of the server, or its fingerprint (`ssh-keyscan <host> | ssh-keygen -lf -`). A server with another key gets nothing.',
      type: 'string',
      pattern: '^(?:SHA256:[A-Za-z0-9+/]{43}=?|(?:ssh|ecdsa)-[a-z0-9-]+ [A-Za-z0-9+/]+={0,2}(?: .*)?)$',
      patternErrorMessage: 'a fingerprint such as `SHA256:…` or a public key such as `ssh-ed25519 AAAA…`',
      examples: ['SHA256:uNiVztksCsDhcc0u9e8BrJQXVUpKZIDTMczCvj3tD2s'],
    },
  },
} as JsonObject;
