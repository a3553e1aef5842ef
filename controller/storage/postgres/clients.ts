import pg from 'pg';
import { fromStored, toStored } from './texts.js';

/** How long a server may take for an answer before its connection counts as lost: it hangs, or the network drops packets. */
export const answerMs = 20_000;

/** How svc speaks with a server: numbers as in SQLite, prepared statements, and an end of each wait. */
export function clientOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'svc',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: answerMs,
    types: { getTypeParser },
  };
}

/** Opens a pool. A connection that ends, in use or not, makes its queries fail, and is replaced when one is needed. */
export function openPool(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...clientOptions(url), ...options });
  pool.on('error', () => {});
  // Without a listener, the end of a connection in use would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Counts and sums fit a number: svc stores no larger ones. */
const numbers: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (type: number, format?: string) => {
  if (format === 'binary') return pg.types.getTypeParser(type, 'binary');
  if (numbers.includes(type)) return Number;
  return type === pg.types.builtins.TEXT ? fromStored : pg.types.getTypeParser(type, 'text');
};

/** SQLSTATE classes and codes of a connection that ended or could not begin, or of a standby: PostgreSQL, appendix A. */
const lost = /^(08|57P0[1-5]|53300|25P03|25006)/;
const network =
  /^(ECONN|EPIPE|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|EAI_AGAIN|ENOTFOUND|ENOENT|ERR_STREAM|ERR_SOCKET)/;
const words =
  /connection terminated|timeout expired|read timeout|timeout exceeded|connection error|not queryable|closed the connection/i;

/** True for a failure that a new connection may not have: a restart, a failover, a cut, a server that hangs. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlState(error) ?? '';
  return lost.test(code) || network.test(code) || words.test(error.message);
}

/** The code of an error: five characters from the server, or the name of an error of the system. */
export function sqlState(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** Makes a query whose statement the connection prepares once. */
export function query(text: string, values: readonly unknown[]): pg.QueryConfig {
  const name = statementName(text);
  return { text, values: values.map(toStored), ...(name !== undefined && { name }) };
}

const names = new Map<string, string>();
const maxNames = 1_000;

/** Undefined once there are very many: the server keeps what is prepared. */
function statementName(sql: string): string | undefined {
  const existingName = names.get(sql);
  if (existingName !== undefined || names.size >= maxNames) return existingName;
  const name = `svc${names.size}`;
  names.set(sql, name);
  return name;
}
