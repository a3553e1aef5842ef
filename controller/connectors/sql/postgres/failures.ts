import { shortened } from '../../../../schemas/shortened.js';
import { sentence } from '../../../problems/index.js';
import { ConnectorError } from '../../contract/connector.js';
import { AddressRefused, rootCause } from '../../network/guard.js';
import type { Constraint } from '../engine/engine.js';
import {
  ConstraintError,
  misconfigured,
  silent,
  tookTooLong,
  unencrypted,
  unreachable,
  withState,
} from '../engine/errors.js';

const constraints: Readonly<Record<string, Constraint>> = {
  '23505': 'unique',
  '23P01': 'unique',
  '23503': 'foreign-key',
  '23502': 'not-null',
  '23514': 'check',
};

/** Converts an error of the driver to one of the connector (PostgreSQL, appendix A). */
export function toConnectorError(error: unknown, statementTimeout: number): unknown {
  if (error instanceof ConnectorError || !(error instanceof Error)) return error;
  const root = rootCause(error);
  if (root instanceof AddressRefused) {
    return new ConnectorError('authorization', 403, 'Address not allowed', root.message, { cause: error });
  }
  const { code, detail, hint } = error as { code?: unknown; detail?: unknown; hint?: unknown };
  const state = typeof code === 'string' ? code : '';
  const more = [detail, hint].filter((text): text is string => typeof text === 'string' && text !== '');
  const parts = [error.message, ...more];
  const last = parts.pop() ?? '';
  const said = shortened([...parts.map(sentence), last].join(' '), 1_000);
  const text = withState(said, state);
  const constraint = constraints[state] ?? (state.startsWith('22') ? 'value' : undefined);
  if (constraint) return new ConstraintError(constraint, text, { cause: error });
  if (state === '57014') return tookTooLong(statementTimeout, error);
  if (state === '3D000') return misconfigured(text);
  const failed = (...kind: [kind: ConnectorError['kind'], status: number, title: string]) =>
    new ConnectorError(...kind, text, { cause: error });
  if (state.startsWith('28')) return failed('authentication', 401, 'Sign-in refused');
  if (state === '42501' || state === '25006') return failed('authorization', 403, 'Statement not allowed');
  if (/^(40|55P03)/.test(state)) return failed('runtime', 409, 'Conflict with another transaction');
  // The driver has no code for the time-outs of its own.
  if (/does not support SSL/.test(error.message)) return unencrypted();
  if (state === 'ETIMEDOUT' || /timeout (?:expired|exceeded)|connection timeout/.test(error.message))
    return silent(text, error);
  if (/^(08|53|57P)/.test(state) || !/^[0-9A-Z]{5}$/.test(state))
    return unreachable(text || root.message, error);
  if (state.startsWith('42')) return failed('validation', 400, 'Statement refused');
  return failed('runtime', 500, 'Statement failed');
}
