import { createHash } from 'node:crypto';
import { SshReader, sshString } from './ssh-wire.js';

/** OpenSSH's format of signatures: PROTOCOL.sshsig. */
const MAGIC = 'SSHSIG';
const version = 1;
/** Git signs with this namespace, so that a signature made for something else is none of a commit. */
export const gitNamespace = 'git';
const begin = '-----BEGIN SSH SIGNATURE-----';
const end = '-----END SSH SIGNATURE-----';
const lineLength = 70;

export interface SshSignature {
  /** The public key that it names. */
  key: Buffer;
  namespace: string;
  reserved: Buffer;
  hash: 'sha256' | 'sha512';
  signature: Buffer;
}

export function isSshSignature(text: string): boolean {
  return text.startsWith(begin);
}

/** @throws Error when the text is no signature in this form */
export function parseSshSignature(text: string): SshSignature {
  const to = text.indexOf(`\n${end}`);
  const encoded = to < 0 ? '' : text.slice(begin.length, to).replaceAll(/\s/g, '');
  if (encoded === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) throw new Error('Its armour is damaged');
  const reader = new SshReader(Buffer.from(encoded, 'base64'));
  if (reader.take(MAGIC.length).toString('latin1') !== MAGIC) throw new Error('It does not begin as one');
  if (reader.uint32() !== version) throw new Error('Its version is not known');
  const key = reader.string();
  const namespace = reader.text();
  const reserved = reader.string();
  const hash = reader.text();
  const signature = reader.string();
  if (!reader.isAtEnd) throw new Error('Bytes follow it');
  if (hash !== 'sha256' && hash !== 'sha512') throw new Error(`Its hash \`${hash}\` is not known`);
  return { key, namespace, reserved, hash, signature };
}

/** Returns the bytes that the key signs. */
export function getSignedData(
  { namespace, reserved, hash }: Pick<SshSignature, 'namespace' | 'reserved' | 'hash'>,
  payload: Uint8Array,
): Buffer {
  const digest = createHash(hash).update(payload).digest();
  return Buffer.concat([
    Buffer.from(MAGIC),
    sshString(namespace),
    sshString(reserved),
    sshString(hash),
    sshString(digest),
  ]);
}

/** Returns the armour of a signature. */
export function formatSshSignature({ key, namespace, reserved, hash, signature }: SshSignature): string {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(version);
  const content = [key, namespace, reserved, hash, signature].map((part) => sshString(part));
  const encoded = Buffer.concat([Buffer.from(MAGIC), head, ...content]).toString('base64');
  const lines = encoded.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? [];
  return [begin, ...lines, end, ''].join('\n');
}
