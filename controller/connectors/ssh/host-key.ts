import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerHostKeyAlgorithm } from 'ssh2';

/** The key that a connection expects of its server. */
export interface HostKey {
  /** The algorithms of the key; undefined when only its fingerprint is known. */
  algorithms: ServerHostKeyAlgorithm[] | undefined;
  matches(key: Buffer): boolean;
}

/** Reads `hostKey` of a configuration: a fingerprint or a public key. */
export function expectedKey(text: string): HostKey {
  if (text.startsWith('SHA256:')) return { algorithms: undefined, matches: equals(text.slice(7)) };
  const [type = '', key = ''] = text.split(' ');
  // An RSA key signs with the newer hashes only (RFC 8332).
  const algorithms = type === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256'] : [type];
  return {
    algorithms: algorithms as ServerHostKeyAlgorithm[],
    matches: equals(digest(Buffer.from(key, 'base64')).toString('base64')),
  };
}

/** The form in which `ssh-keygen -l` shows a key. */
export function fingerprint(key: Buffer): string {
  return `SHA256:${digest(key).toString('base64').replace(/=$/, '')}`;
}

function equals(expected: string): (key: Buffer) => boolean {
  const bytes = Buffer.from(expected, 'base64');
  return (key) => bytes.length === 32 && timingSafeEqual(bytes, digest(key));
}

function digest(key: Buffer): Buffer {
  return createHash('sha256').update(key).digest();
}
