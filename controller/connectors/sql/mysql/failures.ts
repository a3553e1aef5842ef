import { shortened } from '../../../../schemas/shortened.js';
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

/** Error numbers of MySQL and MariaDB that the SQL state does not tell apart. */
const constraints: Readonly<Record<number, Constraint>> = {
  1022: 'unique',
  1062: 'unique',
  1586: 'unique',
  1216: 'foreign-key',
  1217: 'foreign-key',
  1451: 'foreign-key',
  1452: 'foreign-key',
  1048: 'not-null',
  1364: 'not-null',
  3819: 'check',
  4025: 'check',
  1265: 'value',
  1366: 'value',
  1411: 'value',
  3140: 'value',
};
/** Denied privileges, and writes in a transaction or server that only reads. */
const denied: ReadonlySet<number> = new Set([
  1044, 1142, 1143, 1227, 1290, 1370, 1419, 1792, 1836, 3576, 4166,
]);
const signInRefused: ReadonlySet<number> = new Set([1045, 1130, 1251, 1275, 1698, 1862, 3118]);
const conflicts: ReadonlySet<number> = new Set([1020, 1205, 1213, 1614, 3572]);
const stopped: ReadonlySet<number> = new Set([1317, 1969, 3024]);
/** The server ends, is full, or has ended the connection. */
const away: ReadonlySet<number> = new Set([
  1040, 1041, 1053, 1079, 1129, 1152, 1158, 1159, 1160, 1161, 1203, 1226, 1927, 2013, 4031,
]);
const unsafeSignIn: ReadonlySet<string> = new Set([
  'AUTH_SWITCH_PLUGIN_ERROR',
  'MYSQL_CLEAR_PASSWORD_NOT_ENABLED',
]);

/** Converts an error of the driver to one of the connector ("Server Error Message Reference" of MySQL). */
export function toConnectorError(error: unknown, statementTimeout: number): unknown {
  if (error instanceof ConnectorError || !(error instanceof Error)) return error;
  const root = rootCause(error);
  if (root instanceof AddressRefused) {
    return new ConnectorError('authorization', 403, 'Address not allowed', root.message, { cause: error });
  }
  const {
    errno = 0,
    sqlState = '',
    code = '',
  } = error as { errno?: number; sqlState?: string; code?: string };
  const text = withState(shortened(error.message || root.message, 1_000), sqlState);
  const failed = (...kind: [kind: ConnectorError['kind'], status: number, title: string]) =>
    new ConnectorError(...kind, text, { cause: error });
  if (signInRefused.has(errno) || unsafeSignIn.has(code))
    return failed('authentication', 401, 'Sign-in refused');
  const constraint = constraints[errno] ?? (sqlState.startsWith('22') ? 'value' : undefined);
  if (constraint) return new ConstraintError(constraint, text, { cause: error });
  if (stopped.has(errno)) return tookTooLong(statementTimeout, error);
  if (errno === 1049) return misconfigured(text);
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') return unencrypted();
  if (denied.has(errno)) return failed('authorization', 403, 'Statement not allowed');
  if (conflicts.has(errno)) return failed('runtime', 409, 'Conflict with another transaction');
  if (code === 'ETIMEDOUT') return silent(text, error);
  // Errors of the network have no SQL state.
  if (away.has(errno) || sqlState === '' || sqlState.startsWith('08')) return unreachable(text, error);
  if (sqlState.startsWith('42')) return failed('validation', 400, 'Statement refused');
  return failed('runtime', 500, 'Statement failed');
}
