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

const count = (title: string, description: string, range: JsonObject): JsonObject => ({
  title,
  description,
  type: 'integer',
  ...range,
});

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
    port: count('Port', 'PostgreSQL: the TCP port.', {
      minimum: 1,
      maximum: 65535,
      default: 5432,
      examples: [5432],
    }),
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
    pool: count('Pool', 'Transactions at the same time: 4 in PostgreSQL, 2 in SQLite by default.', {
      minimum: 1,
      maximum: 50,
      examples: [4],
    }),
    connectTimeout: {
      title: 'Connect timeout',
      description: 'The longest duration of connecting to the server, in seconds.',
      type: 'number',
      minimum: 0.1,
      maximum: 300,
      default: 10,
      examples: [10],
    },
    statementTimeout: {
      title: 'Statement timeout',
      description:
        'The longest duration of one statement, in seconds; then it is stopped and its transaction rolled back.',
      type: 'number',
      minimum: 0.01,
      maximum: 3600,
      default: 30,
      examples: [30],
    },
    maxRows: count('Most rows', 'The most rows that one statement returns.', {
      minimum: 1,
      maximum: 100_000,
      default: 1_000,
      examples: [1000],
    }),
    maxBytes: count('Most bytes', 'The most bytes of JSON that one statement returns.', {
      minimum: 1_024,
      maximum: 67_108_864,
      default: 4_194_304,
      examples: [4_194_304],
    }),
  },
};
