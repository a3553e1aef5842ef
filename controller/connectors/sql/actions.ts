import { findFaults } from '../../../schemas/index.js';
import type { Json, JsonObject } from '../../../schemas/json.js';
import { type Action, type ActionContext, ConnectorError } from '../contract.js';
import type { SqlConfig } from './config-schema.js';
import type { Databases } from './databases.js';
import type { Engine, Session, SqlRows } from './engine.js';
import { bindNamed } from './statement.js';

interface StatementInput {
  sql: string;
  parameters?: JsonObject;
}

const sql: JsonObject = {
  title: 'SQL',
  description:
    'One statement. Values stand as `:name` and come from `parameters`; never put them into the text.',
  type: 'string',
  minLength: 1,
  maxLength: 100_000,
  examples: ['select id, name from stock where quantity < :least'],
};

const parameters: JsonObject = {
  title: 'Parameters',
  description:
    'A value for each `:name`. `{ base64: … }` stands for bytes, another object for JSON, a list for an array in PostgreSQL and for JSON in SQLite.',
  type: 'object',
  examples: [{ least: 10 }],
};

const statementInput: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['sql'],
  properties: { sql, parameters },
};

const rows: JsonObject = {
  description:
    'An object per row. Whole numbers beyond 2^53, `numeric` and types without a JSON form are text, bytes base64, times RFC 3339.',
  type: 'array',
  items: { type: 'object', additionalProperties: true },
};

const written: JsonObject = {
  type: 'object',
  required: ['rowCount', 'rows'],
  properties: {
    rowCount: { type: 'integer', description: 'Rows written, or given back by `returning`.' },
    rows,
  },
};

/** The actions of a database. An input that does not fit its schema is the flow's validation error. */
export function sqlActions(databases: Databases | undefined): Record<string, Action<SqlConfig>> {
  const entries = Object.entries(plainActions(databases)).map(([name, action]) => [
    name,
    {
      ...action,
      run: async (context: ActionContext<SqlConfig>, input: JsonObject) => {
        requireFit(name, action.input as JsonObject, input);
        return action.run(context, input);
      },
    },
  ]);
  return Object.fromEntries(entries);
}

function requireFit(name: string, schema: JsonObject, input: JsonObject): void {
  const [first] = findFaults(schema, input);
  if (first === undefined) return;
  const detail = `\`${name}\` does not take this input: \`${first.pointer || '/'}\` ${first.message}`;
  throw new ConnectorError('validation', 400, 'Input not usable', detail);
}

function plainActions(databases: Databases | undefined): Record<string, Action<SqlConfig>> {
  return {
    query: {
      title: 'Query',
      description:
        'Runs one statement that reads, in a transaction that cannot write, and gives its rows. Rows beyond `limit` are left away, and `truncated` says so.',
      hints: { readOnly: true, idempotent: true, destructive: false },
      input: {
        ...statementInput,
        properties: {
          sql,
          parameters,
          limit: {
            title: 'Limit',
            description: 'Rows, at most; `maxRows` of the connection is the most there can be.',
            type: 'integer',
            minimum: 1,
            examples: [100],
          },
        },
      },
      output: {
        type: 'object',
        required: ['rows', 'columns', 'rowCount', 'truncated'],
        properties: {
          rows,
          columns: {
            type: 'array',
            items: { type: 'object', properties: { name: { type: 'string' }, type: { type: 'string' } } },
          },
          rowCount: { type: 'integer' },
          truncated: { type: 'boolean' },
        },
      },
      async run({ config, signal }, input) {
        const engine = await open(databases, config);
        const limit = Math.min(Number(input['limit'] ?? config.maxRows), config.maxRows);
        const found = await engine.transaction('read', signal, (session) =>
          run(engine, session, input, limit),
        );
        const rows = rowObjects(found);
        const columns = found.columns.map(({ name, type }) => ({ name, type }));
        return { rows, columns, rowCount: rows.length, truncated: found.truncated };
      },
    },
    execute: {
      title: 'Execute',
      description:
        'Runs one statement that may write, in a transaction of its own, and says how many rows it wrote.',
      hints: { readOnly: false, idempotent: false, destructive: true },
      input: statementInput,
      output: written,
      async run({ config, signal }, input) {
        const [only] = await write(databases, config, signal, [input as unknown as StatementInput]);
        return only ?? null;
      },
    },
    transaction: {
      title: 'Transaction',
      description: 'Runs several statements in one transaction: all of them count, or none.',
      hints: { readOnly: false, idempotent: false, destructive: true },
      input: {
        type: 'object',
        additionalProperties: false,
        required: ['statements'],
        properties: {
          statements: {
            title: 'Statements',
            description: 'Run in this order.',
            type: 'array',
            minItems: 1,
            maxItems: 1_000,
            items: statementInput,
            examples: [
              [
                {
                  sql: 'update stock set quantity = quantity - :n where id = :id',
                  parameters: { n: 1, id: 7 },
                },
              ],
            ],
          },
        },
      },
      output: {
        type: 'object',
        required: ['results'],
        properties: { results: { type: 'array', items: written } },
      },
      async run({ config, signal }, { statements }) {
        return { results: await write(databases, config, signal, statements as unknown as StatementInput[]) };
      },
    },
  };
}

/** @throws ConnectorError */
export async function open(databases: Databases | undefined, config: SqlConfig): Promise<Engine> {
  if (!databases) throw new Error('The connector is here to check files only');
  return databases.engine(config);
}

async function write(
  databases: Databases | undefined,
  config: SqlConfig,
  signal: AbortSignal,
  statements: readonly StatementInput[],
): Promise<Json[]> {
  if (config.readOnly) {
    throw new ConnectorError('authorization', 403, 'Read only', 'The connection is `readOnly`; use `query`');
  }
  const engine = await open(databases, config);
  return engine.transaction('write', signal, async (session) => {
    const results: Json[] = [];
    for (const [index, statement] of statements.entries()) {
      const found = await run(engine, session, statement, config.maxRows);
      if (found.truncated) {
        const detail = `Statement ${index + 1} gives back more than the ${config.maxRows} rows of \`maxRows\`; nothing was written`;
        throw new ConnectorError('runtime', 413, 'Result too large', detail);
      }
      const rows = rowObjects(found);
      results.push({ rowCount: Math.max(found.changes, rows.length), rows });
    }
    return results;
  });
}

function run(
  engine: Engine,
  session: Session,
  input: StatementInput | JsonObject,
  maxRows: number,
): Promise<SqlRows> {
  const { sql, parameters = {} } = input as StatementInput;
  const bound = bindNamed(sql, parameters, engine.mark);
  const values = bound.values.map((value) => bytesOf(value) ?? engine.toSql(value));
  return session.run(bound.sql, values, { maxRows, foreign: true });
}

function bytesOf(value: Json): Buffer | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const { base64 } = value;
  if (typeof base64 !== 'string' || Object.keys(value).length !== 1) return undefined;
  return Buffer.from(base64, 'base64');
}

/** Columns of one name are told apart by a number: `id`, `id_2`. */
export function rowObjects({ columns, rows }: SqlRows): JsonObject[] {
  const seen = new Set<string>();
  const names = columns.map(({ name }) => {
    let free = name;
    for (let number = 2; seen.has(free); number++) free = `${name}_${number}`;
    seen.add(free);
    return free;
  });
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])));
}
