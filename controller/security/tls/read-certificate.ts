import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { Problem } from '../../problems/index.js';

/** The paths of PEM files. */
export interface CertificateFiles {
  /** The certificate of the server, then those of the authorities in between. */
  certificate: string;
  key: string;
}

/** A certificate with its key, which OpenSSL takes for a server. */
export interface Certificate {
  /** PEM. */
  chain: Buffer;
  /** PEM. */
  key: Buffer;
  /** SHA-256 of the server's certificate, as hexadecimal pairs with colons between them. */
  fingerprint: string;
  /** The names and addresses that it is for, such as `DNS:svc.example.com, IP Address:10.0.0.5`. */
  names: string;
  /** The end of its validity, ms since the epoch. */
  expiresAt: number;
}

const settings = { certificate: 'Certificate', key: 'Key' } as const;

/** Reads a certificate and its key. An expired certificate is returned. @throws Problem settings_invalid */
export function readCertificate(files: CertificateFiles): Certificate {
  const chain = readPem(files, 'certificate');
  const key = readPem(files, 'key');
  const own = parseCertificate(files, chain);
  if (!own.checkPrivateKey(parseKey(files, key))) {
    throw invalid(files, 'key', `is not the key of the first certificate in ${files.certificate}`, {
      hints: ['The server certificate stands first in its file, and those of authorities after it.'],
    });
  }
  try {
    createSecureContext({ cert: chain, key });
  } catch (error) {
    throw invalid(files, 'certificate', `is refused by OpenSSL: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const { fingerprint256: fingerprint, subjectAltName: names = own.subject, validTo } = own;
  return { chain, key, fingerprint, names, expiresAt: Date.parse(validTo) };
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'the user of the service may not read the file',
  EISDIR: 'is a folder',
};

function readPem(files: CertificateFiles, which: keyof CertificateFiles): Buffer {
  try {
    return readFileSync(files[which]);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw invalid(files, which, reasons[code] ?? message, { cause: error });
  }
}

function parseCertificate(files: CertificateFiles, text: Buffer): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch (error) {
    throw invalid(files, 'certificate', 'holds no PEM certificate', { cause: error });
  }
}

function parseKey(files: CertificateFiles, text: Buffer): KeyObject {
  try {
    return createPrivateKey(text);
  } catch (error) {
    // PKCS #8 (RFC 7468, 11), and the older form of OpenSSL (RFC 1421, 4.6.1.1).
    if (/BEGIN ENCRYPTED PRIVATE KEY|^Proc-Type: 4,ENCRYPTED/m.test(text.toString('latin1'))) {
      throw invalid(files, 'key', 'is encrypted, and svc has no passphrase for it', {
        hints: [
          'Write it without a passphrase, to a file that only svc can read: `openssl pkey -in <key> -out <file>`.',
        ],
      });
    }
    throw invalid(files, 'key', 'holds no PEM private key', { cause: error });
  }
}

function invalid(
  files: CertificateFiles,
  which: keyof CertificateFiles,
  reason: string,
  { hints, cause }: { hints?: readonly string[]; cause?: unknown } = {},
): Problem {
  const setting = settings[which];
  const message = `Server.Tls.${setting}: ${files[which]}: ${reason}`;
  const errors = [{ pointer: `/Server/Tls/${setting}`, message }];
  return new Problem('settings_invalid', message, { errors, ...(hints ? { hints } : {}), cause });
}
