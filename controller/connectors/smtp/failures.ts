import type { NodemailerError } from 'nodemailer/lib/errors';
import { ConnectorError } from '../contract/connector.js';
import type { ServerConfig } from '../contract/server-fields.js';
import { networkFailure } from '../network/failures.js';

/** Answers to a command that needs another sign-in (RFC 4954, section 6). */
const signIn = [530, 534, 535, 538];

export function timedOut({ host, port, timeout }: ServerConfig, cause?: unknown): ConnectorError {
  const detail = `${host}:${port} did not take the mail within ${timeout} s`;
  return new ConnectorError('timeout', 408, 'Request Timeout', detail, { cause });
}

/** Returns the error of a session; texts of the server to a sign-in are left out, since they may repeat the credentials. */
export function toFailure(error: unknown, config: ServerConfig): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const place = `${config.host}:${config.port}`;
  const { code, message, responseCode = 0, rejectedErrors = [] } = error as NodemailerError;
  const codes = rejectedErrors.length > 0 ? rejectedErrors.map((each) => each.responseCode) : [responseCode];
  const isLater = codes.some((each = 0) => each >= 400 && each < 500);
  if (!isLater && (code === 'EAUTH' || signIn.includes(responseCode))) {
    const detail = `${place} refused the sign-in${responseCode ? ` (${responseCode})` : ''}`;
    return new ConnectorError('authentication', 401, 'Not allowed', detail);
  }
  if (isLater) {
    const detail =
      code === 'EAUTH' ? `${place} takes no sign-in now (${responseCode})` : `${place}: ${message}`;
    return new ConnectorError('communication', 503, 'Service Unavailable', detail);
  }
  if (code === 'ETIMEDOUT') return timedOut(config, error);
  // An answer to STARTTLS is not about the mail.
  if (code === 'ETLS') {
    const detail = `${place} does not encrypt: ${message}`;
    return new ConnectorError('communication', 503, 'Service Unavailable', detail, { cause: error });
  }
  if (responseCode >= 500 || code === 'EMESSAGE' || code === 'EENVELOPE') {
    return new ConnectorError('validation', 400, 'Mail refused', `${place}: ${message}`, { cause: error });
  }
  return networkFailure(error, place);
}
