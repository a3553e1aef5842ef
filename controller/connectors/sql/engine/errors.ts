import { ConnectorError, type KnownError } from '../../contract/connector.js';
import type { Constraint } from './engine.js';

/** A constraint of the database refuses a write. */
export class ConstraintError extends ConnectorError {
  constructor(
    readonly constraint: Constraint,
    detail: string,
    options?: { cause?: unknown },
  ) {
    super('validation', constraint === 'unique' ? 409 : 422, 'Refused by the database', detail, options);
    this.name = 'ConstraintError';
  }
}

/** The errors of calls, for readers of the manual; flows match them with `catch.errors.with`. */
export const databaseErrors: readonly KnownError[] = [
  {
    kind: 'validation',
    status: 409,
    title: 'Refused by the database',
    when: 'A row breaks a unique constraint.',
  },
  {
    kind: 'validation',
    status: 422,
    title: 'Refused by the database',
    when: 'A row breaks another constraint (foreign key, not null, check), or a value does not fit its column.',
  },
  {
    kind: 'validation',
    status: 400,
    title: 'Statement refused',
    when: 'The statement has a mistake, such as a table that does not exist.',
  },
  {
    kind: 'authentication',
    status: 401,
    title: 'Sign-in refused',
    when: 'The database refuses the credential.',
  },
  { kind: 'authorization', status: 403, title: 'Statement not allowed', when: 'A privilege is missing.' },
  {
    kind: 'runtime',
    status: 409,
    title: 'Conflict with another transaction',
    when: 'Another transaction was first; another attempt may succeed.',
  },
  {
    kind: 'timeout',
    status: 408,
    title: 'Statement timeout',
    when: 'A statement takes longer than `statementTimeout`.',
  },
  { kind: 'communication', status: 503, title: 'Database not reachable', when: 'There is no connection.' },
];

/** Adds the code of the database (SQL:2023, 24.1), so that flows can tell errors of the same status apart. */
export function withState(text: string, state: string): string {
  // Codes of the network, such as EPIPE, have no digit.
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(state) ? `${text} (SQLSTATE ${state})` : text;
}

export function unreachable(detail: string, cause?: unknown): ConnectorError {
  return new ConnectorError('communication', 503, 'Database not reachable', detail, { cause });
}

/** The server of a connection with `ssl` speaks no TLS. */
export function unencrypted(): ConnectorError {
  return misconfigured('The server offers no encryption: write `ssl: disable` if the way to it is safe');
}

/** The server did not answer while the connection was made. */
export function silent(detail: string, cause: unknown): ConnectorError {
  return new ConnectorError('timeout', 408, 'Database does not answer', detail, { cause });
}

export function tookTooLong(seconds: number, cause?: unknown): ConnectorError {
  const detail = `The statement took longer than the ${seconds} s of \`statementTimeout\``;
  return new ConnectorError('timeout', 408, 'Statement timeout', detail, { cause });
}

export function tooLarge(maxBytes: number): ConnectorError {
  const detail = `The rows have more than the ${maxBytes} bytes of \`maxBytes\`; select fewer columns or rows`;
  return new ConnectorError('runtime', 413, 'Result too large', detail);
}

export function misconfigured(detail: string): ConnectorError {
  return new ConnectorError('configuration', 400, 'Connection not usable', detail);
}
