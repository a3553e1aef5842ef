import {
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  X509Certificate,
} from 'node:crypto';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { ConnectorError } from '../../contract/connector.js';
import type { JwtConfig } from './jwt-schema.js';
import { findEncryptionFault, maxRsaBits } from './key-costs.js';

/** A key with which JWTs are signed, and the digests of its certificate. */
export interface SigningKey {
  readonly key: KeyObject | Uint8Array;
  readonly certificate: X509Certificate | undefined;
}

const curves: Readonly<Record<string, string>> = {
  ES256: 'prime256v1',
  ES384: 'secp384r1',
  ES512: 'secp521r1',
};
/** RFC 7518, section 3.3. */
const minRsaBits = 2_048;

/**
 * Reads the key of a JWT: PEM (PKCS #8, PKCS #1, SEC 1), JWK, or a shared text. Messages and causes have nothing of the key.
 * @param field the place in the configuration, such as `auth.assertion`
 * @throws ConnectorError configuration
 */
export function readSigningKey(config: JwtConfig, field: string): SigningKey {
  const { algorithm = 'RS256', certificate } = config;
  if (algorithm.startsWith('HS')) {
    if (certificate !== undefined)
      throw unusable(`\`${field}.certificate\` is for private keys, not for ${algorithm}`);
    return { key: readSharedKey(config, field), certificate: undefined };
  }
  const key = readPrivateKey(config, field);
  const fault = findTypeFault(key, algorithm);
  if (fault !== undefined) throw unusable(`\`${field}.key\` ${fault}`);
  return {
    key,
    certificate: certificate === undefined ? undefined : readCertificate(certificate, key, field),
  };
}

function readSharedKey({ algorithm, key }: JwtConfig, field: string): Uint8Array {
  if (/^\s*-----BEGIN /.test(key))
    throw unusable(
      `\`${field}.key\` is PEM, and ${algorithm} takes a shared text: choose the algorithm of the key`,
    );
  const jwk = findJwk(key);
  if (jwk === undefined) return new TextEncoder().encode(key);
  if (jwk['kty'] !== 'oct' || typeof jwk['k'] !== 'string')
    throw unusable(`\`${field}.key\` is a JWK without a shared key (\`kty: oct\`), which ${algorithm} takes`);
  return Buffer.from(jwk['k'], 'base64url');
}

function readPrivateKey({ key: text, passphrase }: JwtConfig, field: string): KeyObject {
  const jwk = findJwk(text);
  if (jwk) {
    if (typeof jwk['private_key'] === 'string') {
      throw unusable(
        `\`${field}.key\` is a whole key file: store its fields as the keys of the secret, and name \`private_key\``,
      );
    }
    if (jwk['d'] === undefined) throw unusable(`\`${field}.key\` is a JWK without a private key`);
    try {
      return createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' });
    } catch {
      throw unusable(`\`${field}.key\` is a JWK that cannot be read`);
    }
  }
  // Line breaks of keys from JSON files and from environments are often still written as `\n`.
  const pem = text.replaceAll('\\n', '\n').trim();
  if (!pem.startsWith('-----BEGIN '))
    throw unusable(`\`${field}.key\` is neither PEM (\`-----BEGIN PRIVATE KEY-----\`) nor a JWK`);
  if (/^-----BEGIN (?:PUBLIC KEY|RSA PUBLIC KEY|CERTIFICATE)/.test(pem))
    throw unusable(`\`${field}.key\` has the public part; a signature needs the private key`);
  const encryptionFault = findEncryptionFault(pem);
  if (encryptionFault !== undefined) throw unusable(`\`${field}.key\` ${encryptionFault}`);
  try {
    return createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (error) {
    throw unusable(`\`${field}.key\` ${getReason(error as NodeJS.ErrnoException, pem, passphrase)}`);
  }
}

function getReason(
  { code = '' }: NodeJS.ErrnoException,
  pem: string,
  passphrase: string | undefined,
): string {
  const isEncrypted = /ENCRYPTED/.test(pem.slice(0, 200));
  if (code === 'ERR_MISSING_PASSPHRASE' || (isEncrypted && passphrase === undefined))
    return 'is encrypted: name its `passphrase`';
  if (isEncrypted) return 'does not open with `passphrase`';
  return 'cannot be read: it is not a whole PEM key, with its first and last line and the breaks between the lines';
}

function findJwk(text: string): JsonObject | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function findTypeFault(key: KeyObject, algorithm: string): string | undefined {
  const { asymmetricKeyType: type, asymmetricKeyDetails: { modulusLength = 0, namedCurve } = {} } = key;
  const fits = /^[RP]S/.test(algorithm)
    ? type === 'rsa' || (type === 'rsa-pss' && algorithm.startsWith('PS'))
    : algorithm === 'EdDSA'
      ? type === 'ed25519'
      : type === 'ec' && namedCurve === curves[algorithm];
  const curve = namedCurve === undefined ? '' : ` (${namedCurve})`;
  if (!fits) return `is of the type ${type}${curve}, which \`algorithm: ${algorithm}\` cannot use`;
  if (/^[RP]S/.test(algorithm) && modulusLength < minRsaBits)
    return `has ${modulusLength} bits; ${algorithm} needs at least ${minRsaBits}`;
  if (modulusLength > maxRsaBits) return `has ${modulusLength} bits, of at most ${maxRsaBits}`;
  return undefined;
}

function readCertificate(pem: string, key: KeyObject, field: string): X509Certificate {
  let certificate: X509Certificate;
  let isOfKey: boolean;
  try {
    certificate = new X509Certificate(pem.replaceAll('\\n', '\n'));
    isOfKey = createPublicKey(key).equals(certificate.publicKey);
  } catch {
    throw unusable(`\`${field}.certificate\` cannot be read: it is no certificate in PEM`);
  }
  if (isOfKey) return certificate;
  throw unusable(`\`${field}.certificate\` is not the certificate of \`${field}.key\``);
}

function unusable(detail: string): ConnectorError {
  return new ConnectorError('configuration', 400, 'Key not usable', detail);
}
