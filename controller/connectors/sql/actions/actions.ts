import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { type Action, ConnectorError } from '../../contract/connector.js';
import type { EngineConfig } from '../engine/config-schema.js';
import type { Dialect } from '../engine/dialect.js';
import { type Engine, readingWords, type SqlRows } from '../engine/engine.js';
import type { Engines } from './databases.js';
import { describeStatement, describeStatements } from './describe-statement.js';
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
    'A value for each `:name`. `{ base64: … }` is bytes, another object is JSON, a list is an array in PostgreSQL and JSON elsewhere.',
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

const output: JsonObject = {
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
  description: 'The columns, in the order of the statement.',
  type: 'array',
  items: {
    type: 'object',
    properties: {
      name: { description: 'The name of the column.', type: 'string' },
      type: { description: "The column's type, in the words of the database.", type: 'string' },
    },
  },
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

/** The checks that find faults of statements before they run. */
type Check = NonNullable<Action<EngineConfig>['check']>;

/** @param dialect that of the statements, as far as it is known before they run */
export function sqlActions(engines: Engines, dialect: Dialect): Record<string, Action<EngineConfig>> {
  const check: Check = (input, isKnown) => statementFault(input, isKnown, dialect);
  return {
    query: { ...queryAction(engines, check), describe: (input) => describeStatement(input, dialect) },
    execute: { ...executeAction(engines, check), describe: (input) => describeStatement(input, dialect) },
    transaction: {
      ...transactionAction(engines, check),
      describe: (input) => describeStatements(input, dialect),
    },
  };
}

function queryAction(engines: Engines, check: Check): Action<EngineConfig> {
  return {
    title: 'Query',
    description:
      'Runs one statement that reads, in a transaction that cannot write, and returns its rows. Rows beyond `limit` are left out, and `truncated` is true.',
    hints: { readOnly: true, idempotent: true, destructive: false },
    input: { ...statementInput, properties: { sql, parameters, limit } },
    check,
    output: {
      type: 'object',
      required: ['rows', 'columns', 'rowCount', 'truncated'],
      properties: {
        rows,
        columns,
        rowCount: { description: 'The number of rows returned.', type: 'integer' },
        truncated: { description: 'Whether rows were left out.', type: 'boolean' },
      },
    },
    async run({ config, signal }, input) {
      const engine = await engines.engine(config);
      const max = Math.min(Number(input['limit'] ?? config.maxRows), config.maxRows);
      const statement = boundFor(engine, input);
      const mode = readingWords.has(statement.first) ? 'read one' : 'read';
      const result = await engine.transaction(mode, signal, (session) =>
        session.run(statement.sql, statement.values, { maxRows: max, foreign: true }),
      );
      return {
        rows: rowObjects(result),
        columns: result.columns.map(({ name, type }) => ({ name, type })),
        rowCount: result.rows.length,
        truncated: result.truncated,
      };
    },
  };
}

function executeAction(engines: Engines, check: Check): Action<EngineConfig> {
  return {
    title: 'Execute',
    description:
      'Runs one statement that may write, in its own transaction, and returns the number of rows written.',
    hints: { readOnly: false, idempotent: false, destructive: true },
    input: {
      ...statementInput,
      examples: [
        {
          sql: 'insert into orders (id, status) values (:id, :status)',
          parameters: { id: 'o-1', status: 'paid' },
        },
      ],
    },
    check,
    output: output,
    async run({ config, signal }, input) {
      const [only] = await write(engines, config, signal, [input as unknown as StatementInput]);
      return only ?? null;
    },
  };
}

function transactionAction(engines: Engines, check: Check): Action<EngineConfig> {
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
    check({ statements: statementList }, isKnown) {
      if (!Array.isArray(statementList)) return undefined;
      const faults = statementList.map((each, index) => {
        const fault = isObject(each) ? check(each, isKnown) : undefined;
        return fault && { ...fault, pointer: `/statements/${index}${fault.pointer}` };
      });
      return faults.find((fault) => fault !== undefined);
    },
    output: {
      type: 'object',
      required: ['results'],
      properties: {
        results: { description: 'One result per statement, in order.', type: 'array', items: output },
      },
    },
    async run({ config, signal }, { statements }) {
      return { results: await write(engines, config, signal, statements as unknown as StatementInput[]) };
    },
  };
}

async function write(
  engines: Engines,
  config: EngineConfig,
  signal: AbortSignal,
  statements: readonly StatementInput[],
): Promise<Json[]> {
  if (config.readOnly) {
    throw new ConnectorError('authorization', 403, 'Read only', 'The connection is `readOnly`; use `query`');
  }
  const engine = await engines.engine(config);
  return engine.transaction('write', signal, async (session) => {
    const results: Json[] = [];
    for (const [index, statement] of statements.entries()) {
      const { sql, values } = boundFor(engine, statement);
      const result = await session.run(sql, values, { maxRows: config.maxRows, foreign: true });
      if (result.truncated) {
        const detail = `Statement ${index + 1} returns more than the ${config.maxRows} rows of \`maxRows\`; nothing was written`;
        throw new ConnectorError('runtime', 413, 'Result too large', detail);
      }
      const rows = rowObjects(result);
      results.push({ rowCount: Math.max(result.changes, rows.length), rows });
    }
    return results;
  });
}

function boundFor(engine: Engine, input: StatementInput | JsonObject) {
  const { sql, parameters = {} } = input as StatementInput;
  const bound = bindNamed(sql, parameters, engine.dialect);
  return { ...bound, values: bound.values.map((value) => findBytes(value) ?? engine.toSql(value)) };
}

function findBytes(value: Json): Buffer | undefined {
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
