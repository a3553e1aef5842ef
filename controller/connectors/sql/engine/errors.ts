import { ConnectorError } from '../../contract/connector.js';
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

export function unreachable(detail: string, cause?: unknown): ConnectorError {
  return new ConnectorError('communication', 503, 'Database not reachable', detail, { cause });
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
