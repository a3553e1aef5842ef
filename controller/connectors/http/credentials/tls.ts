import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { ConnectorError } from '../../contract/connector.js';
import { secretField } from '../../contract/server-fields.js';
import type { ClientTls } from '../../network/http-pool.js';
import { findEncryptionFault } from './key-costs.js';

/** The TLS of a connection. Certificates and keys are PEM. */
export interface TlsConfig {
  certificate?: string;
  privateKey?: string;
  passphrase?: string;
  ca?: string;
  serverName?: string;
}

const certificates = (title: string, description: string): JsonObject => ({
  title,
  description,
  type: 'string',
  minLength: 1,
  maxLength: 1_000_000,
  'x-secret': 'allowed',
  examples: ['-----BEGIN CERTIFICATE-----\n…'],
});

export const tlsField: JsonObject = {
  title: 'TLS',
  description: 'A certificate of the client (mTLS), and how the certificate of the server is checked.',
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  dependentRequired: {
    certificate: ['privateKey'],
    privateKey: ['certificate'],
    passphrase: ['privateKey'],
  },
  properties: {
    certificate: certificates(
      'Certificate',
      'The certificate of the client (PEM), followed by those of its intermediate authorities.',
    ),
    privateKey: secretField('Private key', 'The private key of the certificate (PEM).', 'bank/client'),
    passphrase: secretField('Passphrase', 'Opens the private key, if it is encrypted.', 'bank/client'),
    ca: certificates(
      'Authority',
      'The certificate (PEM) of the authority that signs for the server, in place of those that are publicly known.',
    ),
    serverName: {
      title: 'Server name',
      description:
        'The name that is asked for and that the certificate of the server must have, in place of the host of the address.',
      type: 'string',
      pattern: '^[A-Za-z0-9_-]{1,63}(\\.[A-Za-z0-9_-]{1,63})*$',
      maxLength: 253,
      patternErrorMessage: 'a host name without port',
      examples: ['api.internal.example.com'],
    },
  },
  examples: [
    {
      certificate: { secret: 'bank/client', key: 'certificate' },
      privateKey: { secret: 'bank/client', key: 'key' },
    },
  ],
};

/** Returns the options of TLS connections. @throws ConnectorError for a certificate or key that cannot be used */
export function getTlsOptions(config: TlsConfig, baseUrl: string): ClientTls {
  const { serverName } = config;
  if (!/^https:/i.test(baseUrl)) throw unusable('`tls` needs an https address in `baseUrl`');
  const secureContext = openSecureContext(config, 'tls.');
  return { secureContext, ...(serverName === undefined ? {} : { servername: serverName }) };
}

/** @param prefix of the fields in messages @throws ConnectorError for a certificate or key that cannot be used */
export function openSecureContext(config: TlsConfig, prefix: string): SecureContext {
  const { certificate, privateKey, passphrase, ca } = config;
  const encryptionFault = privateKey === undefined ? undefined : findEncryptionFault(privateKey);
  if (encryptionFault !== undefined) throw unusable(`\`${prefix}privateKey\` ${encryptionFault}`);
  const fields = { cert: certificate, key: privateKey, passphrase, ca };
  const options = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  try {
    // A context takes no notice of an authority that is no certificate.
    if (ca !== undefined) new X509Certificate(ca);
    return createSecureContext(options);
  } catch (error) {
    throw unusable(getReason(error as NodeJS.ErrnoException, config, prefix), error);
  }
}

/** The messages of OpenSSL name functions and no fields. */
function getReason({ code = '', message }: NodeJS.ErrnoException, config: TlsConfig, prefix: string): string {
  if (code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH')
    return `\`${prefix}privateKey\` is not the key of \`${prefix}certificate\``;
  if (/INTERRUPTED_OR_CANCELLED|BAD_DECRYPT|BAD_PASSWORD_READ|MAC_VERIFY|CIPHERFINAL/.test(code))
    return `\`${prefix}privateKey\` does not open with \`${prefix}passphrase\``;
  const field = findFaultyCertificate(config) ?? 'privateKey';
  return `\`${prefix}${field}\` cannot be read: ${message.split(':').at(-1)}`;
}

function findFaultyCertificate({ certificate, ca }: TlsConfig): 'certificate' | 'ca' | undefined {
  if (certificate !== undefined && !isCertificate(certificate)) return 'certificate';
  return ca === undefined || isCertificate(ca) ? undefined : 'ca';
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function unusable(detail: string, cause?: unknown): ConnectorError {
  return new ConnectorError('configuration', 400, 'TLS not usable', detail, { cause });
}
