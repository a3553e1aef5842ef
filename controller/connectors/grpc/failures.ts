import { ConnectorError } from '../contract/connector.js';
import type { ServerConfig } from '../contract/server-fields.js';
import { withoutSecrets } from '../http/credentials/without-secrets.js';
import { networkFailure } from '../network/failures.js';

type Kind = ConstructorParameters<typeof ConnectorError>[0];

/** Status codes of gRPC (grpc.io, "Status codes") as errors of the flow language, with the status of HTTP. */
const codes: Readonly<Record<number, [kind: Kind, status: number, title: string]>> = {
  1: ['communication', 499, 'Cancelled'],
  3: ['validation', 400, 'Request refused'],
  4: ['timeout', 408, 'Request Timeout'],
  5: ['validation', 404, 'Not found'],
  6: ['validation', 409, 'Exists already'],
  7: ['authorization', 403, 'Not allowed'],
  8: ['communication', 429, 'Too many requests'],
  9: ['validation', 400, 'Precondition failed'],
  10: ['communication', 409, 'Aborted'],
  11: ['validation', 400, 'Out of range'],
  12: ['configuration', 501, 'Not implemented'],
  // The library uses it for a server that breaks the rules of HTTP/2, too.
  13: ['communication', 500, 'Server error'],
  14: ['communication', 503, 'Service Unavailable'],
  15: ['communication', 500, 'Data lost'],
  16: ['authentication', 401, 'Not allowed'],
};
const maxDetailLength = 1_000;

/** Returns the error of a call. @param secrets that were sent, which the server may repeat */
export function toFailure(
  error: unknown,
  config: ServerConfig,
  secrets: readonly string[] = [],
): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { code, details } = error as { code?: unknown; details?: string };
  const place = `${config.host}:${config.port}`;
  if (code === 4) {
    const late = `${place} did not answer within ${config.timeout} s`;
    return new ConnectorError('timeout', 408, 'Request Timeout', late, { cause: error });
  }
  const kindOfCode = typeof code === 'number' ? codes[code] : undefined;
  if (!kindOfCode) return networkFailure(error, place);
  const [kind, status, title] = kindOfCode;
  // A text about credentials may repeat them.
  const detail =
    kind === 'authentication'
      ? 'refused the credentials'
      : withoutSecrets(details ?? '', secrets).slice(0, maxDetailLength);
  return new ConnectorError(kind, status, title, `${place}: ${detail}`, { cause: error });
}
