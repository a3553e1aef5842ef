import { createHash, createHmac } from 'node:crypto';
import { ConnectorError } from '../../contract/connector.js';
import type { SignatureConfig } from './signature-schema.js';

/** A request as it is sent. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string | Uint8Array | null;
  /** The SHA-256 of content that is sent as a stream, in hexadecimal digits. */
  readonly bodySha256?: string | undefined;
}

/** A request whose content is a text. */
interface TextRequest extends SentRequest {
  readonly body: string | null;
}

const keyEncodings = { text: 'utf8', hex: 'hex', base64: 'base64' } as const;

/**
 * Signs a request: sets the headers of the time, of the body's hash and of the signature.
 * @param now ms since the epoch
 * @throws ConnectorError for a signed header that the request lacks
 */
export function signRequest(config: SignatureConfig, request: TextRequest, now = Date.now()): void {
  const { algorithm = 'sha256', encoding = 'hex', timestampHeader, bodyHashHeader } = config;
  const timestamp = written(now, config.timestampFormat);
  const bodyHash = createHash(algorithm)
    .update(request.body ?? '')
    .digest(encoding);
  const { headers } = request;
  if (timestampHeader !== undefined) headers.set(timestampHeader, timestamp);
  if (bodyHashHeader !== undefined) headers.set(bodyHashHeader, bodyHash);
  const key = Buffer.from(config.secret, keyEncodings[config.secretEncoding ?? 'text']);
  const signed = signedText(config, request, { timestamp, bodyHash });
  const signature = createHmac(algorithm, key).update(signed).digest(encoding);
  setSignature(headers, config.header, `${config.prefix ?? ''}${signature}`);
}

function written(now: number, format: SignatureConfig['timestampFormat']): string {
  if (format === 'milliseconds') return String(now);
  if (format === 'iso') return new Date(now).toISOString();
  return format === 'http' ? new Date(now).toUTCString() : String(Math.floor(now / 1_000));
}

function signedText(
  { signs, timestampHeader }: SignatureConfig,
  { method, url, headers, body }: TextRequest,
  computed: { timestamp: string; bodyHash: string },
): string {
  const values: Readonly<Record<string, string>> = {
    method,
    path: url.pathname,
    query: url.search.slice(1),
    target: url.pathname + url.search,
    host: url.host,
    body: body ?? '',
    ...computed,
  };
  const template = signs ?? (timestampHeader === undefined ? '{body}' : '{timestamp}.{body}');
  return template.replace(/\{(?:header:([^{}]+)|(\w+))\}/g, (_, header: string | undefined, name: string) => {
    if (header === undefined) return values[name] ?? '';
    const value = headers.get(header);
    if (value !== null) return value;
    throw unsigned(`\`signature.signs\` names the header \`${header}\`, which the request does not have`);
  });
}

function setSignature(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    // The platform's message repeats the value.
    throw unsigned('`signature.prefix` has a character that no header may have');
  }
}

function unsigned(detail: string): ConnectorError {
  return new ConnectorError('configuration', 400, 'Signature not possible', detail);
}
