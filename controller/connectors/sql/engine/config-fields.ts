import type { JsonObject } from '../../../../schemas/json/types.js';

/** A text, or a reference to a secret. */
export function name(title: string, description: string, examples: string[]): JsonObject {
  return {
    title,
    description,
    type: 'string',
    minLength: 1,
    maxLength: 255,
    'x-secret': 'allowed',
    examples,
  };
}

type Range = readonly [min: number, max: number, usual: number];

export function number(
  title: string,
  description: string,
  [minimum, maximum, usual]: Range,
  type: 'integer' | 'number' = 'number',
): JsonObject {
  return { title, description, type, minimum, maximum, default: usual, examples: [usual] };
}

export function flag(title: string, description: string): JsonObject {
  return { title, description, type: 'boolean', default: false, examples: [true] };
}

/** The fields that name a server and how it is reached. */
export function serverFields(port: number): JsonObject {
  return {
    host: {
      title: 'Host',
      description: 'A name or an address.',
      type: 'string',
      pattern: '^[A-Za-z0-9._:-]{1,253}$',
      patternErrorMessage: 'a host name or an IP address, without port or path',
      examples: ['db.example.com'],
    },
    port: number('Port', 'The TCP port.', [1, 65535, port], 'integer'),
    database: name('Database', 'The name of the database.', ['stock']),
    user: name('User', 'The name of the user.', ['svc']),
    password: {
      title: 'Password',
      description: 'The password of the user.',
      type: 'string',
      minLength: 1,
      'x-secret': true,
      examples: [{ secret: 'stock/database', key: 'password' }],
    },
    ssl: {
      title: 'Encryption',
      description:
        '`verify` checks the certificate and the name in it, `require` encrypts without that, `disable` does not.',
      enum: ['disable', 'require', 'verify'],
      default: 'verify',
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
  };
}

/** The fields that connections to each database have. @param pool transactions at the same time, by default */
export function optionFields(pool: number): JsonObject {
  return {
    tables: {
      title: 'Tables',
      description:
        'The tables and views that are entity types; by default all of the schema. SQL in actions is limited only by the privileges of the user.',
      type: 'array',
      items: name('Table', 'The name of a table or view.', ['stock']),
      examples: [['stock', 'suppliers']],
    },
    readOnly: flag('Read only', 'Refuse every write, by transactions that only read.'),
    pool: {
      title: 'Pool',
      description: `Transactions at the same time; ${pool} by default.`,
      type: 'integer',
      minimum: 1,
      maximum: 50,
      examples: [pool],
    },
    statementTimeout: number(
      'Statement timeout',
      'The longest duration of one statement, in seconds; then it is stopped and its transaction rolled back.',
      [0.01, 3600, 30],
    ),
    maxRows: number('Most rows', 'The most rows that one statement returns.', [1, 100_000, 1_000], 'integer'),
    maxBytes: number(
      'Most bytes',
      'The most bytes of JSON that one statement returns.',
      [1_024, 67_108_864, 4_194_304],
      'integer',
    ),
  };
}
