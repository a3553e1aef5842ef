import pg from 'pg';

/** How svc speaks with a server: numbers as in SQLite, prepared statements, no session that holds locks when its process hangs. */
export function clientOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'svc',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // A stopped process must not keep the locks of its transaction for longer than others wait for them.
    idle_in_transaction_session_timeout: 5_000,
    types: { getTypeParser },
  };
}

/** Counts and sums fit a number: svc stores no larger ones. */
const numbers: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (type: number, format?: string) =>
  numbers.includes(type) && format !== 'binary' ? Number : pg.types.getTypeParser(type, format as 'text');

/** SQLSTATE classes and codes of a connection that ended or could not begin: PostgreSQL, appendix A. */
const lost = /^(08|57P0[1-5]|53300|25P03)/;

/** True for a failure that a new connection may not have: a restart, a failover, a cut. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as Error & { code?: string };
  if (typeof code === 'string' && lost.test(code)) return true;
  if (
    typeof code === 'string' &&
    /^(ECONN|EPIPE|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|EAI_AGAIN|ENOTFOUND|ENOENT)/.test(code)
  )
    return true;
  return /Connection terminated|timeout expired|Client has encountered a connection error|not queryable|closed the connection/i.test(
    message,
  );
}

const names = new Map<string, string>();
const mostNames = 1_000;

/** The name of the prepared statement of this SQL; undefined once there are very many. */
export function statementName(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `svc${names.size}`;
  names.set(sql, name);
  return name;
}
