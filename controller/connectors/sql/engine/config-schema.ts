import type { JsonObject } from '../../../../schemas/json/types.js';
import { flag, name, number, optionFields, serverFields } from './config-fields.js';

/** The configuration with defaults and the values of its secrets. */
export interface SqlConfig {
  engine: 'sqlite' | 'postgres' | 'mysql';
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

/** As the connectors of one database system take it. */
export type EngineConfig = Omit<SqlConfig, 'engine'>;

const connectTimeout = number(
  'Connect timeout',
  'The longest duration of connecting to the server, in seconds.',
  [0.1, 300, 10],
);
const schema = name('Schema', 'The schema of tables that name none; `public` by default.', ['public']);
const file: JsonObject = {
  title: 'File',
  description: 'The file, inside the folder that the setting `Connectors.Sql.Directory` names.',
  type: 'string',
  pattern: '^[^\\u0000]{1,1024}$',
  patternErrorMessage: 'a path',
  examples: ['stock.db'],
};
const create = flag('Create', 'Create a missing file.');
const server = ['host', 'database', 'user'];

export const postgresSchema = getSchema('PostgreSQL', server, {
  ...serverFields(5432),
  schema,
  ...optionFields(4),
  connectTimeout,
});

export const mysqlSchema = getSchema('MySQL', server, {
  ...serverFields(3306),
  ...optionFields(4),
  connectTimeout,
});

export const sqliteSchema = getSchema('SQLite', ['file'], { file, create, ...optionFields(2) });

function getSchema(system: string, required: readonly string[], properties: JsonObject): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `${system} connection`,
    description: `A database of ${system}.`,
    type: 'object',
    required: [...required],
    additionalProperties: false,
    properties,
  };
}
