import type { JsonObject } from '../../../../schemas/json/types.js';

/** The connector's configuration with defaults and the values of its secrets. */
export interface SqlConfig {
  engine: 'sqlite' | 'postgres';
  file?: string;
  create?: boolean;
  host?: string;
  port?: number;
  database?: string;
  user?: string;
  password?: string;
  ssl?: 'disable' | 'require' | 'verify';
  ca?: string;
  schema?: string;
  tables?: string[];
  readOnly?: boolean;
  pool?: number;
  /** Seconds. */
  connectTimeout: number;
  /** Seconds. */
  statementTimeout: number;
  maxRows: number;
  maxBytes: number;
}

const name = (title: string, description: string, examples: string[]): JsonObject => ({
  title,
  description,
  type: 'string',
  minLength: 1,
  maxLength: 255,
  'x-secret': 'allowed',
  examples,
});

type Range = readonly [least: number, most: number, usual: number];

const amount = (
  type: 'integer' | 'number',
  title: string,
  description: string,
  [minimum, maximum, usual]: Range,
): JsonObject => ({ title, description, type, minimum, maximum, default: usual, examples: [usual] });

const flag = (title: string, description: string): JsonObject => ({
  title,
  description,
  type: 'boolean',
  default: false,
  examples: [true],
});

export const configSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'SQL connection',
  description: 'A database of SQLite or PostgreSQL.',
  type: 'object',
  required: ['engine'],
  additionalProperties: false,
  properties: {
    engine: {
      title: 'Engine',
      description:
        'The database system: `sqlite` needs `file`; `postgres` needs `host`, `database` and `user`.',
      enum: ['sqlite', 'postgres'],
      examples: ['postgres'],
    },
    file: {
      title: 'File',
      description: 'SQLite: the file, inside the folder that the setting `Connectors.Sql.Directory` names.',
      type: 'string',
      pattern: '^[^\\u0000]{1,1024}$',
      patternErrorMessage: 'a path',
      examples: ['stock.db'],
    },
    create: flag('Create', 'SQLite: create a missing file.'),
    host: {
      title: 'Host',
      description: 'PostgreSQL: a name or an address.',
      type: 'string',
      pattern: '^[A-Za-z0-9._:-]{1,253}$',
      patternErrorMessage: 'a host name or an IP address, without port or path',
      examples: ['db.example.com'],
    },
    port: amount('integer', 'Port', 'PostgreSQL: the TCP port.', [1, 65535, 5432]),
    database: name('Database', 'PostgreSQL: the name of the database.', ['stock']),
    user: name('User', 'PostgreSQL: the name of the user.', ['svc']),
    password: {
      title: 'Password',
      description: 'PostgreSQL: the password of the user.',
      type: 'string',
      minLength: 1,
      'x-secret': true,
      examples: [{ secret: 'stock/database', key: 'password' }],
    },
    ssl: {
      title: 'Encryption',
      description:
        'PostgreSQL: `verify` checks the certificate and the name in it, `require` encrypts without that, `disable` does not.',
      enum: ['disable', 'require', 'verify'],
      default: 'verify',
      examples: ['verify'],
    },
    ca: {
      title: 'Authority',
      description:
        'PostgreSQL: the certificate (PEM) of the authority that signs for the server, if it is not publicly known.',
      type: 'string',
      minLength: 1,
      'x-secret': 'allowed',
      examples: ['-----BEGIN CERTIFICATE-----\n…'],
    },
    schema: name('Schema', 'PostgreSQL: the schema of tables that name none.', ['public']),
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
      description: 'Transactions at the same time: 4 in PostgreSQL, 2 in SQLite by default.',
      type: 'integer',
      minimum: 1,
      maximum: 50,
      examples: [4],
    },
    connectTimeout: amount(
      'number',
      'Connect timeout',
      'The longest duration of connecting to the server, in seconds.',
      [0.1, 300, 10],
    ),
    statementTimeout: amount(
      'number',
      'Statement timeout',
      'The longest duration of one statement, in seconds; then it is stopped and its transaction rolled back.',
      [0.01, 3600, 30],
    ),
    maxRows: amount('integer', 'Most rows', 'The most rows that one statement returns.', [1, 100_000, 1_000]),
    maxBytes: amount(
      'integer',
      'Most bytes',
      'The most bytes of JSON that one statement returns.',
      [1_024, 67_108_864, 4_194_304],
    ),
  },
};
