import type { JsonObject } from '../../../../schemas/json/types.js';
import { secretField } from '../../contract/server-fields.js';

/** Algorithms of signatures (RFC 7518, section 3.1; RFC 8037). */
const jwtAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'HS256',
  'HS384',
  'HS512',
] as const;

/** A JWT (RFC 7519) that is signed here, with the values of its secrets. */
export interface JwtConfig {
  algorithm?: (typeof jwtAlgorithms)[number];
  /** PEM, a JWK as JSON, or the shared text of `HS…`. */
  key: string;
  passphrase?: string;
  keyId?: string;
  /** PEM. */
  certificate?: string;
  issuer?: string;
  subject?: string;
  audience?: string;
  claims?: JsonObject;
  /** Seconds. */
  lifetime?: number;
}

const text = (title: string, description: string, example: string): JsonObject => ({
  title,
  description,
  type: 'string',
  minLength: 1,
  maxLength: 4_096,
  'x-secret': 'allowed',
  examples: [example],
});

/** The texts that differ between the uses of a JWT. */
interface JwtUse {
  issuer: string;
  subject: string;
  audience: string;
}

/** Returns the fields of a JWT. */
export function jwtFields(use: JwtUse): JsonObject {
  return {
    algorithm: {
      title: 'Algorithm',
      description:
        'The algorithm of the signature: `RS…` and `PS…` take an RSA key, `ES…` one of an elliptic curve, `EdDSA` one of Ed25519, `HS…` a text that both sides know.',
      enum: [...jwtAlgorithms],
      default: 'RS256',
      examples: ['ES256'],
    },
    key: {
      ...secretField('Key', 'The private key, as PEM or as JWK; for `HS…` the shared text.', 'sheets'),
      examples: [{ secret: 'sheets', key: 'private_key' }],
    },
    passphrase: secretField('Passphrase', 'Opens the private key, if it is encrypted.', 'sheets'),
    keyId: text('Key ID', 'The header `kid`, by which the server finds its public key.', '2a5e1c'),
    certificate: {
      ...text(
        'Certificate',
        'The certificate of the key (PEM): the headers `x5t` and `x5t#S256` have its digest.',
        '-----BEGIN CERTIFICATE-----\n…',
      ),
      maxLength: 1_000_000,
    },
    issuer: text('Issuer', `The claim \`iss\`${use.issuer}`, 'svc@shop.iam.gserviceaccount.com'),
    subject: text('Subject', `The claim \`sub\`${use.subject}`, 'ada@example.com'),
    audience: text('Audience', `The claim \`aud\`${use.audience}`, 'https://login.salesforce.com'),
    claims: {
      title: 'Claims',
      description: 'Further claims. Those that have a field of their own, and times, are not written here.',
      type: 'object',
      propertyNames: {
        pattern: '^(?!(?:iss|sub|aud|exp|iat|nbf)$)',
        patternErrorMessage:
          'another claim than `iss`, `sub` and `aud`, which are `issuer`, `subject` and `audience`, and than the times, which follow from `lifetime`',
      },
      additionalProperties: true,
      examples: [{ scope: 'https://www.googleapis.com/auth/drive' }],
    },
    lifetime: {
      title: 'Lifetime',
      description:
        'The seconds between the claims `iat` and `exp`. Many servers refuse more than they expect.',
      type: 'integer',
      minimum: 60,
      maximum: 86_400,
      default: 300,
      examples: [600],
    },
  };
}
