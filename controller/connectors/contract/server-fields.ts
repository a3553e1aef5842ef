import type { ConnectionOptions } from 'node:tls';
import type { JsonObject } from '../../../schemas/json/types.js';

/** The server of a connection, as `serverFields` describe it. */
export interface ServerConfig {
  host: string;
  port: number;
  ssl: 'disable' | 'require' | 'verify';
  ca?: string;
  /** Seconds. */
  timeout: number;
}

/** Returns the fields of a configuration that name a server, how it is reached and how long it may take. */
export function serverFields(server: string, port: number): JsonObject {
  return {
    host: {
      title: 'Host',
      description: 'A name or an address.',
      type: 'string',
      pattern: '^[A-Za-z0-9._:-]{1,253}$',
      patternErrorMessage: 'a host name or an IP address, without port or path',
      examples: [`${server}.example.com`],
    },
    port: {
      title: 'Port',
      description: 'The TCP port.',
      type: 'integer',
      minimum: 1,
      maximum: 65_535,
      default: port,
      examples: [port],
    },
    ssl: {
      title: 'Encryption',
      description:
        '`verify` checks the certificate and the name in it, `require` encrypts without that, `disable` does not.',
      enum: ['disable', 'require', 'verify'],
      default: 'disable',
      examples: ['verify'],
    },
    ca: {
      title: 'Authority',
      description:
        'The certificate (PEM) of the authority that signs for the server, if it is not publicly known.',
      type: 'string',
      minLength: 1,
      'x-secret': 'allowed',
      examples: ['-----BEGIN CERTIFICATE-----\n…'],
    },
    timeout: {
      title: 'Timeout',
      description: 'The longest time of one action, in seconds.',
      type: 'number',
      minimum: 0.1,
      maximum: 3_600,
      default: 30,
      examples: [10],
    },
  };
}

/** The TLS options of a server; undefined for a connection without TLS. */
export function tlsOptions({ ssl, ca }: Pick<ServerConfig, 'ssl' | 'ca'>): ConnectionOptions | undefined {
  if (ssl === 'disable') return undefined;
  return { rejectUnauthorized: ssl === 'verify', ...(ca === undefined ? {} : { ca }) };
}

/** A required text that names something. */
export function nameField(title: string, description: string, example: string): JsonObject {
  return { title, description, type: 'string', minLength: 1, examples: [example] };
}

/** A credential: files have a reference to a secret in its place. */
export function secretField(title: string, description: string, path: string): JsonObject {
  const examples = [{ secret: path, key: 'password' }];
  return { title, description, type: 'string', minLength: 1, 'x-secret': true, examples };
}
