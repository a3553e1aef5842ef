import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { type Action, ConnectorError } from '../../contract/connector.js';
import type { SqlConfig } from '../engine/config-schema.js';
import type { Engine, Session, SqlRows } from '../engine/engine.js';
import type { Databases } from './databases.js';
import { bindNamed, statementFault } from './statement.js';

interface StatementInput {
  sql: string;
  parameters?: JsonObject;
}

const sql: JsonObject = {
  title: 'SQL',
  description:
    'One statement. Write each value as `:name` and pass it in `parameters`; never put values into the text.',
  type: 'string',
  minLength: 1,
  maxLength: 100_000,
  examples: ['select id, name from stock where quantity < :least'],
};

const parameters: JsonObject = {
  title: 'Parameters',
  description:
    'A value for each `:name`. `{ base64: … }` is bytes, another object is JSON, a list is an array in PostgreSQL and JSON in SQLite.',
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
    rowCount: { type: 'integer', description: 'Rows written, or returned by `returning`.' },
    rows,
  },
};

const limit: JsonObject = {
  title: 'Limit',
  description: 'The most rows; never more than `maxRows` of the connection.',
  type: 'integer',
  minimum: 1,
  examples: [100],
};

const columns: JsonObject = {
  type: 'array',
  items: { type: 'object', properties: { name: { type: 'string' }, type: { type: 'string' } } },
};

const statements: JsonObject = {
  title: 'Statements',
  description: 'Run in this order.',
  type: 'array',
  minItems: 1,
  maxItems: 1_000,
  items: statementInput,
  examples: [
    [{ sql: 'update stock set quantity = quantity - :n where id = :id', parameters: { n: 1, id: 7 } }],
  ],
};

export function sqlActions(databases: Databases): Record<string, Action<SqlConfig>> {
  return {
    query: queryAction(databases),
    execute: executeAction(databases),
    transaction: transactionAction(databases),
  };
}

function queryAction(databases: Databases): Action<SqlConfig> {
  return {
    title: 'Query',
    description:
      'Runs one statement that reads, in a transaction that cannot write, and returns its rows. Rows beyond `limit` are left out, and `truncated` is true.',
    hints: { readOnly: true, idempotent: true, destructive: false },
    input: { ...statementInput, properties: { sql, parameters, limit } },
    check: statementFault,
    output: {
      type: 'object',
      required: ['rows', 'columns', 'rowCount', 'truncated'],
      properties: { rows, columns, rowCount: { type: 'integer' }, truncated: { type: 'boolean' } },
    },
    async run({ config, signal }, input) {
      const engine = await databases.engine(config);
      const most = Math.min(Number(input['limit'] ?? config.maxRows), config.maxRows);
      const found = await engine.transaction('read', signal, (session) => run(engine, session, input, most));
      return {
        rows: rowObjects(found),
        columns: found.columns.map(({ name, type }) => ({ name, type })),
        rowCount: found.rows.length,
        truncated: found.truncated,
      };
    },
  };
}

function executeAction(databases: Databases): Action<SqlConfig> {
  return {
    title: 'Execute',
    description:
      'Runs one statement that may write, in its own transaction, and returns the number of rows written.',
    hints: { readOnly: false, idempotent: false, destructive: true },
    input: statementInput,
    check: statementFault,
    output: written,
    async run({ config, signal }, input) {
      const [only] = await write(databases, config, signal, [input as unknown as StatementInput]);
      return only ?? null;
    },
  };
}

function transactionAction(databases: Databases): Action<SqlConfig> {
  return {
    title: 'Transaction',
    description: 'Runs several statements in one transaction: all of them take effect, or none.',
    hints: { readOnly: false, idempotent: false, destructive: true },
    input: {
      type: 'object',
      additionalProperties: false,
      required: ['statements'],
      properties: { statements },
    },
    check({ statements: given }, isKnown) {
      if (!Array.isArray(given)) return undefined;
      const faults = given.map((each, index) => {
        const fault = isObject(each) ? statementFault(each, isKnown) : undefined;
        return fault && { ...fault, pointer: `/statements/${index}${fault.pointer}` };
      });
      return faults.find((fault) => fault !== undefined);
    },
    output: {
      type: 'object',
      required: ['results'],
      properties: { results: { type: 'array', items: written } },
    },
    async run({ config, signal }, { statements }) {
      return { results: await write(databases, config, signal, statements as unknown as StatementInput[]) };
    },
  };
}

async function write(
  databases: Databases,
  config: SqlConfig,
  signal: AbortSignal,
  statements: readonly StatementInput[],
): Promise<Json[]> {
  if (config.readOnly) {
    throw new ConnectorError('authorization', 403, 'Read only', 'The connection is `readOnly`; use `query`');
  }
  const engine = await databases.engine(config);
  return engine.transaction('write', signal, async (session) => {
    const results: Json[] = [];
    for (const [index, statement] of statements.entries()) {
      const found = await run(engine, session, statement, config.maxRows);
      if (found.truncated) {
        const detail = `Statement ${index + 1} returns more than the ${config.maxRows} rows of \`maxRows\`; nothing was written`;
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
  if (!isObject(value)) return undefined;
  const { base64 } = value;
  if (typeof base64 !== 'string' || Object.keys(value).length !== 1) return undefined;
  return Buffer.from(base64, 'base64');
}

/** Adds a number to columns of the same name: `id`, `id_2`. */
function rowObjects({ columns, rows }: SqlRows): JsonObject[] {
  const seen = new Set<string>();
  const names = columns.map(({ name }) => {
    let free = name;
    for (let number = 2; seen.has(free); number++) free = `${name}_${number}`;
    seen.add(free);
    return free;
  });
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])));
}
