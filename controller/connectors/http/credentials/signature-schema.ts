import type { JsonObject } from '../../../../schemas/json/types.js';
import { secretField } from '../../contract/server-fields.js';

/** A signature of every request with a key that the server knows too; the fields are those of `signature` of triggers. */
export interface SignatureConfig {
  secret: string;
  secretEncoding?: 'text' | 'hex' | 'base64';
  header: string;
  algorithm?: 'sha256' | 'sha384' | 'sha512';
  encoding?: 'hex' | 'base64';
  prefix?: string;
  /** The signed text with its places. */
  signs?: string;
  timestampHeader?: string;
  timestampFormat?: 'seconds' | 'milliseconds' | 'iso' | 'http';
  bodyHashHeader?: string;
}

const headerName = (title: string, description: string, example: string): JsonObject => ({
  title,
  description,
  type: 'string',
  pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$",
  patternErrorMessage: 'the name of a header',
  examples: [example],
});

const choice = (title: string, description: string, values: string[]): JsonObject => ({
  title,
  description,
  enum: values,
  default: values[0] ?? '',
  examples: [values.at(-1) ?? ''],
});

const places =
  "\\{(?:method|path|query|target|host|timestamp|body|bodyHash|header:[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100})\\}";

export const signatureField: JsonObject = {
  title: 'Signature',
  description: 'Signs every request with a shared key (HMAC); `auth` can be used beside it.',
  type: 'object',
  required: ['secret', 'header'],
  additionalProperties: false,
  properties: {
    secret: secretField('Key', 'The key of the signature.', 'exchange/api'),
    secretEncoding: choice('Encoding of the key', 'How the key is written.', ['text', 'hex', 'base64']),
    header: headerName('Header', 'The header for the signature.', 'X-Signature'),
    algorithm: choice('Algorithm', 'The hash function.', ['sha256', 'sha384', 'sha512']),
    encoding: choice('Encoding', 'How the signature is written.', ['hex', 'base64']),
    prefix: {
      title: 'Prefix',
      description: 'The text before the signature in the header.',
      type: 'string',
      maxLength: 500,
      examples: ['v0='],
    },
    signs: {
      title: 'Signed text',
      description:
        'The text that is signed, with `{method}`, `{path}`, `{query}`, `{target}` (the path, and the query after `?`), `{host}`, `{timestamp}`, `{body}`, `{bodyHash}` and `{header:<name>}`. Default: the body; with `timestampHeader`, the time, a dot and the body.',
      type: 'string',
      minLength: 1,
      maxLength: 1_000,
      pattern: `^(?:[^{}]|${places})*$`,
      patternErrorMessage:
        'text with the places `{method}`, `{path}`, `{query}`, `{target}`, `{host}`, `{timestamp}`, `{body}`, `{bodyHash}` and `{header:<name>}`',
      examples: ['{timestamp}{method}{target}{body}', 'v0:{timestamp}:{body}'],
    },
    timestampHeader: headerName(
      'Timestamp header',
      'The header for the time of the request.',
      'X-Request-Timestamp',
    ),
    timestampFormat: choice(
      'Form of the time',
      'Seconds or milliseconds since 1970, ISO 8601, or a date as HTTP writes it.',
      ['seconds', 'milliseconds', 'iso', 'http'],
    ),
    bodyHashHeader: headerName(
      'Body hash header',
      'The header for the hash of the body, in the encoding of the signature.',
      'X-Content-SHA256',
    ),
  },
  examples: [
    {
      secret: { secret: 'exchange/api', key: 'secret' },
      header: 'X-Signature',
      timestampHeader: 'X-Request-Timestamp',
      signs: '{timestamp}{method}{target}{body}',
    },
  ],
};
